// attention, attention_vjp: meaning and derivative. Signature and doc: attention.td.
#include "cotan/ops/attention/attention.inc"

#include "cotan/ops/layout/regroup.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

enum Axis { batches, place, head, feature }; // of q, k and v

LogicalResult verifyWindow(std::optional<Location> loc, std::optional<uint64_t> left,
                           std::optional<uint64_t> right) {
  for (auto [name, size] : {std::pair("left", left), std::pair("right", right)})
    if (size && int64_t(*size) < 0)
      return emitOptionalError(loc, name, " is ", int64_t(*size),
                               ", but must be a number of keys, or be left out for all of them");
  return success();
}

LogicalResult verifyOperands(std::optional<Location> loc, RankedTensorType q, RankedTensorType k,
                             RankedTensorType v, double scale) {
  if (!(scale > 0 && std::isfinite(scale)))
    return emitOptionalError(loc, "scale is a positive number, found ", scale,
                             "; change the sign of q instead");
  for (RankedTensorType type : {q, k, v})
    if (type.getRank() != 4 || type.getElementType() != q.getElementType())
      return emitOptionalError(loc,
                               "operands have four axes, batch, place, head and feature, and one "
                               "element type; found ",
                               q, ", ", k, ", ", v);
  return success();
}

/// What a query sees: the keys it meets, and whether there is none.
struct Sight {
  Expr meets, isAlone; // batch, head, query, key; nothing where all is seen
};

/// More would be no number of keys.
double reach(uint64_t size) { return double(std::min(size, uint64_t(1) << 52)); }

template <typename Op> Sight sightOf(Op op, const Expr &scores) {
  if (!op.getCausal() && !op.getLeft() && !op.getRight())
    return {};
  RuleBuilder &b = scores.builder();
  RankedTensorType numbers = scores.type().clone(IntegerType::get(op.getContext(), 64));
  Expr shape = numbers.hasStaticShape() ? Expr() : b.shapeOf(scores.value());
  Expr query = iota(b, numbers, 2, shape), key = iota(b, numbers, 3, shape);
  Sight sight;
  auto see = [&](const Expr &some) { sight.meets = sight.meets ? and_(sight.meets, some) : some; };
  if (op.getCausal())
    see(le(key, query));
  else if (op.getRight())
    see(le(key - reach(*op.getRight()), query));
  if (op.getLeft()) {
    Expr first = query - reach(*op.getLeft());
    see(ge(key, first));
    sight.isAlone = ge(first, countAlong(b, op.getK(), place, numbers.getElementType()));
  }
  return sight;
}

/// scale * q k^T.
template <typename Op> Expr productsOf(Op op, RuleBuilder &b) {
  Expr q = b(op.getQ()), k = b(op.getK());
  return op.getScale().convertToDouble() *
         dot_general(q, k, {batches, head}, {batches, head}, {feature}, {feature});
}

/// The same, and -inf where a query must not look; 0 of those that see nothing.
Expr seen(const Sight &sight, const Expr &scores) {
  if (!sight.meets)
    return scores;
  Expr hidden = scores.builder().full(-INFINITY, scores);
  return where(sight.meets, scores, sight.isAlone ? where(sight.isAlone, 0.0, hidden) : hidden);
}

/// Of queries: whether they see nothing.
Expr aloneAmong(const Sight &sight) { return any(sight.isAlone, 3); }

/// Products have the axes batch, head, place, feature.
Expr headsLast(const Expr &x) { return transpose(x, {0, 2, 1, 3}); }

/// Only floats that the processor computes with have a function of the runtime.
template <typename Op> RuntimeCall callOf(Op op, const char *function) {
  Type element = op.getQ().getType().getElementType();
  if (!element.isF32() && !element.isF64())
    return {};
  constexpr auto all = uint64_t(std::numeric_limits<int64_t>::max());
  const uint64_t right = op.getCausal() ? 0 : op.getRight().value_or(all);
  return {function,
          {int64_t(op.getLeft().value_or(all)), int64_t(right),
           std::bit_cast<int64_t>(op.getScale().convertToDouble())}};
}

