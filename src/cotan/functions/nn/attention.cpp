// Attention.
#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace cotan::trace;

namespace ct::nn {
namespace {

void check(const Tensor &query, const Tensor &key, const Tensor &value) {
  auto q = openSizesOf(query), k = openSizesOf(key), v = openSizesOf(value);
  std::string shapes = "query, key and value of shapes " + printTuple(openSizesOf(query)) + ", " +
                       printTuple(openSizesOf(key)) + " and " + printTuple(openSizesOf(value));
  if (q.size() != 4 || k.size() != 4 || v.size() != 4)
    refuse(shapes + " need the axes batch, place, head and feature, or all of them no batch");
  auto differ = [](int64_t a, int64_t b) { return !mayBeEqual(a, b); };
  if (differ(q[0], k[0]) || differ(k[0], v[0]) || differ(k[1], v[1]) || differ(k[2], v[2]) ||
      differ(q[3], k[3]))
    refuse(shapes + " do not go together; one batch, as many keys as values and heads of them, and "
                    "as many features of queries and keys are needed");
  if (sizeAt(key, 2) == 0 || sizeAt(query, 2) % k[2] != 0)
    refuse(shapes + " do not go together: the query's heads must be a multiple of the key's");
}

/// How many keys before and behind its own place a query meets; none: all of them.
struct Window {
  std::optional<int64_t> left, right;
};

Window windowOf(const Axes &said) {
  if (!said)
    return {};
  if (said->empty() || said->size() > 2 || said->front() < 0 || said->back() < 0)
    refuse("local_window_size is " + printTuple(*said) +
           ", but must be a number of keys, or those before and behind a query");
  return {said->front(), said->back()};
}

/// One for each batch and head.
std::optional<Tensor> slopesOf(const std::optional<Tensor> &said, const Tensor &query, DType type) {
  if (!said)
    return {};
  Shape wanted{openSizesOf(query)[0], openSizesOf(query)[2]};
  const bool isOne = said->ndim() == 1 || (said->ndim() == 2 && openSizesOf(*said)[0] == 1);
  if (said->ndim() < 1 || said->ndim() > 2 || !mayBeEqual(openSizesOf(*said).back(), wanted[1]) ||
      (!isOne && !mayBeEqual(openSizesOf(*said)[0], wanted[0])))
    refuse("alibi_slopes have shape " + printTuple(openSizesOf(*said)) +
           ", but expected one for each head of the query, of shape " + printTuple({wanted[1]}) +
           " or " + printTuple(wanted));
  return broadcast_to(astype(*said, type), wanted);
}

/// The result, and if it is asked for the logarithm of the sum of the scores' exponentials (batch,
/// queries, heads).
struct Attended {
  Tensor y;
  std::optional<Tensor> residual = {};

