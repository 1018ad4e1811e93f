// What makes the ops of fn well-formed, each rule with its own diagnostic.
#include "cotan/ir/flow/verification.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan::fn {

using flow::counted;

//--- Functions of the module

/// The function an op names, without its first arguments, must be what the op says it is.
static LogicalResult verifyNamed(Operation *op, FlatSymbolRefAttr name, TypeRange captured,
                                 FunctionType said, SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name);
  if (!function)
    return op->emitOpError("there is no function '") << name.getValue() << "'";
  for (Type type : function.getFunctionType().getInputs())
    if (!isa<RankedTensorType, FunctionType>(type))
      return op->emitOpError("'") << name.getValue() << "' takes " << type
                                  << ", but a function value takes tensors and functions";
  ArrayRef<Type> inputs = function.getArgumentTypes();
  if (captured.size() > inputs.size())
    return op->emitOpError("captures ")
           << counted(captured.size(), "value") << ", but '" << name.getValue() << "' takes "
           << counted(inputs.size(), "argument");
  for (auto [i, type] : llvm::enumerate(captured))
    if (type != inputs[i])
      return op->emitOpError("captures ") << type << " as argument #" << i << " of '"
                                          << name.getValue() << "', which is " << inputs[i];
  auto rest = mlir::FunctionType::get(op->getContext(), inputs.drop_front(captured.size()),
                                      function.getResultTypes());
  if (rest != said.getSignature())
    return op->emitOpError("is ") << said << ", but '" << name.getValue() << "' "
                                  << (captured.empty() ? "is " : "is then ") << rest;
  return success();
}

LogicalResult ConstantOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyNamed(*this, getCalleeAttr(), {}, getType(), symbols);
}

LogicalResult ClosureOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyNamed(*this, getCalleeAttr(), getCaptured().getTypes(), getType(), symbols);
}

//--- Arguments and results

static LogicalResult verifyTypes(Operation *op, StringRef noun, TypeRange found,
                                 TypeRange expected) {
  if (found.size() != expected.size())
    return op->emitOpError("has ")
           << counted(found.size(), noun) << ", but the function has " << expected.size();
  for (auto [i, type, wanted] : llvm::enumerate(found, expected))
    if (type != wanted)
      return op->emitOpError("has ")
             << type << " as " << noun << " #" << i << ", but the function has " << wanted;
  return success();
}

LogicalResult ApplyOp::verify() {
  FunctionType type = getFunction().getType();
  if (failed(verifyTypes(*this, "argument", getArguments().getTypes(), type.getInputs())))
    return failure();
  return verifyTypes(*this, "result", getResultTypes(), type.getResults());
}

LogicalResult PartialOp::verify() {
  FunctionType type = getFunction().getType();
  const size_t given = getArguments().size(), taken = type.getInputs().size();
  if (given > taken)
    return emitOpError("gives ") << counted(given, "argument") << ", but the function takes "
                                 << taken;
  if (failed(verifyTypes(*this, "argument", getArguments().getTypes(),
                         type.getInputs().take_front(given))))
    return failure();
  auto rest =
      mlir::FunctionType::get(getContext(), type.getInputs().drop_front(given), type.getResults());
  if (rest != getType().getSignature())
    return emitOpError("is ") << getType() << ", but what is left of the function is " << rest;
  return success();
}

LogicalResult SwitchOp::verify() {
  if (getFunctions().empty())
    return emitOpError("has no function to choose from; it needs at least one");
  if (isByCondition() && getFunctions().size() != 2)
    return emitOpError("chooses between ")
           << counted(getFunctions().size(), "function")
           << " by a condition, which is for two; give an index for others";
  for (auto [i, type] : llvm::enumerate(getFunctions().getTypes()))
    if (type != getType())
      return emitOpError("chooses ") << getType() << ", but function #" << i << " is " << type;
  return success();
}

unsigned MapOp::getNumLeaves() {
  const size_t nests = getFunction().getType().getInputs().size();
  return nests ? getLeaves().size() / nests : 0;
}

