// dot_general: meaning and derivative. Signature and doc: dot_general.td.
#include "cotan/ops/contraction/dot_general.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ops/contraction/contract.h"
#include "cotan/ops/contraction/products.h"
#include "cotan/ops/layout/regroup.h"
#include "cotan/support/strided.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// The axes that are neither batching nor contracting.
SmallVector<int64_t> freeAxes(int64_t rank, ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(batching, axis) && !llvm::is_contained(contracting, axis))
      axes.push_back(axis);
  return axes;
}

SmallVector<int64_t> pick(ArrayRef<int64_t> values, ArrayRef<int64_t> axes) {
  return llvm::map_to_vector(axes, [&](int64_t axis) { return values[axis]; });
}

LogicalResult verifySide(std::optional<Location> loc, StringRef side, RankedTensorType type,
                         ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
  SmallVector<bool> isUsed(type.getRank(), false);
  for (int64_t axis : llvm::concat<const int64_t>(batching, contracting)) {
    if (axis < 0 || axis >= type.getRank())
      return emitOptionalError(loc, side, " axis ", axis, " is outside [0, ", type.getRank(), ")");
    if (std::exchange(isUsed[axis], true))
      return emitOptionalError(loc, side, " axis ", axis,
                               " is named twice; an axis is batching, contracting or neither");
  }
  return success();
}

LogicalResult verifyPairs(std::optional<Location> loc, StringRef kind, ArrayRef<int64_t> left,
                          ArrayRef<int64_t> right) {
  if (left.size() != right.size())
    return emitOptionalError(loc, left.size(), " ", kind, " axes of lhs meet ", right.size(),
                             " of rhs; name them in pairs");
  return success();
}

} // namespace

LogicalResult DotGeneralOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto lhs = cast<RankedTensorType>(adaptor.getLhs().getType());
  auto rhs = cast<RankedTensorType>(adaptor.getRhs().getType());
  auto lhsBatching = adaptor.getLhsBatching(), rhsBatching = adaptor.getRhsBatching();
  auto lhsContracting = adaptor.getLhsContracting(), rhsContracting = adaptor.getRhsContracting();
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(loc, "element types differ: ", lhs, " times ", rhs,
                             "; cast one of them first");
  if (failed(verifySide(loc, "lhs", lhs, lhsBatching, lhsContracting)) ||
      failed(verifySide(loc, "rhs", rhs, rhsBatching, rhsContracting)) ||
      failed(verifyPairs(loc, "batching", lhsBatching, rhsBatching)) ||
      failed(verifyPairs(loc, "contracting", lhsContracting, rhsContracting)))
    return failure();
  return inferTypes<DotGeneralOp>(loc, adaptor, lhs.getElementType(), results);
}

Sizes DotGeneralOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes;
  auto meet = [&](int64_t i, int64_t j) {
    return rules.same(rules.size(0, i), rules.size(1, j),
                      "the shapes do not fit together: axis " + Twine(i) + " of lhs meets axis " +
                          Twine(j) + " of rhs, which has another size");
  };
  for (auto [i, j] : llvm::zip_equal(x.getLhsContracting(), x.getRhsContracting()))
    meet(i, j);
  for (auto [i, j] : llvm::zip_equal(x.getLhsBatching(), x.getRhsBatching()))
    sizes.push_back(meet(i, j));
  for (int64_t axis : freeAxes(rules.rank(0), x.getLhsBatching(), x.getLhsContracting()))
    sizes.push_back(rules.size(0, axis));
  for (int64_t axis : freeAxes(rules.rank(1), x.getRhsBatching(), x.getRhsContracting()))
    sizes.push_back(rules.size(1, axis));
  return sizes;
}

static ContractionOperand operandOf(const Array &array, ArrayRef<int64_t> batching,
                                    ArrayRef<int64_t> free, ArrayRef<int64_t> contracting) {
  auto strides = stridesOf(array.shape());
  auto offsets = [&](ArrayRef<int64_t> axes) {
    return offsetsOf(pick(array.shape(), axes), pick(strides, axes));
  };
  return {array, offsets(batching), offsets(free), offsets(contracting)};
}

Arrays DotGeneralOp::evaluate(ArrayRef<Array> operands) {
  const Array &lhs = operands[0], &rhs = operands[1];
  Array z = emptyFor(*this, operands);
  auto lhsFree = freeAxes(lhs.rank(), getLhsBatching(), getLhsContracting());
  auto rhsFree = freeAxes(rhs.rank(), getRhsBatching(), getRhsContracting());
  if (z.size() != 0)
    contract(operandOf(lhs, getLhsBatching(), lhsFree, getLhsContracting()),
             operandOf(rhs, getRhsBatching(), rhsFree, getRhsContracting()), z);
  return {z};
}

