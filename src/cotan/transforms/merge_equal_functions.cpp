// MLIR's duplicate-function-elimination erases public functions, leaves function values that name
// what it has erased, and takes functions that call themselves for different ones.
#include "cotan/transforms/merge_equal_functions.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {
namespace {

using Class = SmallVector<func::FuncOp>;

NamedAttrList attributesOf(func::FuncOp function) {
  NamedAttrList attributes(function->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  attributes.erase(SymbolTable::getVisibilityAttrName());
  return attributes;
}

bool hasOpenSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Frames fit by what the two functions of a pair are, so those with stacks stay apart.
bool canBeMerged(func::FuncOp function) {
  if (function.isExternal() || hasOutput(function) ||
      llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<flow::StackType>) ||
      llvm::any_of(function.getResultTypes(), llvm::IsaPred<flow::StackType>))
    return false;
  auto isOpen = [](Operation *op) {
    return llvm::any_of(op->getOperandTypes(), hasOpenSize) ||
                   llvm::any_of(op->getResultTypes(), hasOpenSize)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return !function.walk(isOpen).wasInterrupted();
}

/// The same for equal functions, whatever they call.
size_t fingerprint(func::FuncOp function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.walk([&](Operation *op) { hash = llvm::hash_combine(hash, op->getName()); });
  return size_t(hash);
}

/// The same for equal functions that call the same.
size_t hashOf(func::FuncOp function) {
  using Equivalence = OperationEquivalence;
  llvm::hash_code hash = 0;
  for (Operation &outer : function.front())
    outer.walk([&](Operation *op) {
      hash = llvm::hash_combine(hash, Equivalence::computeHash(op, Equivalence::ignoreHashValue,
                                                               Equivalence::ignoreHashValue,
                                                               Equivalence::IgnoreLocations));
    });
  return size_t(hash);
}

/// Functions that may be equal are taken for equal until something in them says that they are not:
/// so those are found that call themselves.
class Classes {
public:
  explicit Classes(ArrayRef<func::FuncOp> functions) {
    llvm::MapVector<size_t, Class> alike;
    for (func::FuncOp function : functions)
      if (canBeMerged(function))
        alike[fingerprint(function)].push_back(function);
    for (auto &[hash, members] : alike)
      add(std::move(members));
    while (split())
      ;
  }

  /// What each function that goes is called from now on.
  const FunctionNames &names() const { return firstNames; }

private:
  void add(Class members) {
    for (func::FuncOp function : ArrayRef(members).drop_front())
      firstNames[function.getSymNameAttr()] = members.front().getSymNameAttr();
    if (members.size() > 1)
      classes.push_back(std::move(members));
  }

  /// By what they are if they call the first of each class. Whether one falls apart.
  bool split() {
    std::vector<Class> parts;
    for (const Class &members : classes)
      llvm::append_range(parts, partsOf(members));
    const size_t before = firstNames.size();
    classes.clear();
    firstNames.clear();
    for (Class &part : parts)
      add(std::move(part));
    return firstNames.size() != before;
  }

  std::vector<Class> partsOf(const Class &members) {
    std::vector<Class> parts;
    std::vector<OwningOpRef<func::FuncOp>> firsts;
    llvm::DenseMap<size_t, SmallVector<size_t, 1>> byHash; // few have one and are not equal
    for (func::FuncOp function : members) {
      OwningOpRef<func::FuncOp> copy(function.clone());
      renameFunctions(*copy, firstNames);
      SmallVector<size_t, 1> &alike = byHash[hashOf(*copy)];
      auto *part = llvm::find_if(alike, [&](size_t i) {
        return areEqual(*firsts[i], *copy, OperationEquivalence::IgnoreLocations);
      });
      if (part == alike.end()) {
        alike.push_back(parts.size());
        part = &alike.back();
        parts.emplace_back();
        firsts.push_back(std::move(copy));
      }
      parts[*part].push_back(function);
    }
    return parts;
  }

  std::vector<Class> classes;
  FunctionNames firstNames;
};

struct MergeEqualFunctionsPass : PassWrapper<MergeEqualFunctionsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergeEqualFunctionsPass)
  StringRef getArgument() const override { return "merge-equal-functions"; }
  StringRef getDescription() const override { return "Let equal functions be called by one name"; }
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        mergeEqualFunctions(function);
  }
};

} // namespace

bool areEqual(func::FuncOp a, func::FuncOp b, OperationEquivalence::Flags flags) {
  return attributesOf(a) == attributesOf(b) &&
         a.front().getOperations().size() == b.front().getOperations().size() &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBody(), &b.getBody(), flags);
}

void mergeEqualFunctions(func::FuncOp program) {
  SmallVector<func::FuncOp> reached = reachedFrom(program);
  const Classes classes(ArrayRef(reached).drop_front()); // the program is nobody's to call
  const FunctionNames &names = classes.names();
  for (func::FuncOp function : reached) {
    renameFunctions(function, names);
    if (StringAttr first = names.lookup(function.getSymNameAttr()))
      if (auto said = remark::passed(
              function.getLoc(),
              remark::RemarkOpts::name("merged").category("calls").function(function.getName())))
        said << ("'" + function.getName() + "' is equal to '" + first.getValue() +
                 "', which is called in its place")
                    .str();
  }
}

std::unique_ptr<Pass> createMergeEqualFunctionsPass() {
  return std::make_unique<MergeEqualFunctionsPass>();
}

} // namespace cotan