/// Axis `axis` of operand i has the size of axis `other` of operand j.
void requireSame(SizeRules &rules, unsigned i, unsigned axis, unsigned j, unsigned other) {
  rules.requireEqual(rules.size(i, axis), rules.size(j, other),
                     "the shapes do not fit together: axis " + Twine(axis) + " of operand " +
                         Twine(i) + " has another size than axis " + Twine(other) + " of operand " +
                         Twine(j));
}

void requireFit(SizeRules &rules) {
  for (unsigned axis : {batches, head, feature})
    requireSame(rules, 0, axis, 1, axis);
  for (unsigned axis : {batches, place, head})
    requireSame(rules, 1, axis, 2, axis);
}

} // namespace

//--- attention

LogicalResult AttentionOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto q = cast<RankedTensorType>(adaptor.getQ().getType());
  auto k = cast<RankedTensorType>(adaptor.getK().getType());
  auto v = cast<RankedTensorType>(adaptor.getV().getType());
  if (failed(verifyOperands(loc, q, k, v, adaptor.getScale().convertToDouble())) ||
      failed(verifyWindow(loc, adaptor.getLeft(), adaptor.getRight())))
    return failure();
  SmallVector<Type> elementTypes(2, q.getElementType());
  return inferTypes<AttentionOp>(loc, adaptor, elementTypes, results);
}

// f16 and bf16 are computed in f32.
Values AttentionOp::decompose(RuleBuilder &b) {
  Type element = getQ().getType().getElementType();
  if (isHalf(getQ().getType())) {
    Exprs wide = attention(widened(b(getQ())), widened(b(getK())), widened(b(getV())), getCausal(),
                           getScale(), getLeftAttr(), getRightAttr());
    return {castTo(wide[0], element), castTo(wide[1], element)};
  }
  Expr products = productsOf(*this, b);
  const Sight sight = sightOf(*this, products);
  Expr scores = seen(sight, products), sums = logsumexp(scores, {3});
  Expr y = dot_general(softmax(scores, 3), b(getV()), {0, 1}, {batches, head}, {3}, {place});
  if (sight.isAlone) {
    Expr alone = aloneAmong(sight);
    y = where(expand_dims(alone, {3}), 0.0, y);
    sums = where(alone, -INFINITY, sums);
  }
  return {headsLast(y), sums};
}

// Of the primal values q, k, v and the results are kept: nothing as large as the scores. Sums that
// were rounded to 16 bits would not do: they are computed again.
Values AttentionOp::vjp(RuleBuilder &b, ValueRange g) {
  Type element = getQ().getType().getElementType();
  Expr q = widened(b(getQ())), k = widened(b(getK())), v = widened(b(getV()));
  Exprs results = isHalf(getQ().getType())
                      ? attention(q, k, v, getCausal(), getScale(), getLeftAttr(), getRightAttr())
                      : Exprs{b(getY()), b(getLogsumexp())};
  Expr dy = widened(b(g[0])), dsums = widened(b(g[1]));
  Expr along = transpose(sum(dy * results[0], {feature}), {0, 2, 1});
  Exprs cotangents = attention_vjp(q, k, v, results[1], dy, dsums - along, getCausal(), getScale(),
                                   getLeftAttr(), getRightAttr());
  return {castTo(cotangents[0], element), castTo(cotangents[1], element),
          castTo(cotangents[2], element)};
}

RuntimeCall AttentionOp::runtimeCall() { return callOf(*this, "cotan_attention"); }

Sizes AttentionOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  requireFit(rules);
  Sizes q = rules.sizes(0);
  if (result == 0)
    return {q[batches], q[place], q[head], rules.size(2, feature)};
  return {q[batches], q[head], q[place]};
}

