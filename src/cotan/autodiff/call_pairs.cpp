#include "cotan/autodiff/call_pairs.h"

#include "cotan/autodiff/call_residuals.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/autodiff/reverser.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/types.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {

bool handsOnStack(Operation *op) {
  return isa<func::CallOp>(op) && llvm::any_of(op->getOperands(), flow::isStack);
}

//--- what is active

ActiveCall::ActiveCall(func::CallOp call, const Activity &activity)
    : callee(functionNamed(call, call.getCalleeAttr())), operands(call.getNumOperands()),
      results(call.getNumResults()) {
  for (auto [i, operand] : llvm::enumerate(call.getOperands()))
    operands[i] =
        flow::isStack(operand) ? activity.isActiveStack(operand) : activity.isActive(operand);
  for (auto [i, result] : llvm::enumerate(call.getResults()))
    results[i] = activity.isActive(result);
}

SmallVector<unsigned> ActiveCall::those(bool areStacks) const {
  SmallVector<unsigned> found;
  for (unsigned i : operands.set_bits())
    if (isa<flow::StackType>(func::FuncOp(callee).getArgumentTypes()[i]) == areStacks)
      found.push_back(i);
  return found;
}

llvm::SetVector<Value> ActiveCall::stacksIn(func::FuncOp function,
                                            const StackClasses &classes) const {
  llvm::SetVector<Value> found;
  for (unsigned i : stacks())
    found.insert(classes.leader(function.getArgument(i)));
  for (size_t i = 0; i < found.size(); ++i)
    for (Operation *op : classes.uses(found[i])) {
      auto slots = isa<flow::PushBackOp>(op) ? ValueRange(op->getOperands().drop_front())
                                             : ValueRange(op->getResults());
      for (Value slot : slots)
        if (flow::isStack(slot))
          found.insert(classes.leader(slot));
    }
  return found;
}

Activity ActiveCall::activityIn(func::FuncOp function, const StackClasses &classes) const {
  llvm::SetVector<Value> both = stacksIn(function, classes);
  SmallVector<Value> inputs(both.begin(), both.end()), outputs(inputs);
  for (unsigned i : tensors())
    inputs.push_back(function.getArgument(i));
  for (unsigned i : results.set_bits())
    outputs.push_back(function.front().getTerminator()->getOperand(i));
  return Activity(function, classes, inputs, outputs);
}

//--- declaring

static DenseBoolArrayAttr flagsOf(const llvm::BitVector &bits, MLIRContext *context) {
  SmallVector<bool> flags(bits.size());
  for (unsigned i : bits.set_bits())
    flags[i] = true;
  return DenseBoolArrayAttr::get(context, flags);
}

Attribute ActiveCall::flags() const {
  MLIRContext *context = func::FuncOp(callee).getContext();
  return ArrayAttr::get(context, {flagsOf(operands, context), flagsOf(results, context)});
}

static llvm::BitVector bitsOf(Attribute flags) {
  llvm::BitVector bits;
  for (bool flag : cast<DenseBoolArrayAttr>(flags).asArrayRef())
    bits.push_back(flag);
  return bits;
}

ActiveCall::ActiveCall(func::FuncOp callee, Attribute flags)
    : ActiveCall(callee, bitsOf(cast<ArrayAttr>(flags)[0]), bitsOf(cast<ArrayAttr>(flags)[1])) {}

/// Lets both functions say which pair they are.
static void mark(CallPair &pair) {
  Builder b(pair.forward.getContext());
  auto named = [&](StringRef name, Attribute value) { return b.getNamedAttr(name, value); };
  auto mark = b.getDictionaryAttr(
      {named("active", pair.of.flags()), named("forward", FlatSymbolRefAttr::get(pair.forward)),
       named("handed_on", b.getDenseI32ArrayAttr(llvm::to_vector_of<int32_t>(pair.handedOn))),
       named("order", b.getI64IntegerAttr(pair.order)),
       named("reverse", FlatSymbolRefAttr::get(pair.reverse))});
  pair.forward->setAttr(pairMark, mark);
  pair.reverse->setAttr(pairMark, mark);
  pair.forward->setAttr(primalName, FlatSymbolRefAttr::get(pair.of.callee));
}

