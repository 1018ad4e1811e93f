#include "cotan/transforms/remove_unread.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

class Remover {
public:
  /// `fixed` take and give what they do.
  Remover(ArrayRef<func::FuncOp> functions, const llvm::DenseSet<Operation *> &fixed)
      : functions(functions) {
    for (func::FuncOp function : functions) {
      const bool isFixed = fixed.contains(function);
      Read &known = read[function];
      known.arguments.resize(function.getNumArguments(), isFixed);
      known.results.resize(function.getNumResults(), isFixed);
      calls[function] = opsIn<func::CallOp>(function);
    }
  }

  /// Whether anything is left out.
  bool run() {
    findRead();
    bool isChanged = false;
    for (func::FuncOp function : functions)
      for (func::CallOp call : calls[function])
        isChanged |= shorten(call);
    for (func::FuncOp function : functions)
      isChanged |= shorten(function);
    return isChanged;
  }

private:
  struct Read {
    llvm::BitVector arguments, results;
  };

  /// What is handed on as an argument that is not read, or as such a result, is not read.
  bool isRead(Value value, func::FuncOp in) {
    return llvm::any_of(value.getUses(), [&](OpOperand &use) {
      const unsigned i = use.getOperandNumber();
      if (isa<func::ReturnOp>(use.getOwner()))
        return read[in].results.test(i);
      Read *callee = readOf(use.getOwner());
      return !callee || callee->arguments.test(i);
    });
  }

  /// Of what it calls; null if it is no call of these functions.
  Read *readOf(Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    auto known = call ? read.find(functionNamed(call, call.getCalleeAttr())) : read.end();
    return known == read.end() ? nullptr : &known->second;
  }

  void findRead() {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      auto mark = [&](llvm::BitVector &bits, ValueRange values, func::FuncOp in) {
        for (auto [i, value] : llvm::enumerate(values))
          if (!bits.test(i) && (flow::isStack(value) || isRead(value, in))) {
            bits.set(i);
            isChanged = true;
          }
      };
      for (func::FuncOp function : functions) {
        mark(read[function].arguments, function.getArguments(), function);
        for (func::CallOp call : calls[function])
          if (Read *callee = readOf(call))
            mark(callee->results, call.getResults(), function);
      }
    }
  }

  bool shorten(func::CallOp call) {
    Read *callee = readOf(call);
    if (!callee || (callee->arguments.all() && callee->results.all()))
      return false;
    SmallVector<Value> operands;
    SmallVector<Type> types;
    for (unsigned i : callee->arguments.set_bits())
      operands.push_back(call.getOperand(i));
    for (unsigned i : callee->results.set_bits())
      types.push_back(call.getResult(i).getType());
    OpBuilder builder(call);
    auto made = func::CallOp::create(builder, call.getLoc(), call.getCalleeAttr(), types, operands);
    made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    for (auto [next, i] : llvm::enumerate(callee->results.set_bits()))
      call.getResult(i).replaceAllUsesWith(made.getResult(next));
    call->dropAllUses(); // by others that are left out
    call.erase();
    return true;
  }

  bool shorten(func::FuncOp function) {
    const Read &known = read[function];
    if (known.arguments.all() && known.results.all())
      return false;
    llvm::BitVector arguments = known.arguments, results = known.results;
    for (unsigned i : arguments.flip().set_bits())
      function.getArgument(i).dropAllUses();
    function.front().getTerminator()->eraseOperands(results.flip());
    (void)function.eraseArguments(arguments);
    (void)function.eraseResults(results);
    return true;
  }

  ArrayRef<func::FuncOp> functions;
  llvm::DenseMap<Operation *, Read> read;
  llvm::DenseMap<Operation *, SmallVector<func::CallOp>> calls;
};

/// Ops whose results nobody reads, and such calls of functions that only compute.
void eraseDead(ArrayRef<func::FuncOp> functions) {
  llvm::DenseMap<Operation *, bool> haveOutput;
  auto isDead = [&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || !op->use_empty() || llvm::any_of(op->getOperands(), flow::isStack))
      return isOpTriviallyDead(op);
    func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
    auto [known, isNew] = haveOutput.try_emplace(callee);
    if (isNew)
      known->second = hasOutput(callee);
    return !known->second;
  };
  for (func::FuncOp function : functions)
    function.getBody().walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (isDead(op))
        op->erase();
    });
}

void remove(ArrayRef<func::FuncOp> functions, const llvm::DenseSet<Operation *> &fixed) {
  do
    eraseDead(functions);
  while (Remover(functions, fixed).run());
}

struct RemoveUnreadPass : PassWrapper<RemoveUnreadPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemoveUnreadPass)
  StringRef getArgument() const override { return "remove-unread"; }
  StringRef getDescription() const override {
    return "Leave out arguments and results of private functions that nobody reads";
  }
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    llvm::DenseSet<Operation *> fixed;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.getBody().hasOneBlock())
        continue;
      functions.push_back(function);
      if (!function.isPrivate())
        fixed.insert(function);
    }
    // What is named by other ops than calls must keep its type, and so must what is called where
    // there are several blocks.
    auto keepsType = [](Operation *user) {
      return !isa<func::CallOp>(user) ||
             !user->getParentOfType<func::FuncOp>().getBody().hasOneBlock();
    };
    for (auto uses = SymbolTable::getSymbolUses(&getOperation().getBodyRegion());
         SymbolTable::SymbolUse use : *uses)
      if (keepsType(use.getUser()))
        if (auto named = functionNamed(use.getUser(), cast<FlatSymbolRefAttr>(use.getSymbolRef())))
          fixed.insert(named);
    remove(functions, fixed);
  }
};

} // namespace

void removeUnread(ArrayRef<func::FuncOp> functions) {
  llvm::DenseSet<Operation *> fixed = {functions.front()};
  remove(functions, fixed);
}

std::unique_ptr<Pass> createRemoveUnreadPass() { return std::make_unique<RemoveUnreadPass>(); }

} // namespace cotan