/// The cotangent of the operand with these axes: dz contracted with the other operand. `dzFree` are
/// the axes of dz that come from the other operand's free axes, `otherFree`.
static Expr cotangentOf(RankedTensorType type, ArrayRef<int64_t> batching,
                        ArrayRef<int64_t> contracting, const Expr &dz, ArrayRef<int64_t> dzFree,
                        const Expr &other, ArrayRef<int64_t> otherBatching,
                        ArrayRef<int64_t> otherFree, ArrayRef<int64_t> otherContracting) {
  auto batches = llvm::to_vector(llvm::seq<int64_t>(0, batching.size()));
  Expr product = dot_general(dz, other, batches, otherBatching, dzFree, otherFree);
  // Its axes: batching, free, contracting in the order they have in the other operand.
  SmallVector<int64_t> axes(batching), permutation(type.getRank());
  axes.append(freeAxes(type.getRank(), batching, contracting));
  auto order = llvm::to_vector(llvm::seq<size_t>(0, contracting.size()));
  llvm::sort(order, [&](size_t i, size_t j) { return otherContracting[i] < otherContracting[j]; });
  for (size_t i : order)
    axes.push_back(contracting[i]);
  for (auto [place, axis] : llvm::enumerate(axes))
    permutation[axis] = place;
  return asType(transpose(product, permutation), type);
}

// The turns are one more axis along which products are summed.
Value DotGeneralOp::sumOfTurns(RuleBuilder &b, ArrayRef<Value> rows) {
  auto behind = [](ArrayRef<int64_t> axes, SmallVector<int64_t> before) {
    for (int64_t axis : axes)
      before.push_back(axis + 1);
    return before;
  };
  Expr sum = dot_general(b(rows[0]), b(rows[1]), behind(getLhsBatching(), {}),
                         behind(getRhsBatching(), {}), behind(getLhsContracting(), {0}),
                         behind(getRhsContracting(), {0}));
  return asType(sum, getType()).value();
}

Values DotGeneralOp::vjp(RuleBuilder &b, ValueRange g) {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  auto lhsFree = freeAxes(lhs.getRank(), getLhsBatching(), getLhsContracting());
  auto rhsFree = freeAxes(rhs.getRank(), getRhsBatching(), getRhsContracting());
  int64_t batches = getLhsBatching().size(), middle = batches + lhsFree.size();
  auto fromLhs = llvm::to_vector(llvm::seq<int64_t>(batches, middle));
  auto fromRhs = llvm::to_vector(llvm::seq<int64_t>(middle, getType().getRank()));
  Expr dz = b(g[0]), dlhs, drhs;
  if (b.needs(0))
    dlhs = cotangentOf(lhs, getLhsBatching(), getLhsContracting(), dz, fromRhs, b(getRhs()),
                       getRhsBatching(), rhsFree, getRhsContracting());
  if (b.needs(1))
    drhs = cotangentOf(rhs, getRhsBatching(), getRhsContracting(), dz, fromLhs, b(getLhs()),
                       getLhsBatching(), lhsFree, getLhsContracting());
  return {dlhs, drhs};
}

/// The axes with the new one in front; if that is a batching axis, it is the first of those.
static SmallVector<int64_t> shifted(ArrayRef<int64_t> axes, bool isBatched,
                                    bool addsFirst = false) {
  SmallVector<int64_t> moved;
  if (addsFirst)
    moved.push_back(0);
  for (int64_t axis : axes)
    moved.push_back(isBatched ? axis + 1 : axis);
  return moved;
}

// Where one operand is the same in all lanes, the new axis is a free one of the other.
Values DotGeneralOp::batch(Batch &x) {
  bool left = x.isBatched(0), right = x.isBatched(1), both = left && right;
  Expr z = dot_general(x[0], x[1], shifted(getLhsBatching(), left, both),
                       shifted(getRhsBatching(), right, both), shifted(getLhsContracting(), left),
                       shifted(getRhsContracting(), right));
  copyReproducibleMark(*this, z.value().getDefiningOp());
  int64_t batching = getLhsBatching().size();
  if (both)
    return {z};
  int64_t leftFree = getLhs().getType().getRank() - batching - getLhsContracting().size();
  return {moveAxis(z, left ? batching : batching + leftFree, 0)};
}

Value DotGeneralOp::readPermuted(RuleBuilder &b, unsigned i, Value before,
                                 ArrayRef<int64_t> permutation) {
  if (isReproducible(*this))
    return nullptr;
  auto listOf = [](ArrayRef<int64_t> axes) { return SmallVector<int64_t>(axes); };
  return contractBefore(b, {listOf(getLhsBatching()), listOf(getLhsContracting())},
                        {listOf(getRhsBatching()), listOf(getRhsContracting())}, getLhs(), getRhs(),
                        i, before, permutation);
}

/// One product for each element of the result: nothing is summed up.
static bool isOneProduct(DotGeneralOp op) {
  return llvm::all_of(op.getLhsContracting(),
                      [&](int64_t axis) { return op.getLhs().getType().getDimSize(axis) == 1; });
}

