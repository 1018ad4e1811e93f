// matmul: meaning and derivative. Signature and doc: matmul.td.
#include "cotan/ops/contraction/matmul.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ops/contraction/contract.h"
#include "cotan/ops/contraction/products.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto y = cast<RankedTensorType>(adaptor.getY().getType());
  if (x.getElementType() != y.getElementType())
    return emitOptionalError(loc, "element types differ: ", x, " times ", y,
                             "; cast one of them first");
  if (x.getRank() < 2 || y.getRank() < 2)
    return emitOptionalError(loc, x, " times ", y,
                             " is no product of matrices; use "
                             "prim.dot_general for tensors of fewer than 2 axes");
  return inferTypes<MatmulOp>(loc, adaptor, x.getElementType(), results);
}

Sizes MatmulOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes x = rules.sizes(0), y = rules.sizes(1);
  Size rows = x[x.size() - 2], columns = y.back();
  rules.requireEqual(x.back(), y[y.size() - 2],
                     "inner sizes differ; transpose one operand or check the layout");
  x.pop_back_n(2);
  y.pop_back_n(2);
  if (x.size() < y.size())
    x.insert(x.begin(), y.size() - x.size(), 1);
  const size_t missing = x.size() - y.size();
  for (auto [i, size] : llvm::enumerate(y))
    x[missing + i] =
        rules.together(x[missing + i], size,
                       "batches do not fit together: aligned at the last axis, sizes must be "
                       "equal or 1");
  x.append({rows, columns});
  return x;
}

/// How to walk through the batches of an operand that is repeated to the common ones.
static SmallVector<int64_t> batchSteps(ArrayRef<int64_t> operand, ArrayRef<int64_t> batches) {
  auto strides = stridesOf(operand);
  ArrayRef<int64_t> own = operand.drop_back(2);
  SmallVector<int64_t> steps(batches.size(), 0);
  for (size_t i = 0; i < own.size(); ++i)
    if (own[i] != 1)
      steps[batches.size() - own.size() + i] = strides[i];
  return steps;
}

Arrays MatmulOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0], &y = operands[1];
  int64_t rows = x.shape().drop_back().back(), inner = x.shape().back();
  int64_t columns = y.shape().back();
  Array z = emptyFor(*this, operands);
  ArrayRef<int64_t> batches = z.shape().drop_back(2);
  if (z.size() == 0)
    return {z};
  ContractionOperand left{x, offsetsOf(batches, batchSteps(x.shape(), batches)),
                          offsetsOf({rows}, {inner}), offsetsOf({inner}, {1})};
  ContractionOperand right{y, offsetsOf(batches, batchSteps(y.shape(), batches)),
                           offsetsOf({columns}, {1}), offsetsOf({inner}, {columns})};
  contract(left, right, z);
  return {z};
}

static Expr transposed(const Expr &x) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  std::swap(axes[x.rank() - 2], axes[x.rank() - 1]);
  return transpose(x, axes);
}

/// All axes but one: what is summed over when one matrix meets many.
static SmallVector<int64_t> allAxesBut(int64_t axis, int64_t rank) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  axes.erase(axes.begin() + axis);
  return axes;
}

// Where one matrix meets a batch, its cotangent is one sum, not a batch of products to add up.
Values MatmulOp::vjp(RuleBuilder &b, ValueRange g) {
  RankedTensorType x = getX().getType(), y = getY().getType();
  int64_t rank = getType().getRank();
  Expr dz = b(g[0]), dx, dy;
  if (b.needs(0) && x.getRank() == 2 && rank > 2) {
    auto summed = allAxesBut(rank - 2, rank);
    dx = asType(dot_general(dz, b(getY()), {}, {}, summed, summed), x);
  } else if (b.needs(0)) {
    dx = matmul(dz, transposed(b(getY())));
    dx = rank == 2 ? asType(dx, x) : sumLike(b, dx, getX());
  }
  if (b.needs(1) && y.getRank() == 2 && rank > 2) {
    auto summed = allAxesBut(rank - 1, rank);
    dy = asType(dot_general(b(getX()), dz, {}, {}, summed, summed), y);
  } else if (b.needs(1)) {
    dy = matmul(transposed(b(getX())), dz);
    dy = rank == 2 ? asType(dy, y) : sumLike(b, dy, getY());
  }
  return {dx, dy};
}

// The turns are one more axis along which products are summed, if no operand is repeated.
bool MatmulOp::sumsTurns() { return getX().getType().getRank() == getY().getType().getRank(); }

Value MatmulOp::sumOfTurns(RuleBuilder &b, ArrayRef<Value> rows) {
  const int64_t rank = getType().getRank();
  auto batches = llvm::to_vector(llvm::seq<int64_t>(1, rank - 1));
  Expr sum = dot_general(b(rows[0]), b(rows[1]), batches, batches, {0, rank}, {0, rank - 1});
  return asType(sum, getType()).value();
}