std::optional<CallPair> CallPair::with(func::FuncOp member) {
  auto mark = member->getAttrOfType<DictionaryAttr>(pairMark);
  if (!mark)
    return std::nullopt;
  auto function = [&](Attribute name) {
    return functionNamed(member, cast<FlatSymbolRefAttr>(name));
  };
  func::FuncOp forward = function(mark.get("forward")), reverse = function(mark.get("reverse"));
  const ActiveCall of(function(forward->getAttr(primalName)), mark.get("active"));
  auto handedOn = cast<DenseI32ArrayAttr>(mark.get("handed_on")).asArrayRef();
  return CallPair{of, forward, reverse, unsigned(mark.getAs<IntegerAttr>("order").getInt()),
                  llvm::to_vector_of<unsigned>(handedOn)};
}

std::vector<CallPair> CallPair::allOf(func::FuncOp callee) {
  std::vector<CallPair> found;
  for (auto function : callee->getParentRegion()->getOps<func::FuncOp>())
    if (auto primal = function->getAttrOfType<FlatSymbolRefAttr>(primalName);
        primal && primal.getValue() == callee.getName())
      if (std::optional<CallPair> pair = with(function)) // others have residuals instead
        found.push_back(*pair);
  return found;
}

/// The tensors among the arguments that each call of the function by itself hands on as they came.
static SmallVector<unsigned> handedOnBy(func::FuncOp function) {
  SmallVector<func::CallOp> calls = callsOfItself(function);
  SmallVector<unsigned> found;
  for (BlockArgument argument : function.getArguments())
    if (unsigned i = argument.getArgNumber();
        !flow::isStack(argument) && !calls.empty() &&
        llvm::all_of(calls, [&](func::CallOp call) { return call.getOperand(i) == argument; }))
      found.push_back(i);
  return found;
}

/// Of what is handed on, the reverse takes what it reads.
static void forgetUnread(CallPair &pair) {
  func::FuncOp reverse = pair.reverse;
  const unsigned first = reverse.getNumArguments() - pair.handedOn.size();
  llvm::BitVector unread(reverse.getNumArguments());
  SmallVector<unsigned> read;
  for (auto [k, known] : llvm::enumerate(pair.handedOn)) {
    auto isHandedOn = [&, place = first + k](OpOperand &use) {
      auto call = dyn_cast<func::CallOp>(use.getOwner());
      return call && call.getCallee() == reverse.getName() && use.getOperandNumber() == place;
    };
    if (llvm::all_of(reverse.getArgument(first + k).getUses(), isHandedOn))
      unread.set(first + k);
    else
      read.push_back(known);
  }
  auto uses = SymbolTable::getSymbolUses(reverse, reverse->getParentOp());
  for (SymbolTable::SymbolUse use : *uses)
    if (auto call = dyn_cast<func::CallOp>(use.getUser()))
      call->eraseOperands(unread);
  (void)reverse.eraseArguments(unread);
  pair.handedOn = read;
  mark(pair);
}

FailureOr<const CallPair *> CallPairs::of(const ActiveCall &wanted) {
  for (const CallPair &pair : pairs)
    if (pair.of == wanted)
      return &pair;
  CallPair &pair = pairs.emplace_back(CallPair{wanted, nullptr, nullptr, order, {}});
  auto said = llvm::find_if(handedOn, [&](const auto &each) { return each.first == wanted; });
  pair.handedOn = said != handedOn.end() ? said->second : handedOnBy(wanted.callee);
  declare(pair);
  if (failed(write(pair)))
    return failure();
  if (said == handedOn.end())
    forgetUnread(pair);
  return &pair;
}

void CallPairs::declare(CallPair &pair) {
  func::FuncOp callee = pair.of.callee;
  MLIRContext *context = callee.getContext();
  Type stack = flow::StackType::get(context);
  SmallVector<Type> inputs(callee.getArgumentTypes()), given = {stack}, made;
  inputs.push_back(stack);
  for (unsigned i : pair.of.results.set_bits())
    given.push_back(callee.getResultTypes()[i]);
  given.append(pair.of.stacks().size(), stack);
  for (unsigned i : pair.handedOn)
    given.push_back(inputs[i]);
  for (unsigned i : pair.of.tensors())
    made.push_back(callee.getArgumentTypes()[i]);
  pair.forward = declareBeside(callee, ".forward",
                               FunctionType::get(context, inputs, callee.getResultTypes()));
  pair.reverse = declareBeside(callee, ".reverse", FunctionType::get(context, given, made));
  mark(pair);
}

