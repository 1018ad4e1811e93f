// The dropouts: meaning and derivative. Signature and doc: dropout.td.
#include "cotan/ops/regularization/dropout.inc"

#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

// What is dropped together: all along this many of the last axes.
int64_t lastAxes(DropoutOp) { return 0; }
int64_t lastAxes(Dropout1dOp) { return 1; }
int64_t lastAxes(Dropout2dOp) { return 2; }
int64_t lastAxes(Dropout3dOp) { return 3; }
int64_t lastAxes(AlphaDropoutOp) { return 0; }
int64_t lastAxes(FeatureAlphaDropoutOp op) { return op.getType().getRank() - 2; }

template <typename Op> double keepRate(Op op) { return 1 - op.getRate().convertToDouble(); }

/// Whether each element is kept, with size 1 along what is kept together.
template <typename Op> Expr isKept(Op op, RuleBuilder &b) {
  const int64_t rank = op.getType().getRank(), own = rank - lastAxes(op);
  SmallVector<int64_t> sizes(op.getType().getShape());
  std::fill(sizes.begin() + own, sizes.end(), 1);
  auto type = RankedTensorType::get(sizes, Float32Type::get(op.getContext()));
  Expr shape;
  if (!type.hasStaticShape()) {
    SmallVector<int64_t> ones(rank - own, 1);
    Expr pieces[] = {part(b.shapeOf(op.getX()), 0, own), b.integers(ones)};
    shape = own == rank ? b.shapeOf(op.getX()) : b.join(pieces);
  }
  return random_uniform(type, b(op.getKey()), shape) < keepRate(op);
}

/// `x` where it is kept, scaled up, else 0.
template <typename Op> Expr drop(Op op, RuleBuilder &b, const Expr &x) {
  const double keep = keepRate(op);
  // Where nothing is kept, a division by 0 would turn a cotangent of 0 into NaN.
  return where(isKept(op, b), keep > 0 ? x / keep : x, 0.0);
}

/// The scale and the offset that keep mean 0 and variance 1.
struct Affine {
  explicit Affine(double keep)
      : scale(1 / std::sqrt(keep + limit * limit * keep * (1 - keep))),
        offset(-scale * limit * (1 - keep)) {}

  static constexpr double limit = -1.7580993408473766; // of selu
  double scale, offset;
};

template <typename Op> Values alphaDrop(Op op, RuleBuilder &b) {
  if (keepRate(op) == 0)
    return {b.zerosLike(op.getX())};
  const Affine affine(keepRate(op));
  Expr x = b(op.getX());
  return {affine.scale * where(isKept(op, b), x, b.full(Affine::limit, x)) + affine.offset};
}

template <typename Op> Values alphaDropVjp(Op op, RuleBuilder &b, Value g) {
  if (keepRate(op) == 0)
    return {b.zerosLike(op.getX()), Expr()};
  Expr dy = b(g);
  return {Affine(keepRate(op)).scale * where(isKept(op, b), dy, b.full(0.0, dy)), Expr()};
}

template <typename Op> LogicalResult verifyDropout(Op op) {
  const double rate = op.getRate().convertToDouble();
  if (!(rate >= 0 && rate <= 1))
    return op.emitOpError("rate ") << rate << " is outside [0, 1]";
  const int64_t rank = op.getType().getRank(), together = lastAxes(op);
  if (together < 0 || together > rank)
    return op.emitOpError("x has ") << rank << " axes, which are too few to drop whole channels";
  return success();
}

} // namespace

// The key makes the same choice again, so it is all that is kept.
#define COTAN_DROPOUT(OP)                                                                          \
  Values OP::decompose(RuleBuilder &b) { return {drop(*this, b, b(getX()))}; }                     \
  Values OP::vjp(RuleBuilder &b, ValueRange g) { return {drop(*this, b, b(g[0])), Expr()}; }       \
  LogicalResult OP::verify() { return verifyDropout(*this); }
COTAN_DROPOUT(DropoutOp)
COTAN_DROPOUT(Dropout1dOp)
COTAN_DROPOUT(Dropout2dOp)
COTAN_DROPOUT(Dropout3dOp)

#define COTAN_ALPHA_DROPOUT(OP)                                                                    \
  Values OP::decompose(RuleBuilder &b) { return alphaDrop(*this, b); }                             \
  Values OP::vjp(RuleBuilder &b, ValueRange g) { return alphaDropVjp(*this, b, g[0]); }            \
  LogicalResult OP::verify() { return verifyDropout(*this); }
COTAN_ALPHA_DROPOUT(AlphaDropoutOp)
COTAN_ALPHA_DROPOUT(FeatureAlphaDropoutOp)