LogicalResult MapOp::verify() {
  FunctionType type = getFunction().getType();
  const size_t nests = type.getInputs().size();
  if (!nests)
    return emitOpError("maps a function without arguments, so nothing says how often");
  if (getLeaves().size() % nests)
    return emitOpError("has ") << counted(getLeaves().size(), "value")
                               << " in its nests for a function of " << counted(nests, "argument")
                               << ": all nests must have equally many";
  auto repeated = [&](ArrayRef<Type> types) {
    SmallVector<Type> all;
    for (Type each : types)
      all.append(getNumLeaves(), each);
    return all;
  };
  if (failed(verifyTypes(*this, "leaf", getLeaves().getTypes(), repeated(type.getInputs()))))
    return failure();
  return verifyTypes(*this, "result", getResultTypes(), repeated(type.getResults()));
}

//--- Derivatives

namespace {

/// The signature of what is differentiated, and with respect to what.
struct Differentiated {
  FunctionType type;
  SmallVector<Type> wrt;

  MLIRContext *context() const { return type.getContext(); }
  /// The results that are tensors of floats.
  SmallVector<Type> smoothResults() const {
    return llvm::filter_to_vector(type.getResults(), carriesDerivative);
  }
  FunctionType with(ArrayRef<Type> inputs, ArrayRef<Type> results) const {
    return FunctionType::get(context(), mlir::FunctionType::get(context(), inputs, results));
  }
};

FailureOr<Differentiated> differentiated(std::optional<Location> loc, StringRef what,
                                         ValueRange operands, ArrayRef<int64_t> wrt) {
  auto type = operands.empty() ? FunctionType() : dyn_cast<FunctionType>(operands[0].getType());
  if (!type)
    return failure(); // the type of the operand is another rule's
  Differentiated found{type, {}};
  if (wrt.empty())
    return emitOptionalError(loc, "'", what,
                             "' has no argument to differentiate with respect to; name some");
  for (auto [i, position] : llvm::enumerate(wrt)) {
    if (position < 0 || size_t(position) >= type.getInputs().size())
      return emitOptionalError(loc, "'", what, "' names argument #", position,
                               ", but the function takes ",
                               counted(type.getInputs().size(), "argument"));
    if (i && position <= wrt[i - 1])
      return emitOptionalError(loc, "'", what,
                               "' must name arguments once, in their order, but names #", position,
                               " after #", wrt[i - 1]);
    found.wrt.push_back(type.getInputs()[position]);
    if (!carriesDerivative(found.wrt.back()))
      return emitOptionalError(loc, "'", what, "' names argument #", position, ", which is ",
                               found.wrt.back(), "; only tensors of floats carry a derivative");
  }
  for (Type result : type.getResults())
    if (isFunction(result))
      return emitOptionalError(loc, "'", what, "' is of a function that returns ", result,
                               "; apply that first");
  return found;
}

} // namespace

LogicalResult GradOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor given,
                                       SmallVectorImpl<Type> &types) {
  auto of = differentiated(loc, getOperationName(), given.getOperands(), given.getWrt());
  if (failed(of))
    return failure();
  ArrayRef<Type> results = of->type.getResults();
  auto scalar = results.size() == 1 ? dyn_cast<RankedTensorType>(results[0]) : nullptr;
  if (!scalar || scalar.getRank() != 0 || !carriesDerivative(scalar))
    return emitOptionalError(loc, "'", getOperationName(),
                             "' needs one result, a 0-d tensor of floats, but the function is ",
                             of->type, "; fn.vjp takes any");
  types.push_back(of->with(of->type.getInputs(), of->wrt));
  return success();
}

LogicalResult VjpOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor given,
                                      SmallVectorImpl<Type> &types) {
  auto of = differentiated(loc, getOperationName(), given.getOperands(), given.getWrt());
  if (failed(of))
    return failure();
  SmallVector<Type> results(of->type.getResults());
  results.push_back(of->with(of->smoothResults(), of->wrt));
  types.push_back(of->with(of->type.getInputs(), results));
  return success();
}

LogicalResult JvpOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor given,
                                      SmallVectorImpl<Type> &types) {
  auto of = differentiated(loc, getOperationName(), given.getOperands(), given.getWrt());
  if (failed(of))
    return failure();
  SmallVector<Type> inputs(of->type.getInputs()), results(of->type.getResults());
  llvm::append_range(inputs, of->wrt);
  llvm::append_range(results, of->smoothResults());
  types.push_back(of->with(inputs, results));
  return success();
}

} // namespace cotan::fn
