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

constexpr int64_t tile = 64;     // queries taken at once
constexpr int64_t keyTile = 128; // and keys: 32 kB of scores

/// Sizes and options of one call.
struct Problem {
  int64_t batches, queries, keys, heads, features, values;
  int64_t left, right; // how far a query sees
  double scale;        // positive

  Problem(const TensorView *operands, const int64_t *numbers)
      : batches(operands[0].sizes[0]), queries(operands[0].sizes[1]), keys(operands[1].sizes[1]),
        heads(operands[0].sizes[2]), features(operands[0].sizes[3]), values(operands[2].sizes[3]),
        left(numbers[0]), right(std::min(numbers[1], keys)),
        scale(std::bit_cast<double>(numbers[2])) {}

  /// The first key that query `i` may look at, and that behind the last.
  int64_t firstKey(int64_t i) const { return std::max<int64_t>(0, i - left); }
  int64_t endOfKeys(int64_t i) const { return std::min(i + 1 + right, keys); }
  /// How many keys, at most, a tile of queries meets.
  int64_t keysOfTile() const { return std::min(keys, std::min(left, keys) + right + tile); }
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

/// Scores of queries [i, i + rows) and keys [j, j + columns), those that do not count -inf.
template <typename T>
void scores(const Problem &p, const Rows<T> &q, const Rows<T> &k, int64_t i, int64_t rows,
            int64_t j, int64_t columns, T *to) {
  multiply(rows, columns, p.features, q.from(i), k.from(j).transposed(), to, keyTile);
  for (int64_t a = 0; a < rows; ++a) {
    T *row = to + a * keyTile;
    std::fill_n(row, std::clamp<int64_t>(p.firstKey(i + a) - j, 0, columns), -INFINITY);
    std::fill(row + std::clamp<int64_t>(p.endOfKeys(i + a) - j, 0, columns), row + columns,
              -INFINITY);
  }
}

/// y and logsumexp of queries [i, i + rows): a sum over tiles of keys, which is scaled down
/// whenever a larger score is found.
template <typename T>
void attend(const Problem &p, const Rows<T> &q, const Rows<T> &k, const Rows<T> &v,
            const Rows<T> &y, T *logsumexp, int64_t i, int64_t rows) {
  std::vector<T> s(tile * keyTile);
  T most[tile], sum[tile];
  std::fill_n(most, rows, -INFINITY);
  std::fill_n(sum, rows, T());
  for (int64_t a = 0; a < rows; ++a)
    std::fill_n(y.row(i + a), p.values, T());
  const T scale = p.scale;
  for (int64_t j = p.firstKey(i), end = p.endOfKeys(i + rows - 1); j < end; j += keyTile) {
    const int64_t columns = std::min(keyTile, end - j);
    scores(p, q, k, i, rows, j, columns, s.data());
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
  const int64_t tiles = (p.queries + tile - 1) / tile;
  const int64_t work = tile * p.keysOfTile() * (p.features + p.values);
  runtime::parallelFor(
      p.batches * p.heads * tiles, 1 + workOfThread / std::max<int64_t>(1, work),
      [&](int64_t first, int64_t last) {
        for (int64_t n = first; n < last && !mustStop(); ++n) {
          const int64_t row = n / tiles, batch = row / p.heads, head = row % p.heads;
          const int64_t i = n % tiles * tile;
          attend(p, Rows<T>(operands[0], batch, head), Rows<T>(operands[1], batch, head),
                 Rows<T>(operands[2], batch, head), Rows<T>(results[0], batch, head),
                 elementsOf<T>(results[1]) + row * p.queries, i, std::min(tile, p.queries - i));
        }
      });
}

/// One batch and head of the derivative.
template <typename T> struct Reverse {
  const Problem &p;
  Rows<T> q, k, v, dy, dq, dk, dv;
  const T *logsumexp, *shift;
  std::vector<T> s, ds;

  Reverse(const Problem &p, const TensorView *operands, TensorView *results, int64_t row)
      : p(p), q(operands[0], row / p.heads, row % p.heads),
        k(operands[1], row / p.heads, row % p.heads), v(operands[2], row / p.heads, row % p.heads),
        dy(operands[4], row / p.heads, row % p.heads), dq(results[0], row / p.heads, row % p.heads),
        dk(results[1], row / p.heads, row % p.heads), dv(results[2], row / p.heads, row % p.heads),
        logsumexp(elementsOf<T>(operands[3]) + row * p.queries),
        shift(elementsOf<T>(operands[5]) + row * p.queries), s(tile * keyTile), ds(tile * keyTile) {
  }

  void run() {
    auto clear = [](const Rows<T> &rows, int64_t count, int64_t width) {
      for (int64_t i = 0; i < count; ++i)
        std::fill_n(rows.row(i), width, T());
    };
    clear(dq, p.queries, p.features);
    clear(dk, p.keys, p.features);
    clear(dv, p.keys, p.values);
    for (int64_t i = 0; i < p.queries && !mustStop(); i += tile) {
      const int64_t rows = std::min(tile, p.queries - i), end = p.endOfKeys(i + rows - 1);
      for (int64_t j = p.firstKey(i); j < end; j += keyTile)
        add(i, rows, j, std::min(keyTile, end - j));
    }
  }

  /// What queries [i, i + rows) and keys [j, j + columns) have to do with each other.
  void add(int64_t i, int64_t rows, int64_t j, int64_t columns) {
    scores(p, q, k, i, rows, j, columns, s.data());
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
    }
    const Matrix<T> probabilities{s.data(), keyTile, 1}, dscores{ds.data(), keyTile, 1};
    multiply(rows, p.features, columns, dscores, k.from(j), dq.row(i), dq.step, true);
    multiply(columns, p.features, rows, dscores.transposed(), q.from(i), dk.row(j), dk.step, true);
    multiply(columns, p.values, rows, probabilities.transposed(), dy.from(i), dv.row(j), dv.step,
             true);
  }
};

template <typename T>
void attentionVjp(const Problem &p, const TensorView *operands, TensorView *results) {
  const int64_t work = p.queries * p.keysOfTile() * (p.features + p.values);
  runtime::parallelFor(p.batches * p.heads, 1 + workOfThread / std::max<int64_t>(1, work),
                       [&](int64_t first, int64_t last) {
                         for (int64_t row = first; row < last; ++row)
                           Reverse<T>(p, operands, results, row).run();
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