//--- attention_vjp

LogicalResult AttentionVjpOp::verify() {
  RankedTensorType q = getQ().getType(), v = getV().getType(), dy = getDy().getType();
  RankedTensorType sums = getLogsumexp().getType();
  if (failed(verifyOperands(getLoc(), q, getK().getType(), v, getScale().convertToDouble())) ||
      failed(verifyWindow(getLoc(), getLeft(), getRight())))
    return failure();
  if (dy.getRank() != 4 || sums.getRank() != 3 || dy.getElementType() != q.getElementType() ||
      sums.getElementType() != q.getElementType())
    return emitOpError("dy has the type of y, and logsumexp that of logsumexp; found ")
           << dy << " and " << sums;
  return verifySizes(*this);
}

Values AttentionVjpOp::decompose(RuleBuilder &b) {
  Type element = getQ().getType().getElementType();
  Expr q = widened(b(getQ())), k = widened(b(getK())), v = widened(b(getV()));
  Expr sums = widened(b(getLogsumexp())), dy = widened(b(getDy())), shift = widened(b(getShift()));
  if (isHalf(getQ().getType())) {
    Exprs wide = attention_vjp(q, k, v, sums, dy, shift, getCausal(), getScale(), getLeftAttr(),
                               getRightAttr());
    return {castTo(wide[0], element), castTo(wide[1], element), castTo(wide[2], element)};
  }
  Expr products = productsOf(*this, b);
  const Sight sight = sightOf(*this, products);
  if (sight.isAlone)
    sums = where(aloneAmong(sight), 0.0, sums);
  Expr p = exp(seen(sight, products) - expand_dims(sums, {3}));
  if (sight.isAlone)
    p = where(sight.isAlone, 0.0, p);
  Expr dp = dot_general(dy, v, {batches, head}, {batches, head}, {feature}, {feature});
  Expr ds = getScale().convertToDouble() * p * (dp + expand_dims(shift, {3}));
  Expr dq = dot_general(ds, k, {0, 1}, {batches, head}, {3}, {place});
  Expr dk = dot_general(ds, q, {0, 1}, {batches, head}, {2}, {place});
  Expr dv = dot_general(p, dy, {0, 1}, {batches, head}, {2}, {place});
  return {headsLast(dq), headsLast(dk), headsLast(dv)};
}

RuntimeCall AttentionVjpOp::runtimeCall() { return callOf(*this, "cotan_attention_vjp"); }

Sizes AttentionVjpOp::sizes(SizeRules &rules, unsigned result) {
  requireFit(rules);
  requireSame(rules, 0, place, 4, place);
  requireSame(rules, 2, feature, 4, feature);
  requireSame(rules, 0, place, 3, 2);
  return rules.sizes(result);
}

//--- batches: more of what there is already

/// The op on operands whose first axis is lanes and batch, and its results cut again.
template <typename F> static Values mergeBatches(Batch &x, unsigned operands, F compute) {
  Exprs whole, merged, results;
  for (unsigned i = 0; i < operands; ++i) {
    whole.push_back(x.whole(i));
    merged.push_back(mergeAxes(whole[i], 0));
  }
  AxisSize lanes = sizeOf(x.builder(), x.axis()), size = sizeAlong(whole[0], 1);
  for (const Expr &result : compute(merged))
    results.push_back(splitAxis(result, 0, lanes, size));
  return results;
}

Values AttentionOp::batch(Batch &x) {
  return mergeBatches(x, 3, [&](const Exprs &in) {
    return attention(in[0], in[1], in[2], getCausal(), getScale(), getLeftAttr(), getRightAttr());
  });
}

Values AttentionVjpOp::batch(Batch &x) {
  return mergeBatches(x, 6, [&](const Exprs &in) {
    return attention_vjp(in[0], in[1], in[2], in[3], in[4], in[5], getCausal(), getScale(),
                         getLeftAttr(), getRightAttr());
  });
}
