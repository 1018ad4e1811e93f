#include "cotan/runtime/kernels/attention.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/exponential.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace cotan {
namespace {

constexpr int64_t queryTile = 64; // queries taken at once
constexpr int64_t keyTile = 128;  // and keys: 32 kB of scores

/// Sizes and options of one call.
struct Problem {
  int64_t batches, queries, keys, heads, features, values;
  int64_t keyHeads, sharing; // heads of keys, and how many of queries have one of them
  int64_t left, right;       // how far a query sees
  double scale;              // positive
  bool hasSlopes;

  Problem(const TensorView *operands, const int64_t *numbers)
      : batches(operands[0].sizes[0]), queries(operands[0].sizes[1]), keys(operands[1].sizes[1]),
        heads(operands[0].sizes[2]), features(operands[0].sizes[3]), values(operands[2].sizes[3]),
        keyHeads(operands[1].sizes[2]), sharing(heads / std::max<int64_t>(1, keyHeads)),
        left(numbers[0]), right(std::min(numbers[1], keys)),
        scale(std::bit_cast<double>(numbers[2])), hasSlopes(numbers[3]) {}

  /// The first key that query `i` may look at, and that behind the last.
  int64_t firstKey(int64_t i) const { return std::max<int64_t>(0, i - left); }
  int64_t endOfKeys(int64_t i) const { return std::min(i + 1 + right, keys); }
  /// How many keys, at most, a tile of queries meets.
  int64_t keysOfTile() const { return std::min(keys, std::min(left, keys) + right + queryTile); }
};

/// The rows of one batch and head in a tensor with axes batch, place, head, feature.
template <typename T> struct Rows {
  T *data;
  int64_t step;

  Rows(const TensorView &x, int64_t batch, int64_t head)
      : data(elementsOf<T>(x) + (batch * x.sizes[1] * x.sizes[2] + head) * x.sizes[3]),
        step(x.sizes[2] * x.sizes[3]) {}
  T *row(int64_t i) const { return data + i * step; }
  Matrix<T> from(int64_t i) const { return {row(i), step, 1}; }
};

/// A batch and head of queries.
struct Head {
  Head(const Problem &p, int64_t number)
      : number(number), batch(number / p.heads), ofQueries(number % p.heads),
        ofKeys(ofQueries / p.sharing) {}

