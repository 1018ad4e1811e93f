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
                             RankedTensorType v, Value slopes, double scale) {
  if (!(scale > 0 && std::isfinite(scale)))
    return emitOptionalError(loc, "scale is a positive number, found ", scale,
                             "; change the sign of q instead");
  for (RankedTensorType type : {q, k, v})
    if (type.getRank() != 4 || type.getElementType() != q.getElementType())
      return emitOptionalError(loc,
                               "operands have four axes, batch, place, head and feature, and one "
                               "element type; found ",
                               q, ", ", k, ", ", v);
  auto ofHeads = slopes ? cast<RankedTensorType>(slopes.getType()) : RankedTensorType();
  if (ofHeads && (ofHeads.getRank() != 2 || ofHeads.getElementType() != q.getElementType()))
    return emitOptionalError(loc, "slopes have the axes batch and head, and the element type of ",
                             q, "; found ", ofHeads);
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

/// The heads of queries, or of scores, along `axis`, cut in two: those of keys, and within each
/// those that share it.
Expr byHeadsOfKeys(const Expr &x, int64_t axis, const Expr &keys) {
  const AxisSize all = sizeAlong(x, axis), some = sizeAlong(keys, head);
  const bool isKnown = !ShapedType::isDynamic(all.known) && !ShapedType::isDynamic(some.known);
  const int64_t shared = isKnown ? all.known / std::max<int64_t>(1, some.known) : all.known;
  return splitAxis(
      x, axis, some,
      {isKnown ? shared : ShapedType::kDynamic, floor_div(all.vector, maximum(some.vector, 1.0))});
}

/// Whether several heads of queries may share one of keys.
bool haveSharedHeads(const Expr &x, int64_t axis, const Expr &keys) {
  const int64_t all = x.sizes()[axis], some = keys.sizes()[head];
  return ShapedType::isDynamic(all) || all != some;
}

/// Of each query and key the sum over their features: batch, head, query, key. `k`: what says how
/// many heads of keys there are.
Expr pairs(const Expr &q, const Expr &ofKeys, const Expr &k) {
  if (!haveSharedHeads(q, head, k))
    return dot_general(q, ofKeys, {batches, head}, {batches, head}, {feature}, {feature});
  Expr each = dot_general(byHeadsOfKeys(q, head, k), ofKeys, {batches, head}, {batches, head},
                          {feature + 1}, {feature}); // batch, head of keys, query, shared, key
  return mergeAxes(transpose(each, {0, 1, 3, 2, 4}), 1);
}

/// Products have the axes batch, head, place, feature.
Expr headsLast(const Expr &x) { return transpose(x, {0, 2, 1, 3}); }

/// Of each query the sum over keys of what pairs say times what keys have.
Expr overKeys(const Expr &each, const Expr &ofKeys, const Expr &k) {
  if (!haveSharedHeads(each, 1, k))
    return headsLast(dot_general(each, ofKeys, {0, 1}, {batches, head}, {3}, {place}));
  Expr groups = byHeadsOfKeys(each, 1, k);
  return headsLast(
      mergeAxes(dot_general(groups, ofKeys, {0, 1}, {batches, head}, {4}, {place}), 1));
}

/// Of each key the sum over the queries that meet it.
Expr overQueries(const Expr &each, const Expr &q, const Expr &k) {
  if (!haveSharedHeads(each, 1, k))
    return headsLast(dot_general(each, q, {0, 1}, {batches, head}, {2}, {place}));
  return headsLast(dot_general(byHeadsOfKeys(each, 1, k), byHeadsOfKeys(q, head, k), {0, 1},
                               {batches, head}, {2, 3}, {head + 1, place}));
}

/// |i - j| of query i and key j, in the shape of the scores.
Expr distanceIn(const Expr &scores) {
  RuleBuilder &b = scores.builder();
  RankedTensorType numbers = scores.type().clone(b.shapeOf(scores.value()).elementType());
  Expr shape = numbers.hasStaticShape() ? Expr() : b.shapeOf(scores.value());
  return castTo(abs(iota(b, numbers, 2, shape) - iota(b, numbers, 3, shape)), scores.elementType());
}

/// scale * q k^T, less the slope times the distance.
template <typename Op> Expr productsOf(Op op, RuleBuilder &b) {
  Expr products = op.getScale().convertToDouble() * pairs(b(op.getQ()), b(op.getK()), b(op.getK()));
  if (!op.getSlopes())
    return products;
  return products - expand_dims(b(op.getSlopes()), {2, 3}) * distanceIn(products);
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

/// Only floats that the processor computes with have a function of the runtime.
template <typename Op> RuntimeCall callOf(Op op, const char *function) {
  Type element = op.getQ().getType().getElementType();
  if (!element.isF32() && !element.isF64())
    return {};
  constexpr auto all = uint64_t(std::numeric_limits<int64_t>::max());
  const uint64_t right = op.getCausal() ? 0 : op.getRight().value_or(all);
  return {function,
          {int64_t(op.getLeft().value_or(all)), int64_t(right),
           std::bit_cast<int64_t>(op.getScale().convertToDouble()), bool(op.getSlopes())}};
}

/// Axis `axis` of operand i has the size of axis `other` of operand j.
void requireSame(SizeRules &rules, unsigned i, unsigned axis, unsigned j, unsigned other) {
  rules.requireEqual(rules.size(i, axis), rules.size(j, other),
                     "the shapes do not fit together: axis " + Twine(axis) + " of operand " +
                         Twine(i) + " has another size than axis " + Twine(other) + " of operand " +
                         Twine(j));
}

/// `slopes`: which operand they are, if there are any.
void requireFit(SizeRules &rules, std::optional<unsigned> slopes) {
  for (unsigned axis : {batches, feature})
    requireSame(rules, 0, axis, 1, axis);
  for (unsigned axis : {batches, place, head})
    requireSame(rules, 1, axis, 2, axis);
  const Size heads = rules.size(0, head), shared = rules.size(1, head);
  rules.require((heads % maximum(shared, 1) == 0) & (isEmpty({heads}) | (1 <= shared)),
                "the shapes do not fit together: the heads of q are no multiple of those of k");
  if (slopes) {
    requireSame(rules, *slopes, 0, 0, batches);
    requireSame(rules, *slopes, 1, 0, head);
  }
}

/// An operand that may be absent.
Expr widenedOr(RuleBuilder &b, Value value) { return value ? widened(b(value)) : Expr(); }

} // namespace

//--- attention

LogicalResult AttentionOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto q = cast<RankedTensorType>(adaptor.getQ().getType());
  auto k = cast<RankedTensorType>(adaptor.getK().getType());
  auto v = cast<RankedTensorType>(adaptor.getV().getType());
  if (failed(verifyOperands(loc, q, k, v, adaptor.getSlopes(),
                            adaptor.getScale().convertToDouble())) ||
      failed(verifyWindow(loc, adaptor.getLeft(), adaptor.getRight())))
    return failure();
  SmallVector<Type> elementTypes(2, q.getElementType());
  return inferTypes<AttentionOp>(loc, adaptor, elementTypes, results);
}

