#include "cotan/autodiff/call_residuals.h"

#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/autodiff/split_reverse.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

bool isStackType(Type type) { return isa<flow::StackType>(type); }

/// On a forward function: of which choice it is, and what the reverse function takes.
constexpr llvm::StringLiteral residualsName = "flow.residuals";
/// On a function whose frames lie on a stack: found out once.
constexpr llvm::StringLiteral framesName = "flow.frames";

/// Lets the forward function say of what it is; it is found again by that.
void mark(const CallResiduals &pair) {
  func::FuncOp callee = pair.of.callee, forward = pair.forward, reverse = pair.reverse;
  Builder b(callee.getContext());
  NamedAttrList said;
  said.set("active", pair.of.flags());
  said.set("operands", b.getDenseI32ArrayAttr(llvm::to_vector_of<int32_t>(pair.operands)));
  said.set("residuals", b.getDenseI32ArrayAttr(llvm::to_vector_of<int32_t>(pair.residuals)));
  said.set("reverse", FlatSymbolRefAttr::get(reverse));
  forward->setAttr(residualsName, said.getDictionary(b.getContext()));
  forward->setAttr(primalName, FlatSymbolRefAttr::get(callee));
  forward->setAttr(pairMark, b.getUnitAttr());
  reverse->setAttr(pairMark, b.getUnitAttr());
}

std::optional<CallResiduals> find(const ActiveCall &of) {
  func::FuncOp callee = of.callee;
  for (auto forward : callee->getParentRegion()->getOps<func::FuncOp>()) {
    auto said = forward->getAttrOfType<DictionaryAttr>(residualsName);
    if (!said || said.get("active") != of.flags() ||
        forward->getAttr(primalName) != FlatSymbolRefAttr::get(callee))
      continue;
    auto numbers = [&](StringRef name) {
      return llvm::to_vector_of<unsigned>(said.getAs<DenseI32ArrayAttr>(name).asArrayRef());
    };
    return CallResiduals{of, forward,
                         functionNamed(forward, said.getAs<FlatSymbolRefAttr>("reverse")),
                         numbers("operands"), numbers("residuals")};
  }
  return std::nullopt;
}

//--- making both functions

/// The copy is a function like any other, of which nothing is known yet.
void makePlain(func::FuncOp function) {
  function.setPrivate();
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  forgetOrigin(function);
  for (Operation *op : opsIn(function, [](Operation *op) { return op->hasAttr(orderName); }))
    op->removeAttr(orderName);
}

func::FuncOp addBeside(func::FuncOp callee, func::FuncOp made, StringRef suffix) {
  made.setName((callee.getName() + suffix).str());
  SymbolTable(callee->getParentOp()).insert(made, std::next(callee->getIterator()));
  return made;
}

/// The results of the forward function behind the callee's, each once: what the callee returns
/// itself, and what is given twice, is not given again.
SmallVector<unsigned> mergeResiduals(func::FuncOp forward, unsigned numResults) {
  Operation *end = forward.front().getTerminator();
  SmallVector<Value> values(end->getOperands().take_front(numResults));
  llvm::DenseMap<Value, unsigned> places;
  for (auto [i, value] : llvm::enumerate(values))
    places.try_emplace(value, i);
  SmallVector<unsigned> residuals;
  for (Value residual : end->getOperands().drop_front(numResults)) {
    auto [place, isNew] = places.try_emplace(residual, values.size());
    residuals.push_back(place->second);
    if (isNew)
      values.push_back(residual);
  }
  end->setOperands(values);
  updateType(forward);
  return residuals;
}

/// Leaves out the arguments of the callee that the reverse function does not read; says which are
/// left.
SmallVector<unsigned> eraseUnread(func::FuncOp reverse, unsigned numArguments) {
  SmallVector<unsigned> read;
  llvm::BitVector unread(reverse.getNumArguments());
  for (unsigned i = 0; i < numArguments; ++i)
    if (reverse.getArgument(i).use_empty())
      unread.set(i);
    else
      read.push_back(i);
  (void)reverse.eraseArguments(unread);
  return read;
}

/// None if stacks would have to be handed over.
FailureOr<std::optional<CallResiduals>> make(const ActiveCall &of) {
  func::FuncOp callee = of.callee;
  const unsigned numArguments = callee.getNumArguments(), numResults = callee.getNumResults();
  func::FuncOp forward = callee.clone();
  makePlain(forward);
  addBeside(callee, forward, ".forward");
  ReverseOptions options{of.tensors(), {}, Seed::argument};
  llvm::append_range(options.results, of.results.set_bits());
  if (failed(differentiate(forward, options)) || failed(inlineForwards(forward, /*order=*/~0u)))
    return failure();
  func::FuncOp reverse = splitReverse(forward, numArguments, numResults, FilledStacks::handedOver);
  makePlain(forward);
  makePlain(reverse);
  if (llvm::any_of(forward.getResultTypes(), isStackType)) {
    forward.erase();
    reverse.erase();
    return std::optional<CallResiduals>();
  }
  addBeside(callee, reverse, ".reverse");
  CallResiduals pair{of, forward, reverse, eraseUnread(reverse, numArguments),
                     mergeResiduals(forward, numResults)};
  mark(pair);
  return std::optional(pair);
}