//--- writing

/// The body of the callee, with the stack of the tree as its last argument.
static void copyBody(func::FuncOp callee, func::FuncOp forward, Location loc) {
  IRMapping copies;
  callee.getBody().cloneInto(&forward.getBody(), copies);
  forward.front().addArgument(forward.getArgumentTypes().back(), loc);
}

LogicalResult CallPairs::write(CallPair &pair) {
  const ActiveCall &of = pair.of;
  func::FuncOp forward = pair.forward, reverse = pair.reverse;
  copyBody(of.callee, forward, forward.getLoc());
  reverse.addEntryBlock();
  if (failed(inlineForwards(forward, order)))
    return failure();
  std::optional<StackClasses> classes;
  std::optional<Activity> activity;
  auto findActive = [&] {
    classes.emplace(forward);
    activity.emplace(of.activityIn(forward, *classes));
  };
  findActive();
  if (failed(keepAllResiduals(forward, activity, findActive, *this)))
    return failure();
  auto loops = opsIn<flow::Structured>(
      forward, [&](flow::Structured op) { return activity->reverses(op) && !sharesTree(op); });
  IRRewriter rewriter(forward.getContext());
  for (flow::Structured loop : loops)
    (void)flow::appendResidualStack(rewriter, loop);
  if (!loops.empty()) // they are new ops
    findActive();
  Reverser reverser(forward, *classes, *activity, *this);
  Block::BlockArgListType given = reverse.getArguments().drop_front();
  SmallVector<std::pair<Value, Value>> seeds;
  for (auto [i, cotangent] : llvm::zip(of.results.set_bits(), given))
    seeds.push_back({forward.front().getTerminator()->getOperand(i), cotangent});
  for (auto [i, cotangents] : llvm::zip(of.stacks(), given.drop_front(seeds.size())))
    reverser.giveCotangents(forward.getArgument(i), cotangents);
  for (auto [i, known] : llvm::zip_equal(pair.handedOn, given.take_back(pair.handedOn.size())))
    reverser.giveKnown(forward.getArgument(i), known);
  SmallVector<Value> inputs = llvm::map_to_vector(
      of.tensors(), [&](unsigned i) -> Value { return forward.getArgument(i); });
  if (failed(reverser.runApart(forward.front(), reverse.front(), seeds, inputs)))
    return failure();
  return inlineReverses(reverse, NewCode(), order);
}

//--- forgetting

/// What it calls instead if nobody takes off what it pushes; null if it pushes nothing.
static FlatSymbolRefAttr primalOf(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  func::FuncOp callee = call ? functionNamed(call, call.getCalleeAttr()) : nullptr;
  return callee ? callee->getAttrOfType<FlatSymbolRefAttr>(primalName) : FlatSymbolRefAttr();
}

/// Those that no other function comes to.
static void eraseUncalledPairs(Operation *module) {
  auto functions = llvm::to_vector(module->getRegion(0).getOps<func::FuncOp>());
  llvm::SetVector<Operation *> called;
  for (func::FuncOp function : functions)
    if (!function->hasAttr(pairMark))
      called.insert(function);
  for (size_t i = 0; i < called.size(); ++i)
    for (auto uses = SymbolTable::getSymbolUses(called[i]); SymbolTable::SymbolUse use : *uses)
      called.insert(functionNamed(called[i], cast<FlatSymbolRefAttr>(use.getSymbolRef())));
  for (func::FuncOp function : functions)
    if (!called.contains(function))
      function.erase();
}

void forgetForwards(func::FuncOp function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto tree : llvm::make_early_inc_range(function.front().getOps<flow::CreateStackOp>())) {
      auto pushes = [&](OpOperand &use) {
        return primalOf(use.getOwner()) &&
               use.getOperandNumber() == use.getOwner()->getNumOperands() - 1;
      };
      if (!llvm::all_of(tree->getUses(), pushes) || tree->use_empty())
        continue;
      for (Operation *call : llvm::to_vector(tree->getUsers())) {
        cast<func::CallOp>(call).setCalleeAttr(primalOf(call));
        call->eraseOperand(call->getNumOperands() - 1);
      }
      tree.erase();
      changed = true;
    }
  }
  forgetCallResiduals(function);
  eraseUncalledPairs(function->getParentOp());
}

} // namespace cotan
