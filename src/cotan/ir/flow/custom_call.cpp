#include "cotan/ir/flow/custom_call.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/verification.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan::flow {

//--- What its functions must be

namespace {

SmallVector<Type> withDerivative(TypeRange types) {
  return llvm::filter_to_vector(types, carriesDerivative);
}

/// Compares a list of types of the op or of one of its functions with what it must be.
class TypeCheck {
public:
  TypeCheck(CustomCallOp op, FlatSymbolRefAttr name) : op(op), name(name) {}

  LogicalResult operator()(StringRef noun, TypeRange found, TypeRange expected, const Twine &why) {
    if (found.size() != expected.size())
      return op.emitOpError("'") << name.getValue() << "' has " << counted(found.size(), noun)
                                 << ", but must have " << expected.size() << ": " << why;
    for (auto [i, type, wanted] : llvm::enumerate(found, expected))
      if (type != wanted)
        return op.emitOpError("'") << name.getValue() << "' has " << type << " as " << noun << " #"
                                   << i << ", but must have " << wanted << ": " << why;
    return success();
  }

private:
  CustomCallOp op;
  FlatSymbolRefAttr name;
};

LogicalResult verifyForward(CustomCallOp op, FunctionType callee, FunctionType forward) {
  TypeCheck check(op, op.getForwardAttr());
  if (failed(check("argument", forward.getInputs(), callee.getInputs(),
                   "those of '" + op.getCallee() + "'")))
    return failure();
  size_t count = callee.getNumResults();
  if (forward.getNumResults() < count)
    return op.emitOpError("'") << op.getForward() << "' has "
                               << counted(forward.getNumResults(), "result")
                               << ", but must have at least " << count << ": those of '"
                               << op.getCallee() << "', then residuals";
  return check("result", forward.getResults().take_front(count), callee.getResults(),
               "those of '" + op.getCallee() + "', then residuals");
}

LogicalResult verifyReverse(CustomCallOp op, FunctionType callee, FunctionType forward,
                            FunctionType reverse) {
  TypeCheck check(op, op.getReverseAttr());
  SmallVector<Type> arguments(forward.getResults().drop_front(callee.getNumResults()));
  llvm::append_range(arguments, withDerivative(callee.getResults()));
  if (failed(check("argument", reverse.getInputs(), arguments,
                   "the residuals of '" + op.getForward() +
                       "', then a cotangent for each result of '" + op.getCallee() +
                       "' that is a tensor of floats")))
    return failure();
  return check("result", reverse.getResults(), withDerivative(callee.getInputs()),
               "a cotangent for each argument of '" + op.getCallee() +
                   "' that is a tensor of floats");
}

LogicalResult verifyJvp(CustomCallOp op, FunctionType callee, FunctionType jvp) {
  TypeCheck check(op, op.getJvpAttr());
  auto withTangents = [](TypeRange types) {
    SmallVector<Type> all(types);
    llvm::append_range(all, withDerivative(types));
    return all;
  };
  if (failed(check("argument", jvp.getInputs(), withTangents(callee.getInputs()),
                   "those of '" + op.getCallee() +
                       "', then a tangent for each that is a tensor of floats")))
    return failure();
  return check("result", jvp.getResults(), withTangents(callee.getResults()),
               "those of '" + op.getCallee() +
                   "', then a tangent for each that is a tensor of floats");
}

} // namespace

LogicalResult CustomCallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (getCaptured().value_or(0) > getOperands().size())
    return emitOpError("has ") << counted(getOperands().size(), "operand") << ", but "
                               << *getCaptured() << " are said to be captured";
  SmallVector<FunctionType> types;
  for (FlatSymbolRefAttr name : getFunctions()) {
    auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, name);
    if (!function)
      return emitOpError("there is no function '") << name.getValue() << "'";
    types.push_back(function.getFunctionType());
  }
  FunctionType callee = types[0], forward = types[1], run = getOrder() ? forward : callee;
  if (failed(verifyForward(*this, callee, forward)) ||
      failed(verifyReverse(*this, callee, forward, types[2])) ||
      (getJvpAttr() && failed(verifyJvp(*this, callee, types[3]))))
    return failure();
  TypeCheck check(*this, getRun());
  if (failed(check("argument", run.getInputs(), getOperandTypes(), "the op has these operands")))
    return failure();
  return check("result", run.getResults(), getResultTypes(), "the op has these results");
}

//--- Its derivative

// All active ops have residuals when rules are asked for.
Values CustomCallOp::vjp(RuleBuilder &b, ValueRange cotangents) {
  auto reverse = functionNamed(*this, getReverseAttr());
  unsigned numResults = functionNamed(*this, getCalleeAttr()).getNumResults();
  SmallVector<Value> arguments;
  for (Value residual : getResults().drop_front(numResults))
    arguments.push_back(b(residual).value());
  for (Value cotangent : cotangents.take_front(numResults))
    if (cotangent)
      arguments.push_back(cotangent);
  Exprs made = b.emitAll<func::CallOp>(reverse, arguments);
  Values answer;
  auto *next = made.begin();
  for (Type type : getOperandTypes())
    answer.push_back(carriesDerivative(type) ? (next++)->value() : Value());
  return answer;
}

//--- Its states

CustomCallOp keepResiduals(CustomCallOp op, unsigned order) {
  OpBuilder builder(op);
  auto forward = functionNamed(op, op.getForwardAttr());
  OperationState state(op.getLoc(), op->getName(), op->getOperands(), forward.getResultTypes(),
                       op->getAttrs());
  auto kept = cast<CustomCallOp>(builder.create(state));
  kept.setOrder(order);
  op->replaceAllUsesWith(kept->getResults().take_front(op->getNumResults()));
  op->erase();
  return kept;
}

void forgetResiduals(CustomCallOp op) {
  unsigned numResults = functionNamed(op, op.getCalleeAttr()).getNumResults();
  if (!llvm::all_of(op->getResults().drop_front(numResults), [](Value x) { return x.use_empty(); }))
    return;
  OpBuilder builder(op);
  auto results = op->getResults().take_front(numResults);
  OperationState state(op.getLoc(), op->getName(), op->getOperands(), results.getTypes(),
                       op->getAttrs());
  auto plain = cast<CustomCallOp>(builder.create(state));
  plain.removeOrderAttr();
  results.replaceAllUsesWith(plain->getResults());
  op->erase();
}

func::CallOp makePlain(CustomCallOp op) {
  OpBuilder builder(op);
  auto call = func::CallOp::create(builder, op.getLoc(), op.getRun(), op->getResultTypes(),
                                   op->getOperands());
  op->replaceAllUsesWith(call);
  op->erase();
  return call;
}

} // namespace cotan::flow