/// The axes of the result that those of operand `i` are; -1 for those that are summed up.
static SmallVector<int64_t> placesOf(DotGeneralOp op, unsigned i) {
  ArrayRef<int64_t> batching = i == 0 ? op.getLhsBatching() : op.getRhsBatching();
  SmallVector<int64_t> axes(cast<RankedTensorType>(op->getOperand(i).getType()).getRank(), -1);
  for (auto [place, axis] : llvm::enumerate(batching))
    axes[axis] = place;
  const auto lhsFree =
      freeAxes(op.getLhs().getType().getRank(), op.getLhsBatching(), op.getLhsContracting());
  const auto free = i == 0 ? lhsFree : freeAxes(axes.size(), batching, op.getRhsContracting());
  const size_t first = batching.size() + (i == 0 ? 0 : lhsFree.size());
  for (auto [place, axis] : llvm::enumerate(free))
    axes[axis] = first + place;
  return axes;
}

Follows DotGeneralOp::follows(unsigned i) {
  return isOneProduct(*this) ? Follows(placesOf(*this, i)) : std::nullopt;
}

/// The batches', or the left operand's where there are none.
bool DotGeneralOp::keepsRows(unsigned i) {
  if (getLhsBatching().empty())
    return i == 0 && getLhs().getType().getRank() > 0 &&
           !llvm::is_contained(getLhsContracting(), 0);
  return (i == 0 ? getLhsBatching() : getRhsBatching()).front() == 0;
}

/// The sum is kept in f32 or wider and rounded once.
Lanes DotGeneralOp::lower(Element &x) {
  ArrayRef<int64_t> summed[] = {getLhsContracting(), getRhsContracting()};
  const SmallVector<int64_t> sizes = pick(getLhs().getType().getShape(), summed[0]);
  auto factor = [&](unsigned i, ArrayRef<int64_t> summand) {
    Place at;
    const SmallVector<int64_t> axes = placesOf(*this, i);
    for (int64_t axis : axes)
      at.push_back(axis < 0 ? Position(x.builder(), int64_t(0)) : x.place()[axis]);
    for (auto [axis, place] : llvm::zip_equal(summed[i], summand))
      at[axis] = Position(x.builder(), place);
    return x.read(i, at);
  };
  SmallVector<int64_t> summand(sizes.size(), 0);
  if (isOneProduct(*this))
    return factor(0, summand) * factor(1, summand);
  const DType dtype = *dtypeOf(getType().getElementType()), wide = accumulationType(dtype);
  Lanes sum = x.builder().constant(wide, 0.0);
  forEachPlace(sizes, [&](ArrayRef<int64_t> at) {
    sum = fma(convert(factor(0, at), wide), convert(factor(1, at), wide), sum);
  });
  return convert(sum, dtype);
}

static std::optional<MatrixProduct> productOf(DotGeneralOp op) {
  RankedTensorType x = op.getLhs().getType(), y = op.getRhs().getType();
  if (!x.hasStaticShape() || !y.hasStaticShape())
    return std::nullopt;
  const auto xSteps = stridesOf(x.getShape()), ySteps = stridesOf(y.getShape());
  auto pair = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right) {
    SmallVector<PairedAxis> axes;
    for (auto [i, j] : llvm::zip_equal(left, right))
      axes.push_back({x.getDimSize(i), {xSteps[i], ySteps[j]}});
    return axes;
  };
  SmallVector<PairedAxis> outer = pair(op.getLhsBatching(), op.getRhsBatching());
  for (int64_t axis : freeAxes(x.getRank(), op.getLhsBatching(), op.getLhsContracting()))
    outer.push_back({x.getDimSize(axis), {xSteps[axis], 0}});
  for (int64_t axis : freeAxes(y.getRank(), op.getRhsBatching(), op.getRhsContracting()))
    outer.push_back({y.getDimSize(axis), {0, ySteps[axis]}});
  return productAlong(outer, pair(op.getLhsContracting(), op.getRhsContracting()));
}

RuntimeCall DotGeneralOp::runtimeCall() {
  if (isOneProduct(*this))
    return {};
  RuntimeCall call{"cotan_dot_general",
                   {isReproducible(*this), int64_t(getLhsBatching().size()),
                    int64_t(getLhsContracting().size())}};
  for (ArrayRef<int64_t> axes :
       {getLhsBatching(), getRhsBatching(), getLhsContracting(), getRhsContracting()})
    call.numbers.append(axes.begin(), axes.end());
  call.workPerElement = 1;
  for (int64_t axis : getLhsContracting())
    call.workPerElement *= getLhs().getType().getDimSize(axis);
  if (isReproducible(*this))
    return call;
  call.product = productOf(*this);
  call.hasFormula = hasFewSummands(call, getType());
  return call;
}
