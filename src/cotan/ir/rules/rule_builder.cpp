#include "cotan/ir/rules/rule_builder.h"

#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/types.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace cotan {
namespace {

const BasicOps &basic(OpBuilder &builder) { return BasicOps::in(builder.getContext()); }

/// A pattern's driver keeps a list of the ops it has seen made.
void erase(Operation *op, OpBuilder::Listener *listener) {
  if (auto *driver = dyn_cast_or_null<RewriterBase::Listener>(listener))
    driver->notifyOperationErased(op);
  op->erase();
}

} // namespace

SmallVector<Value, 4> RuleBuilder::settle(Operation *op) {
  SmallVector<Value, 4> folded;
  if (op->getNumResults() == 0 || failed(ops.tryFold(op, folded)) || folded.empty())
    return SmallVector<Value, 4>(op->getResults());
  erase(op, ops.getListener());
  return folded;
}

Exprs RuleBuilder::settled(Operation *op) {
  Exprs results;
  for (Value value : settle(op))
    results.push_back({*this, value});
  return results;
}

Exprs RuleBuilder::again(Operation *op, ValueRange operands, TypeRange types) {
  OperationState state(loc, op->getName(), operands, types, op->getAttrs());
  return settled(ops.create(state));
}

Value RuleBuilder::materialize(DenseElementsAttr value) {
  return basic(ops).constant(ops, loc, value)->getResult(0);
}

Value RuleBuilder::readShape(Value value) { return basic(ops).shape(ops, loc, value); }

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
  return {*this, basic(ops).logicalNot(ops, loc, x.value())};
}

Expr RuleBuilder::conform(const Expr &x, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  if (x.type() == type)
    return x;
  Value shape = type.hasStaticShape() ? Value() : shapeOf(like).value();
  return {*this, basic(ops).reshape(ops, loc, type, x.value(), shape)};
}

Expr RuleBuilder::broadcast(const Expr &x, RankedTensorType type, const Expr &shape) {
  Value result = basic(ops).broadcast(ops, loc, type, x.value(), shape.value());
  return {*this, settle(result.getDefiningOp())[0]};
}

Expr RuleBuilder::tensorOf(Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return (*this)(value);
  auto type = RankedTensorType::get({}, value.getType());
  return {*this, tensor::FromElementsOp::create(ops, loc, type, value)};
}

Expr RuleBuilder::join(ArrayRef<Expr> vectors) {
  int64_t length = 0;
  SmallVector<Value> values;
  for (const Expr &vector : vectors) {
    values.push_back(vector.value());
    int64_t size = vector.sizes()[0];
    length = ShapedType::isDynamic(length) || ShapedType::isDynamic(size) ? ShapedType::kDynamic
                                                                          : length + size;
  }
  auto type = RankedTensorType::get({length}, vectors.front().elementType());
  Value row = basic(ops).concat(ops, loc, type, values);
  return {*this, settle(row.getDefiningOp())[0]};
}

Expr RuleBuilder::broadcastShapes(ArrayRef<Expr> exprs, int64_t rank) {
  SmallVector<Value> shapes;
  for (const Expr &expr : exprs)
    shapes.push_back(shapeOf(expr.value()).value());
  auto type = RankedTensorType::get({rank}, ops.getI64Type());
  return {*this, basic(ops).broadcastShapes(ops, loc, type, shapes)};
}

Expr RuleBuilder::add(const Expr &x, const Expr &y) {
  return settled(basic(ops).add(ops, loc, x.value(), y.value()).getDefiningOp())[0];
}

Expr RuleBuilder::subtract(const Expr &x, const Expr &y) {
  return settled(basic(ops).subtract(ops, loc, x.value(), y.value()).getDefiningOp())[0];
}

Expr RuleBuilder::real(const Expr &z) {
  return settled(basic(ops).real(ops, loc, z.value()).getDefiningOp())[0];
}

Expr RuleBuilder::imag(const Expr &z) {
  return settled(basic(ops).imag(ops, loc, z.value()).getDefiningOp())[0];
}

Expr RuleBuilder::complex(const Expr &re, const Expr &im) {
  return settled(basic(ops).complex(ops, loc, re.value(), im.value()).getDefiningOp())[0];
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

void broadcastTogether(MutableArrayRef<Expr> given) {
  Exprs exprs(llvm::make_filter_range(given, [](const Expr &expr) { return bool(expr); }));
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
  for (Expr &expr : given)
    if (expr)
      expr = broadcastTo(expr, sizes, shape);
}

} // namespace cotan
