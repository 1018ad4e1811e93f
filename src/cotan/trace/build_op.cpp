#include "cotan/trace/build_op.h"

#include "cotan/ir/program_parts.h"
#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/operand_sizes.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"
#include "cotan/trace/open_sizes.h"
#include "cotan/trace/reproducible.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace cotan::trace {
namespace {

Attribute toAttribute(Builder &builder, const NamedAttribute &attribute) {
  struct Visitor {
    Builder &builder;
    Attribute operator()(Unit unit) { return unit.isThere ? builder.getUnitAttr() : Attribute(); }
    Attribute operator()(bool value) { return builder.getBoolAttr(value); }
    Attribute operator()(int64_t value) { return builder.getI64IntegerAttr(value); }
    Attribute operator()(double value) { return builder.getF64FloatAttr(value); }
    Attribute operator()(StringRef value) { return builder.getStringAttr(value); }
    Attribute operator()(ArrayRef<int64_t> value) { return builder.getDenseI64ArrayAttr(value); }
    Attribute operator()(ArrayRef<int32_t> value) { return builder.getDenseI32ArrayAttr(value); }
  };
  return std::visit(Visitor{builder}, attribute.value);
}

/// Brings operands to the element types and the shape the operation wants.
LogicalResult adapt(OpBuilder &builder, Location location, const OperationSpec &operation,
                    SmallVector<Value> &operands, std::optional<DType> &refused) {
  RuleBuilder rules(builder, location);
  Exprs exprs;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Expr expr = rules(operand);
    if (i < operation.operandTypes.size()) {
      Type element = typeOf(operation.operandTypes[i], builder.getContext());
      if (isa<ComplexType>(expr.elementType()) && !isa<ComplexType>(element) &&
          !element.isInteger(1)) {
        refused = dtypeOf(expr.elementType());
        return failure();
      }
      if (expr.elementType() != element)
        expr = castTo(expr, element);
    }
    exprs.push_back(expr);
  }
  if (operation.broadcasts)
    broadcastTogether(exprs);
  for (auto [operand, expr] : llvm::zip_equal(operands, exprs))
    operand = expr.value();
  return success();
}

/// The op's properties, filled from attributes, for the time of type inference.
class Properties {
public:
  Properties(RegisteredOperationName name, DictionaryAttr attributes)
      : name(name), memory(name.getOpPropertyByteSize()) {
    if (memory.empty())
      return;
    properties = OpaqueProperties(memory.data());
    name.initOpProperties(properties, OpaqueProperties(nullptr));
    auto error = [&] { return emitError(UnknownLoc::get(name.getContext())); };
    isValid = succeeded(name.setOpPropertiesFromAttribute(name, properties, attributes, error));
  }
  ~Properties() {
    if (!memory.empty())
      name.destroyOpProperties(properties);
  }

  RegisteredOperationName name;
  std::vector<char> memory;
  OpaqueProperties properties = nullptr;
  bool isValid = true;
};

bool infersTypes(const OperationState &state) {
  auto registered = state.name.getRegisteredInfo();
  return registered && registered->getInterface<InferTypeOpInterface>();
}

LogicalResult inferTypes(OperationState &state) {
  auto registered = state.name.getRegisteredInfo();
  if (!registered)
    return emitError(state.location) << "there is no op '" << state.name.getStringRef() << "'";
  auto *infers = registered->getInterface<InferTypeOpInterface>();
  if (!infers)
    return emitError(state.location)
           << "'" << state.name.getStringRef() << "' needs the types of its results";
  DictionaryAttr attributes = state.attributes.getDictionary(state.getContext());
  Properties properties(*registered, attributes);
  if (!properties.isValid)
    return failure();
  SmallVector<Type> types;
  if (failed(infers->inferReturnTypes(state.getContext(), state.location, state.operands,
                                      attributes, properties.properties, state.regions, types)))
    return failure();
  state.addTypes(types);
  return success();
}

/// What the operation says; else which axes of the operands those of the result are.
SmallVector<int64_t, 4> sizesOf(OpResult result, const OperationSpec &operation,
                                ArrayRef<ArrayRef<int64_t>> operands) {
  const unsigned i = result.getResultNumber();
  SmallVector<int64_t, 4> said;
  if (i < operation.results.size())
    said = operation.results[i].sizes;
  if (!said.empty() || cast<RankedTensorType>(result.getType()).hasStaticShape())
    return said;
  SmallVector<ArrayRef<int64_t>> together;
  std::optional<SmallVector<int64_t, 4>> common;
  if (operation.broadcasts && (common = broadcastSizes(operands))) {
    together.assign(operands.size(), *common);
    operands = together;
  }
  OperandSizes rules(result.getOwner()->getOperandTypes());
  std::optional<Sizes> sizes = sizesByRule(result, rules);
  for (size_t axis = 0; sizes && axis < sizes->size(); ++axis) {
    std::optional<SizeSource> source = (*sizes)[axis].source();
    const bool isAxis = source && !source->isNumber && source->operand < operands.size();
    said.push_back(isAxis ? operands[source->operand][source->at] : ShapedType::kDynamic);
  }
  return said;
}

