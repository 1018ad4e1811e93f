#include "cotan/ir/rules/rule_builder.h"

#include "cotan/ir/types.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace cotan {
namespace {

/// Creates an op by name: this layer lies below the op classes.
Value create(OpBuilder &builder, Location loc, StringRef name, ValueRange operands, Type result) {
  OperationState state(loc, name, operands, TypeRange(result));
  return builder.create(state)->getResult(0);
}

RankedTensorType shapeVector(Value value) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  return RankedTensorType::get({rank}, IntegerType::get(value.getContext(), 64));
}

} // namespace

/// A pattern's driver keeps a list of the ops it has seen made.
static void erase(Operation *op, OpBuilder::Listener *listener) {
  if (auto *driver = dyn_cast_or_null<RewriterBase::Listener>(listener))
    driver->notifyOperationErased(op);
  op->erase();
}

SmallVector<Value, 4> RuleBuilder::settle(Operation *op) {
  SmallVector<Value, 4> folded;
  if (op->getNumResults() == 0 || failed(ops.tryFold(op, folded)) || folded.empty())
    return SmallVector<Value, 4>(op->getResults());
  erase(op, ops.getListener());
  return folded;
}

Value RuleBuilder::materialize(DenseElementsAttr value) {
  Dialect *prim = ops.getContext()->getLoadedDialect("prim");
  return prim->materializeConstant(ops, value, value.getType(), loc)->getResult(0);
}

Value RuleBuilder::readShape(Value value) {
  return create(ops, loc, "prim.shape", value, shapeVector(value));
}

Expr RuleBuilder::shapeOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.hasStaticShape())
    return integers(type.getShape());
  return {*this, readShape(value)};
}

Expr RuleBuilder::constant(DenseElementsAttr value) { return {*this, materialize(value)}; }

Expr RuleBuilder::integers(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({int64_t(values.size())}, ops.getI64Type());
  return constant(DenseElementsAttr::get(type, values));
}

Expr RuleBuilder::scalar(double value, Type elementType) {
  return constant(splat(RankedTensorType::get({}, elementType), value));
}

Expr RuleBuilder::full(double value, const Expr &like) {
  if (like.type().hasStaticShape())
    return constant(splat(like.type(), value));
  return broadcastLike(scalar(value, like.elementType()), like);
}

Expr RuleBuilder::fullLike(Value value, double element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.hasStaticShape())
    return constant(splat(type, element));
  return broadcastTo(scalar(element, type.getElementType()), type.getShape(), shapeOf(value));
}

Expr RuleBuilder::logicalNot(const Expr &x) {
  return {*this, create(ops, loc, "prim.not", x.value(), x.type())};
}

Expr RuleBuilder::conform(const Expr &x, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  if (x.type() == type)
    return x;
  SmallVector<Value, 2> operands = {x.value()};
  if (!type.hasStaticShape())
    operands.push_back(shapeOf(like).value());
  return {*this, create(ops, loc, "prim.reshape", operands, type)};
}

Expr RuleBuilder::broadcast(const Expr &x, RankedTensorType type, const Expr &shape) {
  SmallVector<Value, 2> operands = {x.value()};
  if (shape)
    operands.push_back(shape.value());
  Value result = create(ops, loc, "prim.broadcast", operands, type);
  return {*this, settle(result.getDefiningOp())[0]};
}

Expr RuleBuilder::tensorOf(Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return (*this)(value);
  auto type = RankedTensorType::get({}, value.getType());
  return {*this, create(ops, loc, "tensor.from_elements", value, type)};
}

Expr RuleBuilder::join(ArrayRef<Expr> vectors) {
  int64_t length = 0;
  OperationState state(loc, "prim.concat");
  for (const Expr &vector : vectors) {
    state.addOperands(vector.value());
    int64_t size = vector.sizes()[0];
    length = ShapedType::isDynamic(length) || ShapedType::isDynamic(size) ? ShapedType::kDynamic
                                                                          : length + size;
  }
  state.addAttribute("axis", ops.getI64IntegerAttr(0));
  state.addTypes(RankedTensorType::get({length}, vectors.front().elementType()));
  return {*this, settle(ops.create(state))[0]};
}

Expr RuleBuilder::broadcastShapes(ArrayRef<Expr> exprs, int64_t rank) {
  SmallVector<Value> shapes;
  for (const Expr &expr : exprs)
    shapes.push_back(shapeOf(expr.value()).value());
  auto type = RankedTensorType::get({rank}, ops.getI64Type());
  return {*this, create(ops, loc, "prim.broadcast_shapes", shapes, type)};
}

Expr RuleBuilder::add(const Expr &x, const Expr &y) {
  Value sum = create(ops, loc, "prim.add", {x.value(), y.value()}, x.type());
  return {*this, settle(sum.getDefiningOp())[0]};
}

namespace {

/// The size two axes have together; dynamic if that is not known here.
int64_t commonSize(int64_t a, int64_t b) {
  if (a == b || b == 1)
    return a;
  if (a == 1 || ShapedType::isDynamic(a))
    return b;
  return a;
}

SmallVector<int64_t> commonShape(ArrayRef<Expr> exprs) {
  SmallVector<int64_t> sizes;
  for (const Expr &expr : exprs) {
    ArrayRef<int64_t> other = expr.sizes();
    if (other.size() > sizes.size())
      sizes.insert(sizes.begin(), other.size() - sizes.size(), 1);
    for (size_t i = 0; i < other.size(); ++i) {
      int64_t &size = sizes[sizes.size() - other.size() + i];
      size = commonSize(size, other[i]);
    }
  }
  return sizes;
}

} // namespace

Expr broadcastTo(const Expr &x, ArrayRef<int64_t> sizes, const Expr &shape) {
  auto type = RankedTensorType::get(sizes, x.elementType());
  if (x.type() == type)
    return x;
  return x.builder().broadcast(x, type, type.hasStaticShape() ? Expr() : shape);
}

Expr broadcastLike(const Expr &x, const Expr &target) {
  if (x.sizes() == target.sizes())
    return x;
  Expr shape = target.type().hasStaticShape() ? Expr() : x.builder().shapeOf(target.value());
  return broadcastTo(x, target.sizes(), shape);
}

void broadcastTogether(MutableArrayRef<Expr> exprs) {
  SmallVector<int64_t> sizes = commonShape(exprs);
  auto fits = [&](const Expr &expr) { return expr.sizes() == ArrayRef(sizes); };
  if (llvm::all_of(exprs, fits))
    return;
  const Expr *target = llvm::find_if(exprs, fits);
  Expr shape;
  if (llvm::any_of(sizes, ShapedType::isDynamic)) {
    RuleBuilder &b = exprs.front().builder();
    shape =
        target != exprs.end() ? b.shapeOf(target->value()) : b.broadcastShapes(exprs, sizes.size());
  }
  for (Expr &expr : exprs)
    expr = broadcastTo(expr, sizes, shape);
}

} // namespace cotan