// f16 and bf16 are computed in f32.
Values AttentionOp::decompose(RuleBuilder &b) {
  Type element = getQ().getType().getElementType();
  if (isHalf(getQ().getType())) {
    Exprs wide = attention(widened(b(getQ())), widened(b(getK())), widened(b(getV())),
                           widenedOr(b, getSlopes()), getCausal(), getScale(), getLeftAttr(),
                           getRightAttr());
    return {castTo(wide[0], element), castTo(wide[1], element)};
  }
  Expr products = productsOf(*this, b);
  const Sight sight = sightOf(*this, products);
  Expr scores = seen(sight, products), sums = logsumexp(scores, {3});
  Expr y = overKeys(softmax(scores, 3), b(getV()), b(getK()));
  if (sight.isAlone) {
    Expr alone = aloneAmong(sight);
    y = where(expand_dims(transpose(alone, {0, 2, 1}), {3}), 0.0, y);
    sums = where(alone, -INFINITY, sums);
  }
  return {y, sums};
}

// Of the primal values q, k, v and the results are kept: nothing as large as the scores. Sums that
// were rounded to 16 bits would not do: they are computed again.
Values AttentionOp::vjp(RuleBuilder &b, ValueRange g) {
  Type element = getQ().getType().getElementType();
  Expr q = widened(b(getQ())), k = widened(b(getK())), v = widened(b(getV()));
  Expr slopes = widenedOr(b, getSlopes());
  Exprs results;
  if (isHalf(getQ().getType()))
    results = attention(q, k, v, slopes, getCausal(), getScale(), getLeftAttr(), getRightAttr());
  else
    results = {b(getY()), b(getLogsumexp())};
  Expr dy = widened(b(g[0])), dsums = widened(b(g[1]));
  Expr along = transpose(sum(dy * results[0], {feature}), {0, 2, 1});
  Exprs found = attention_vjp(q, k, v, results[1], dy, dsums - along, slopes, getCausal(),
                              getScale(), getLeftAttr(), getRightAttr());
  Values cotangents{castTo(found[0], element), castTo(found[1], element),
                    castTo(found[2], element)};
  if (slopes)
    cotangents.push_back(castTo(sum(found[3], {2}), element).value());
  return cotangents;
}

