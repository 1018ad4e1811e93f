// ctc_loss: meaning. Signature and doc: ctc.td.
#include "cotan/ops/loss/ctc.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/loss/losses.h"

#include <limits>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

Expr integersOf(const Expr &x) { return castTo(x, IntegerType::get(x.type().getContext(), 64)); }

Expr padLast(const Expr &x, double value, int64_t low, int64_t high) {
  SmallVector<int64_t> none(x.rank(), 0), lows = none, highs = none;
  lows.back() = low;
  highs.back() = high;
  return pad(x, x.builder().scalar(value, x.elementType()), lows, highs, none);
}

/// Moved by `count` places, with `value` at the first.
Expr movedBy(const Expr &x, int64_t count, double value) {
  return padLast(x, value, count, -count);
}

/// A blank, and each label with a blank behind it.
Expr withBlanks(const Expr &targets, double blank) {
  const int64_t last = targets.rank() - 1;
  Expr blanks = targets.builder().full(blank, targets);
  Expr pairs = concat({expand_dims(targets, last + 1), expand_dims(blanks, last + 1)}, last + 1);
  return padLast(mergeAxes(pairs, last), blank, 1, 0);
}

Expr isDead(const Expr &x) { return eq(x, x.builder().full(impossible, x)); }

/// log(exp(x) + exp(y) + exp(z)), of which any may be the logarithm of 0.
Expr logOfSum(const Expr &x, const Expr &y, const Expr &z) {
  Expr most = stop_gradient(maximum(maximum(x, y), z)), dead = isDead(most);
  Expr shift = where(dead, 0.0, most);
  Expr sum = exp(x - shift) + exp(y - shift) + exp(z - shift);
  return where(dead, impossible, log(where(dead, 1.0, sum)) + shift);
}

/// The logarithms of the probabilities of all ways that lead to each label after the last entry.
Expr waysOf(CtcLossOp op, RuleBuilder &b, const Expr &labels) {
  Expr x = widened(b(op.getLogProbs())), lengths = integersOf(b(op.getInputLengths()));
  AxisSize turns = sizeAlong(x, 0);
  SmallVector<int64_t> sizes = {turns.known};
  llvm::append_range(sizes, labels.sizes());
  Expr shape = b.join({turns.vector, b.shapeOf(labels.value())});
  const double blank = double(op.getBlank());
  // Of blanks a slice, which there is only where they are a class.
  Expr isLabel = ne(labels, b.full(blank, labels)),
       ofBlank = expand_dims(pickAlong(x, x.rank() - 1, op.getBlank()), x.rank() - 1);
  Expr emitted =
      where(isLabel, take_along_axis(x, broadcastTo(labels, sizes, shape), x.rank() - 1), ofBlank);
  Expr skips = and_(isLabel, ne(labels, movedBy(labels, 2, blank)));
  Expr place = iota(b, labels.type(), labels.rank() - 1,
                    labels.type().hasStaticShape() ? Expr() : b.shapeOf(labels.value()));
  Expr nothing = castTo(b.full(0.0, labels), x.elementType());
  Expr first = where(place <= 0.0, nothing, impossible);
  Expr count = reshape(RankedTensorType::get({}, labels.elementType()), turns.vector);
  return b.loop(count, first, /*isReverse=*/false, [&](const Expr &turn, ArrayRef<Expr> carried) {
    const Expr &ways = carried[0];
    Expr next = logOfSum(ways, movedBy(ways, 1, impossible),
                         where(skips, movedBy(ways, 2, impossible), impossible)) +
                take(emitted, turn, 0);
    Expr isInside = expand_dims(lt(turn, lengths), lengths.rank());
    return Exprs{where(isInside, next, ways)};
  })[0];
}

/// One for each sequence, where so many labels count.
Expr lossesOf(CtcLossOp op, RuleBuilder &b, const Expr &counts) {
  Expr labels = withBlanks(integersOf(b(op.getTargets())), double(op.getBlank()));
  Expr ways = waysOf(op, b, labels);
  const int64_t last = labels.rank() - 1;
  Expr place = iota(b, labels.type(), last,
                    labels.type().hasStaticShape() ? Expr() : b.shapeOf(labels.value()));
  Expr end = expand_dims(counts + counts, last);
  Expr isEnd = and_(place <= end, place >= end - 1.0);
  Expr ends = where(isEnd, ways, impossible), dead = isDead(stop_gradient(max(ends, last)));
  Expr sums = logsumexp(where(expand_dims(dead, last), 0.0, ends), last);
  return where(dead, op.getZeroInfinity() ? 0.0 : -impossible, -sums);
}

} // namespace

Values CtcLossOp::decompose(RuleBuilder &b) {
  Expr given = integersOf(b(getTargetLengths()));
  Expr most =
      countAlong(b, getTargets(), getTargets().getType().getRank() - 1, given.elementType());
  Expr counts = maximum(minimum(given, most), 0.0);
  Expr losses = lossesOf(*this, b, counts);
  if (getReduction() == "mean")
    losses = losses / castTo(maximum(counts, 1.0), losses.elementType());
  return {reducedLoss(losses, getReduction(), getType())};
}

LogicalResult CtcLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                          SmallVectorImpl<Type> &results) {
  auto rankOf = [](Value value) { return cast<RankedTensorType>(value.getType()).getRank(); };
  const int64_t rank = rankOf(x.getLogProbs());
  if (rank < 2)
    return emitOptionalError(loc, "log_probs are ", x.getLogProbs().getType(),
                             ", but must have axes of time and of classes");
  if (rankOf(x.getTargets()) != rank - 1)
    return emitOptionalError(loc, "targets are ", x.getTargets().getType(), ", but must have ",
                             rank - 1, " axes: those of the batch, and one of labels");
  for (Value lengths : {x.getInputLengths(), x.getTargetLengths()})
    if (rankOf(lengths) != rank - 2)
      return emitOptionalError(loc, "lengths are ", lengths.getType(), ", but must have ", rank - 2,
                               " axes, those of the batch");
  if (int64_t(x.getBlank()) < 0)
    return emitOptionalError(loc, "blank is ", int64_t(x.getBlank()),
                             ", but must be a class, counted from 0");
  if (failed(verifyReduction(loc, x.getReduction())))
    return failure();
  return inferTypes<CtcLossOp>(loc, x, getElementTypeOrSelf(x.getLogProbs()), results);
}

Sizes CtcLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes all = rules.sizes(0), batch(all.begin() + 1, all.end() - 1);
  for (auto [axis, size] : llvm::enumerate(batch))
    for (unsigned i : {1, 2, 3})
      size = rules.same(size, rules.size(i, axis),
                        "log_probs, targets and lengths do not have the same batch");
  rules.require(Size(__int128(x.getBlank()) + 1) <= all.back(),
                "blank is " + Twine(x.getBlank()) +
                    ", but must be less than the number of classes");
  return sizesOfLoss(x.getReduction(), batch);
}