  /// Without what is false in `mask`, (batch, queries) with ones for either if it is all the same.
  Attended where(const Tensor &mask) const {
    return {ct::where(expand_dims(mask, {2, 3}), y, 0),
            residual ? std::optional(ct::where(expand_dims(mask, {2}), *residual, -INFINITY))
                     : std::nullopt};
  }
};

/// Tile by tile, in memory that does not grow with the product of queries and keys.
Attended inTiles(const Tensor &query, const Tensor &key, const Tensor &value,
                 const std::optional<Tensor> &slopes, double scale, bool isCausal,
                 const Window &window) {
  auto q = openSizesOf(query);
  TensorType results[] = {typeOf(query.dtype(), {q[0], q[1], q[2], openSizesOf(value)[3]}),
                          typeOf(query.dtype(), {q[0], q[2], q[1]})};
  auto found = op::attention(query, key, value, slopes, isCausal, scale, window.left, window.right,
                             {.results = results});
  return {found[0], swapaxes(found[1], 1, 2)};
}

/// The heads of a query, cut in two: those of the key, and those that share one of these.
Tensor grouped(const Tensor &query, const Tensor &key) {
  Shape sizes = shapeOf(query);
  const int64_t heads = sizeAt(key, 2), sharing = sizeAt(query, 2) / heads;
  sizes[2] = heads;
  sizes.insert(sizes.begin() + 3, sharing);
  return reshape(query, sizes);
}

/// All scores at once.
Attended withScores(const Tensor &query, const Tensor &key, const Tensor &value,
                    const std::optional<Tensor> &slopes, double scale,
                    const AttentionOptions &options, const Window &window, bool withResidual) {
  DType type = query.dtype(), wide = itemSize(type) < 4 ? DType::float32 : type;
  Tensor q = grouped(astype(query, wide), key);
  Tensor scores = einsum("bqhgf,bkhf->bhgqk", {q, astype(key, wide)}) * scale;
  Shape ofGroups = shapeOf(scores);
  scores = reshape(scores, {ofGroups[0], openSizesOf(query)[2], ofGroups[3], ofGroups[4]});
  if (options.bias)
    scores += astype(*options.bias, wide);
  Tensor hidden = wide == DType::float64 ? -0.7 * std::numeric_limits<double>::max()
                                         : -0.7 * std::numeric_limits<float>::max();
  Shape places{openSizesOf(query)[1], openSizesOf(key)[1]};
  Tensor ofQuery = iota(places, 0), ofKey = iota(places, 1);
  if (slopes)
    scores -= expand_dims(astype(*slopes, wide), {2, 3}) * astype(abs(ofQuery - ofKey), wide);
  if (options.is_causal)
    scores = where(ofKey <= ofQuery, scores, hidden);
  if (window.left)
    scores = where((ofKey >= ofQuery - *window.left) & (ofKey <= ofQuery + *window.right), scores,
                   hidden);
  if (options.mask)
    scores = where(*options.mask, scores, hidden);
  Tensor weights = reshape(softmax(scores), ofGroups);
  Tensor y = einsum("bhgqk,bkhf->bqhgf", {weights, astype(value, wide)});
  Shape results = shapeOf(query);
  results[3] = openSizesOf(value)[3];
  Attended found{astype(reshape(y, results), type)};
  if (withResidual)
    found.residual = astype(swapaxes(ct::logsumexp(scores, {{-1}}), 1, 2), type);
  if (window.left) // not of queries without keys
    found = found.where(expand_dims(any(ofKey >= ofQuery - *window.left, {{1}}), {0}));
  return found;
}

/// Whether a place of a sequence lies before its end: (batch, places).
Tensor isCounted(const char *name, const Tensor &lengths, const Tensor &x) {
  const int64_t batch = openSizesOf(x)[0], places = openSizesOf(x)[1];
  if (isInexact(lengths.dtype()) || lengths.dtype() == DType::bool_)
    refuse<TypeError>(std::string(name) + " are " + nameOf(lengths.dtype()) +
                      ", but must be integers");
  if (lengths.ndim() > 1 || (lengths.ndim() == 1 && !mayBeEqual(openSizesOf(lengths)[0], batch)))
    refuse(std::string(name) + " have shape " + printTuple(openSizesOf(lengths)) +
           ", but expected one for each of the batch, of shape " + printTuple({batch}));
  Tensor ends = expand_dims(broadcast_to(astype(lengths, DType::int64), {batch}), {1});
  return iota({batch, places}, 1) < ends;
}

Attended attended(const Tensor &query, const Tensor &key, const Tensor &value,
                  const AttentionOptions &options, bool withResidual) {
  Tensor all[] = {query, key, value};
  DType type = outer(common(Accepts::floats, all).dtype);
  double scale = options.scale.value_or(1 / std::sqrt(double(sizeAt(query, 3))));
  Tensor q = astype(query, type), k = astype(key, type), v = astype(value, type);
  const Window window = windowOf(options.local_window_size);
  const std::optional<Tensor> slopes = slopesOf(options.alibi_slopes, query, type);
  // The kernel's scale is positive.
  if (options.bias || options.mask || !(scale > 0 && std::isfinite(scale)))
    return withScores(q, k, v, slopes, scale, options, window, withResidual);
  return inTiles(q, k, v, slopes, scale, options.is_causal, window);
}

Attended attendedInLengths(const Tensor &query, const Tensor &key, const Tensor &value,
                           const AttentionOptions &options, bool withResidual) {
  if (query.ndim() == 3 && key.ndim() == 3 && value.ndim() == 3) {
    Attended one = attendedInLengths(expand_dims(query, {0}), expand_dims(key, {0}),
                                     expand_dims(value, {0}), options, withResidual);
    auto unbatched = [](const Tensor &x) { return squeeze(x, std::vector<int64_t>{0}); };
    return {unbatched(one.y),
            withResidual ? std::optional(unbatched(*one.residual)) : std::nullopt};
  }
  check(query, key, value);
  AttentionOptions said = options;
  if (auto &lengths = options.key_value_seq_lengths) {
    Tensor isMet = expand_dims(isCounted("key_value_seq_lengths", *lengths, key), {1, 2});
    said.mask = options.mask ? logical_and(*options.mask, isMet) : isMet;
  }
  Attended found = attended(query, key, value, said, withResidual);
  if (auto &lengths = options.key_value_seq_lengths)
    found = found.where(expand_dims(broadcast_to(*lengths, {openSizesOf(query)[0]}), {1}) > 0);
  if (auto &lengths = options.query_seq_lengths)
    found = found.where(isCounted("query_seq_lengths", *lengths, query));
  return found;
}

} // namespace

Tensor alibi_slopes(int64_t heads) {
  const Called called("ct.nn.alibi_slopes");
  if (heads < 1)
    refuse("heads is " + std::to_string(heads) + ", but must be positive");
  checkParts(heads);
  const int64_t power = std::bit_floor(uint64_t(heads));
  std::vector<double> slopes;
  for (int64_t i = 0; i < heads; ++i)
    slopes.push_back(i < power ? std::exp2(-8.0 * double(i + 1) / double(power))
                               : std::exp2(-4.0 * double(2 * (i - power) + 1) / double(power)));
  return astype(array(slopes, {heads}), default_dtype());
}

Tensor alibi_bias(int64_t heads, int64_t queries, int64_t keys, int64_t offset) {
  const Called called("ct.nn.alibi_bias");
  Tensor slopes = alibi_slopes(heads);
  needSizes({queries, keys});
  Shape places{queries, keys};
  Tensor distance = abs(iota(places, 0) + offset - iota(places, 1));
  return expand_dims(slopes, {1, 2}) * astype(-distance, default_dtype());
}

Tensor dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                             const AttentionOptions &options) {
  const Called called("ct.nn.dot_product_attention");
  return attendedInLengths(query, key, value, options, /*withResidual=*/false).y;
}

std::pair<Tensor, Tensor> dot_product_attention_and_residual(const Tensor &query, const Tensor &key,
                                                             const Tensor &value,
                                                             const AttentionOptions &options) {
  const Called called("ct.nn.dot_product_attention");
  auto [y, residual] = attendedInLengths(query, key, value, options, /*withResidual=*/true);
  return {y, *residual};
}

} // namespace ct::nn

std::variant<ct::Tensor, std::pair<ct::Tensor, ct::Tensor>>
ct::dynamic::nn::dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                                       const ct::nn::AttentionOptions &options,
                                       bool return_residual) {
  const Called called("ct.nn.dot_product_attention");
  if (return_residual)
    return ct::nn::dot_product_attention_and_residual(query, key, value, options);
  return ct::nn::dot_product_attention(query, key, value, options);
}