  int64_t number, batch, ofQueries, ofKeys;
};

/// How much a score falls with each key between.
template <typename T> T slopeOf(const Problem &p, const TensorView *slopes, const Head &head) {
  return p.hasSlopes ? elementsOf<T>(*slopes)[head.number] : T(0);
}

/// Scores of queries [i, i + rows) and keys [j, j + columns), those that do not count -inf. They
/// are to be scaled yet.
template <typename T>
void scores(const Problem &p, const Rows<T> &q, const Rows<T> &k, T slope, int64_t i, int64_t rows,
            int64_t j, int64_t columns, T *to) {
  multiply(rows, columns, p.features, q.from(i), k.from(j).transposed(), to, keyTile);
  const T fall = slope / T(p.scale);
  for (int64_t a = 0; a < rows; ++a) {
    T *row = to + a * keyTile;
    if (p.hasSlopes)
      for (int64_t b = 0; b < columns; ++b)
        row[b] -= fall * T(std::abs(i + a - j - b));
    std::fill_n(row, std::clamp<int64_t>(p.firstKey(i + a) - j, 0, columns), -INFINITY);
    std::fill(row + std::clamp<int64_t>(p.endOfKeys(i + a) - j, 0, columns), row + columns,
              -INFINITY);
  }
}

/// y and logsumexp of queries [i, i + rows): a sum over tiles of keys, which is scaled down
/// whenever a larger score is found.
template <typename T>
void attend(const Problem &p, const Rows<T> &q, const Rows<T> &k, const Rows<T> &v, T slope,
            const Rows<T> &y, T *logsumexp, int64_t i, int64_t rows) {
  std::vector<T> s(queryTile * keyTile);
  T most[queryTile], sum[queryTile];
  std::fill_n(most, rows, -INFINITY);
  std::fill_n(sum, rows, T());
  for (int64_t a = 0; a < rows; ++a)
    std::fill_n(y.row(i + a), p.values, T());
  const T scale = p.scale;
  for (int64_t j = p.firstKey(i), end = p.endOfKeys(i + rows - 1); j < end; j += keyTile) {
    const int64_t columns = std::min(keyTile, end - j);
    scores(p, q, k, slope, i, rows, j, columns, s.data());
    for (int64_t a = 0; a < rows; ++a) {
      T *row = s.data() + a * keyTile, *to = y.row(i + a);
      const T found = std::max(most[a], scale * largest(row, columns));
      if (found == -INFINITY) { // none of these keys is seen
        std::fill_n(row, columns, T());
        continue;
      }
      const T shrink = most[a] == found ? T(1) : std::exp(most[a] - found);
      sum[a] = sum[a] * shrink + exponentials(row, columns, scale, found);
      most[a] = found;
      if (shrink != 1)
        std::transform(to, to + p.values, to, [=](T x) { return x * shrink; });
    }
    multiply(rows, p.values, columns, Matrix<T>{s.data(), keyTile, 1}, v.from(j), y.row(i), y.step,
             /*add=*/true);
  }
  for (int64_t a = 0; a < rows; ++a) {
    const T inverse = sum[a] == 0 ? T(0) : 1 / sum[a];
    T *to = y.row(i + a);
    std::transform(to, to + p.values, to, [=](T x) { return x * inverse; });
    logsumexp[i + a] = most[a] + std::log(sum[a]);
  }
}

template <typename T>
void attention(const Problem &p, const TensorView *operands, TensorView *results) {
  const int64_t tiles = (p.queries + queryTile - 1) / queryTile;
  const int64_t work = queryTile * p.keysOfTile() * (p.features + p.values);
  runtime::parallelFor(p.batches * p.heads * tiles, 1 + workOfThread / std::max<int64_t>(1, work),
                       [&](int64_t first, int64_t last) {
                         for (int64_t n = first; n < last && !mustStop(); ++n) {
                           const Head head(p, n / tiles);
                           const int64_t i = n % tiles * queryTile;
                           attend(p, Rows<T>(operands[0], head.batch, head.ofQueries),
                                  Rows<T>(operands[1], head.batch, head.ofKeys),
                                  Rows<T>(operands[2], head.batch, head.ofKeys),
                                  slopeOf<T>(p, operands + 3, head),
                                  Rows<T>(results[0], head.batch, head.ofQueries),
                                  elementsOf<T>(results[1]) + head.number * p.queries, i,
                                  std::min(queryTile, p.queries - i));
                         }
                       });
}

template <typename T> void clear(const Rows<T> &rows, int64_t count, int64_t width) {
  for (int64_t i = 0; i < count; ++i)
    std::fill_n(rows.row(i), width, T());
}

/// One batch and head of the derivative. dk and dv are added to: several heads may share them.
template <typename T> struct Reverse {
  const Problem &p;
  Rows<T> q, k, v, dy, dq, dk, dv;
  const T slope, *logsumexp, *shift;
  T *dslope;
  std::vector<T> s, ds;

  Reverse(const Problem &p, const TensorView *operands, TensorView *results, const Head &head)
      : p(p), q(operands[0], head.batch, head.ofQueries), k(operands[1], head.batch, head.ofKeys),
        v(operands[2], head.batch, head.ofKeys), dy(operands[4], head.batch, head.ofQueries),
        dq(results[0], head.batch, head.ofQueries), dk(results[1], head.batch, head.ofKeys),
        dv(results[2], head.batch, head.ofKeys), slope(slopeOf<T>(p, operands + 6, head)),
        logsumexp(elementsOf<T>(operands[3]) + head.number * p.queries),
        shift(elementsOf<T>(operands[5]) + head.number * p.queries),
        dslope(elementsOf<T>(results[3]) + head.number * p.queries), s(queryTile * keyTile),
        ds(queryTile * keyTile) {}

  void run() {
    clear(dq, p.queries, p.features);
    std::fill_n(dslope, p.queries, T());
    for (int64_t i = 0; i < p.queries && !mustStop(); i += queryTile) {
      const int64_t rows = std::min(queryTile, p.queries - i), end = p.endOfKeys(i + rows - 1);
      for (int64_t j = p.firstKey(i); j < end; j += keyTile)
        add(i, rows, j, std::min(keyTile, end - j));
    }
  }

  /// What queries [i, i + rows) and keys [j, j + columns) have to do with each other.
  void add(int64_t i, int64_t rows, int64_t j, int64_t columns) {
    scores(p, q, k, slope, i, rows, j, columns, s.data());
    multiply(rows, columns, p.values, dy.from(i), v.from(j).transposed(), ds.data(), keyTile);
    const T scale = p.scale;
    for (int64_t a = 0; a < rows; ++a) {
      T *row = s.data() + a * keyTile, *drow = ds.data() + a * keyTile;
      if (logsumexp[i + a] == -INFINITY)
        std::fill_n(row, columns, T());
      else
        exponentials(row, columns, scale, logsumexp[i + a]);
      const T moved = shift[i + a];
      std::transform(row, row + columns, drow, drow,
                     [=](T probability, T x) { return probability * (x + moved) * scale; });
      if (p.hasSlopes)
        dslope[i + a] -= distances(drow, columns, i + a - j) / scale;
    }
    const Matrix<T> probabilities{s.data(), keyTile, 1}, dscores{ds.data(), keyTile, 1};
    multiply(rows, p.features, columns, dscores, k.from(j), dq.row(i), dq.step, true);
    multiply(columns, p.features, rows, dscores.transposed(), q.from(i), dk.row(j), dk.step, true);
    multiply(columns, p.values, rows, probabilities.transposed(), dy.from(i), dv.row(j), dv.step,
             true);
  }

  /// The sum of what is said of keys times how far they are; the first one is `first` before.
  static T distances(const T *row, int64_t columns, int64_t first) {
    T sum = 0;
    for (int64_t b = 0; b < columns; ++b)
      sum += row[b] * T(std::abs(first - b));
    return sum;
  }
};

template <typename T>
void attentionVjp(const Problem &p, const TensorView *operands, TensorView *results) {
  const int64_t work = p.sharing * p.queries * p.keysOfTile() * (p.features + p.values);
  runtime::parallelFor(p.batches * p.keyHeads, 1 + workOfThread / std::max<int64_t>(1, work),
                       [&](int64_t first, int64_t last) {
                         for (int64_t n = first; n < last && !mustStop(); ++n) {
                           const int64_t batch = n / p.keyHeads, ofKeys = n % p.keyHeads;
                           clear(Rows<T>(results[1], batch, ofKeys), p.keys, p.features);
                           clear(Rows<T>(results[2], batch, ofKeys), p.keys, p.values);
                           for (int64_t i = 0; i < p.sharing; ++i)
                             Reverse<T>(p, operands, results, Head(p, n * p.sharing + i)).run();
                         }
                       });
}

template <typename F> int32_t inType(const TensorView &x, F run) {
  return withoutExceptions([&] {
    dtypeOf(x) == DType::f32 ? run(float()) : run(double());
    return 0;
  });
}

} // namespace

int32_t cotan_attention(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return inType(operands[0], [&](auto element) {
    attention<decltype(element)>(Problem(operands, numbers), operands, results);
  });
}

int32_t cotan_attention_vjp(const TensorView *operands, TensorView *results,
                            const int64_t *numbers) {
  return inType(operands[0], [&](auto element) {
    attentionVjp<decltype(element)>(Problem(operands, numbers), operands, results);
  });
}

} // namespace cotan