FailureOr<std::optional<CallResiduals>> residualsOf(const ActiveCall &of) {
  func::FuncOp callee = of.callee;
  if (callee->hasAttr(framesName) || llvm::any_of(callee.getArgumentTypes(), isStackType))
    return std::optional<CallResiduals>();
  if (auto known = find(of))
    return known;
  auto made = isRecursive(callee) ? FailureOr(std::optional<CallResiduals>()) : make(of);
  if (succeeded(made) && !*made)
    callee->setAttr(framesName, UnitAttr::get(callee.getContext()));
  return made;
}

/// The call gives the residuals, too.
func::CallOp callForward(func::CallOp call, const CallResiduals &pair) {
  OpBuilder builder(call);
  auto made =
      func::CallOp::create(builder, call.getLoc(), func::FuncOp(pair.forward), call.getOperands());
  made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(made->getResults().take_front(call.getNumResults()));
  call->erase();
  return made;
}

/// The call gives no residuals, if nobody reads them; null if it stays as it is.
func::CallOp callPrimal(func::CallOp call) {
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
  if (!callee->hasAttr(residualsName))
    return nullptr;
  auto primal = functionNamed(call, callee->getAttrOfType<FlatSymbolRefAttr>(primalName));
  const unsigned count = primal.getNumResults();
  if (llvm::any_of(call.getResults().drop_front(count),
                   [](Value residual) { return !residual.use_empty(); }))
    return nullptr;
  OpBuilder builder(call);
  auto made = func::CallOp::create(builder, call.getLoc(), primal, call.getOperands());
  made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  for (auto [before, after] : llvm::zip(call.getResults(), made.getResults()))
    before.replaceAllUsesWith(after);
  call.erase();
  return made;
}

} // namespace

void forgetOrigin(func::FuncOp copy) {
  for (StringRef mark : {residualsName, framesName, primalName, pairMark, movedMark})
    copy->removeAttr(mark);
}

void settleCalls(func::FuncOp program) {
  auto functions = llvm::to_vector(program->getParentRegion()->getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (auto said = function->getAttrOfType<DictionaryAttr>(residualsName)) {
      forgetOrigin(functionNamed(function, said.getAs<FlatSymbolRefAttr>("reverse")));
      forgetOrigin(function);
    }
  llvm::SetVector<Operation *> reached;
  reached.insert(program);
  for (size_t i = 0; i < reached.size(); ++i)
    for (auto uses = SymbolTable::getSymbolUses(reached[i]); SymbolTable::SymbolUse use : *uses)
      reached.insert(functionNamed(reached[i], cast<FlatSymbolRefAttr>(use.getSymbolRef())));
  for (func::FuncOp function : functions)
    if (!reached.contains(function))
      function.erase();
}

void forgetCallResiduals(func::FuncOp function) {
  for (auto other : function->getParentRegion()->getOps<func::FuncOp>())
    other->removeAttr(framesName);
  for (func::CallOp call : opsIn<func::CallOp>(function))
    while (call)
      call = callPrimal(call);
}

/// False if there is no such call.
static FailureOr<bool> keepCallResiduals(func::FuncOp function, const Activity &activity,
                                         CallPairs &calls) {
  SmallVector<std::pair<func::CallOp, ActiveCall>> active; // found before values are replaced
  function.walk([&](func::CallOp call) {
    if (activity.reverses(call))
      active.push_back({call, ActiveCall(call, activity)});
  });
  bool found = false;
  for (auto &[call, of] : active) {
    auto pair = residualsOf(of);
    if (failed(pair))
      return failure();
    if (*pair)
      calls.setResiduals(callForward(call, **pair), **pair);
    found |= pair->has_value();
  }
  return found;
}

LogicalResult keepAllResiduals(func::FuncOp function, const std::optional<Activity> &activity,
                               function_ref<void()> findActive, CallPairs &calls) {
  FailureOr<bool> ofRules = keepResiduals(function, *activity, calls.ofOrder());
  if (failed(ofRules))
    return failure();
  if (*ofRules)
    findActive();
  FailureOr<bool> ofCalls = keepCallResiduals(function, *activity, calls);
  if (failed(ofCalls))
    return failure();
  if (*ofCalls)
    findActive();
  return success();
}

} // namespace cotan