RuntimeCall AttentionOp::runtimeCall() { return callOf(*this, "cotan_attention"); }

Sizes AttentionOp::sizes(Adaptor x, SizeRules &rules, unsigned result) {
  requireFit(rules, x.getSlopes() ? std::optional<unsigned>(3) : std::nullopt);
  Sizes q = rules.sizes(0);
  if (result == 0)
    return {q[batches], q[place], q[head], rules.size(2, feature)};
  return {q[batches], q[head], q[place]};
}

//--- attention_vjp

LogicalResult AttentionVjpOp::verify() {
  RankedTensorType q = getQ().getType(), v = getV().getType(), dy = getDy().getType();
  RankedTensorType sums = getLogsumexp().getType();
  if (failed(verifyOperands(getLoc(), q, getK().getType(), v, getSlopes(),
                            getScale().convertToDouble())) ||
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
    Values results;
    for (const Expr &wide : attention_vjp(q, k, v, sums, dy, shift, widenedOr(b, getSlopes()),
                                          getCausal(), getScale(), getLeftAttr(), getRightAttr()))
      results.push_back(castTo(wide, element).value());
    return results;
  }
  Expr products = productsOf(*this, b);
  const Sight sight = sightOf(*this, products);
  if (sight.isAlone)
    sums = where(aloneAmong(sight), 0.0, sums);
  Expr p = exp(seen(sight, products) - expand_dims(sums, {3}));
  if (sight.isAlone)
    p = where(sight.isAlone, 0.0, p);
  Expr ds = p * (pairs(dy, v, k) + expand_dims(shift, {3}));
  Expr scaled = getScale().convertToDouble() * ds;
  Expr dslope = getSlopes() ? -sum(ds * distanceIn(products), {3}) : b.full(0.0, shift);
  return {overKeys(scaled, k, k), overQueries(scaled, q, k), overQueries(p, dy, k), dslope};
}

RuntimeCall AttentionVjpOp::runtimeCall() { return callOf(*this, "cotan_attention_vjp"); }

Sizes AttentionVjpOp::sizes(SizeRules &rules, unsigned result) {
  requireFit(rules, getSlopes() ? std::optional<unsigned>(6) : std::nullopt);
  requireSame(rules, 0, place, 4, place);
  requireSame(rules, 2, feature, 4, feature);
  requireSame(rules, 0, place, 3, 2);
  return rules.sizes(result); // dslope is like logsumexp
}

//--- batches: more of what there is already

/// The op on operands whose first axis is lanes and batch, and its results cut again.
template <typename F>
static Values mergeBatches(Batch &x, unsigned operands, bool hasSlopes, F compute) {
  Exprs whole, merged, results;
  for (unsigned i = 0; i < operands + hasSlopes; ++i) {
    whole.push_back(x.whole(i));
    merged.push_back(mergeAxes(whole[i], 0));
  }
  merged.resize(operands + 1);
  AxisSize lanes = sizeOf(x.builder(), x.axis()), size = sizeAlong(whole[0], 1);
  for (const Expr &result : compute(merged))
    results.push_back(splitAxis(result, 0, lanes, size));
  return results;
}

Values AttentionOp::batch(Batch &x) {
  return mergeBatches(x, 3, bool(getSlopes()), [&](const Exprs &in) {
    return attention(in[0], in[1], in[2], in[3], getCausal(), getScale(), getLeftAttr(),
                     getRightAttr());
  });
}

Values AttentionVjpOp::batch(Batch &x) {
  return mergeBatches(x, 6, bool(getSlopes()), [&](const Exprs &in) {
    return attention_vjp(in[0], in[1], in[2], in[3], in[4], in[5], in[6], getCausal(), getScale(),
                         getLeftAttr(), getRightAttr());
  });
}