/// Axes of size 1 behind the new one, so that the others are aligned as they were.
static Expr aligned(Batch &x, unsigned i, int64_t otherRank) {
  int64_t rank = x[i].rank() - 1;
  if (!x.isBatched(i) || rank >= otherRank)
    return x[i];
  return expand_dims(x[i], llvm::to_vector(llvm::seq<int64_t>(1, otherRank - rank + 1)));
}

Values MatmulOp::batch(Batch &x) {
  Expr z =
      matmul(aligned(x, 0, getY().getType().getRank()), aligned(x, 1, getX().getType().getRank()));
  copyReproducibleMark(*this, z.value().getDefiningOp());
  return {z};
}

/// Matrices so small that calling a function costs more than the product.
static bool isTiny(MatmulOp op) {
  RankedTensorType x = op.getX().getType(), y = op.getY().getType(), z = op.getType();
  return x.getRank() == 2 && y.getRank() == 2 && x.hasStaticShape() && y.hasStaticShape() &&
         x.getDimSize(1) <= 8 && z.getNumElements() <= 64 && isa<FloatType>(z.getElementType());
}

/// As dot_general; the batches must be the same, or y be one matrix.
Value MatmulOp::readPermuted(RuleBuilder &b, unsigned i, Value before,
                             ArrayRef<int64_t> permutation) {
  RankedTensorType x = getX().getType(), y = getY().getType();
  const int64_t xRank = x.getRank(), yRank = y.getRank();
  ArrayRef<int64_t> xBatches = x.getShape().drop_back(2), yBatches = y.getShape().drop_back(2);
  if (isTiny(*this) || isReproducible(*this) ||
      (yRank != 2 && (xBatches != yBatches || ShapedType::isDynamicShape(xBatches))))
    return nullptr;
  auto batching = llvm::to_vector(llvm::seq<int64_t>(0, yRank - 2));
  return contractBefore(b, {batching, {xRank - 1}}, {batching, {yRank - 2}}, getX(), getY(), i,
                        before, permutation);
}

static std::optional<MatrixProduct> productOf(MatmulOp op) {
  RankedTensorType x = op.getX().getType(), y = op.getY().getType(), z = op.getType();
  if (!x.hasStaticShape() || !y.hasStaticShape())
    return std::nullopt;
  ArrayRef<int64_t> batches = z.getShape().drop_back(2);
  SmallVector<PairedAxis> outer;
  for (auto [size, xStep, yStep] : llvm::zip_equal(batches, batchSteps(x.getShape(), batches),
                                                   batchSteps(y.getShape(), batches)))
    outer.push_back({size, {xStep, yStep}});
  const int64_t inner = x.getShape().back(), columns = y.getShape().back();
  outer.push_back({x.getShape().drop_back().back(), {inner, 0}});
  outer.push_back({columns, {0, 1}});
  return productAlong(outer, PairedAxis{inner, {1, columns}});
}

RuntimeCall MatmulOp::runtimeCall() {
  if (isTiny(*this))
    return {};
  RuntimeCall call{"cotan_matmul", {isReproducible(*this)}};
  call.workPerElement = getX().getType().getShape().back();
  if (isReproducible(*this))
    return call;
  call.product = productOf(*this);
  call.hasFormula = hasFewSummands(call, getType());
  return call;
}

/// The batches' along their first axis, or those of x where there are none.
bool MatmulOp::keepsRows(unsigned i) {
  const int64_t rank = getType().getRank();
  auto type = cast<RankedTensorType>(getOperand(i).getType());
  return rank == 2 ? i == 0
                   : type.getRank() == rank && type.getDimSize(0) == getType().getDimSize(0);
}

/// The sum is kept in f32 or wider and rounded once.
Lanes MatmulOp::lower(Element &x) {
  LaneBuilder &b = x.builder();
  DType dtype = *dtypeOf(getType().getElementType()), wide = accumulationType(dtype);
  Lanes sum = b.constant(wide, 0.0);
  ArrayRef<Position> batches = x.place().drop_back(2);
  auto read = [&](unsigned i, const Position &row, const Position &column) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(getOperand(i).getType()).getShape();
    Place at;
    for (auto [size, place] :
         llvm::zip_equal(shape.drop_back(2), batches.take_back(shape.size() - 2)))
      at.push_back(size == 1 ? Position(b, int64_t(0)) : place);
    at.append({row, column});
    return convert(x.read(i, at), wide);
  };
  const Position row = x.place().drop_back().back(), column = x.place().back();
  for (int64_t k = 0; k < getX().getType().getShape().back(); ++k)
    sum = fma(read(0, row, Position(b, k)), read(1, Position(b, k), column), sum);
  return convert(sum, dtype);
}