/// The first element type of operands and results that not all operations take.
std::optional<DType> specialType(mlir::Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<DType> dtype = tensor ? dtypeOf(tensor.getElementType()) : std::nullopt;
    if (dtype && (isComplex(*dtype) || isStorageOnly(*dtype)))
      return dtype;
  }
  return std::nullopt;
}

/// The same of numbers that all operations take which take numbers of this kind.
Type plainType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<DType> dtype = tensor ? dtypeOf(tensor.getElementType()) : std::nullopt;
  if (!dtype || !(isComplex(*dtype) || isStorageOnly(*dtype)))
    return type;
  const bool isOfFloats = isComplex(*dtype) || isa<FloatType>(tensor.getElementType());
  const DType plain = isOfFloats                                    ? DType::f32
                      : tensor.getElementType().isUnsignedInteger() ? DType::ui8
                                                                    : DType::i8;
  return tensor.clone(typeOf(plain, type.getContext()));
}

/// Whether the op is sound but for such types.
bool takesPlainNumbers(mlir::Operation *op) {
  Block block;
  OperationState plain(op->getLoc(), op->getName());
  for (Type type : op->getOperandTypes())
    plain.operands.push_back(block.addArgument(plainType(type), op->getLoc()));
  for (Type type : op->getResultTypes())
    plain.types.push_back(plainType(type));
  plain.attributes = op->getDiscardableAttrDictionary();
  plain.propertiesAttr = op->getPropertiesAsAttribute();
  ScopedDiagnosticHandler unheard(op->getContext(), [](Diagnostic &) { return success(); });
  mlir::Operation *made = mlir::Operation::create(plain);
  const bool isSound = succeeded(made->getName().verifyInvariants(made));
  made->destroy();
  return isSound;
}

/// As the op's verifier, which says of special types what users do not know.
LogicalResult verifyOp(mlir::Operation *op, std::optional<DType> &refused) {
  const std::optional<DType> special = specialType(op);
  if (!special)
    return op->getName().verifyInvariants(op);
  SmallVector<Diagnostic> found;
  {
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
      found.push_back(std::move(diagnostic));
      return success();
    });
    if (succeeded(op->getName().verifyInvariants(op)))
      return success();
  }
  if (!takesPlainNumbers(op)) {
    for (Diagnostic &each : found)
      op->getContext()->getDiagEngine().emit(std::move(each));
    return failure();
  }
  refused = special;
  return failure();
}

} // namespace

FailureOr<SmallVector<BuiltResult>> buildOp(OpBuilder &builder, Location location,
                                            const OperationSpec &operation,
                                            SmallVector<Value> operands,
                                            ArrayRef<ArrayRef<int64_t>> sizes,
                                            std::optional<DType> &refused) {
  if (failed(adapt(builder, location, operation, operands, refused)))
    return failure();
  OperationState state(location, operation.name);
  state.addOperands(operands);
  for (const NamedAttribute &attribute : operation.attributes)
    if (Attribute value = toAttribute(builder, attribute))
      state.addAttribute(attribute.name, value);
  if (Reproducible::isWanted() && state.name.hasTrait<ReproducibleForm>())
    state.addAttribute(reproducibleMark, builder.getUnitAttr());
  // What the op infers may be known better than what is said: a square matrix of 2 by ? is 2 by 2.
  if (operation.results.empty() || infersTypes(state)) {
    if (failed(inferTypes(state)))
      return failure();
  } else {
    for (const TensorType &type : operation.results)
      state.addTypes(type.type());
  }
  mlir::Operation *op = builder.create(state);
  if (failed(verifyOp(op, refused)) || failed(checkSizes(op))) {
    op->erase();
    return failure();
  }
  SmallVector<BuiltResult> results;
  for (OpResult result : op->getResults())
    results.push_back({result, sizesOf(result, operation, sizes)});
  SmallVector<Value> folded;
  if (failed(builder.tryFold(op, folded)) || folded.empty())
    return results;
  op->erase();
  for (auto [result, value] : llvm::zip_equal(results, folded))
    result.value = value;
  return results;
}

} // namespace cotan::trace
