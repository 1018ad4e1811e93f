#include "cotan/runtime/kernels/contraction.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/abi/generated_code.h"
#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/bf16_product.h"
#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/kernels/reproducible.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>

namespace cotan {
namespace {

/// Axes of a tensor, one after the other.
struct Axes {
  std::vector<int64_t> sizes, steps;

  void add(int64_t size, int64_t step) {
    sizes.push_back(size);
    steps.push_back(step);
  }
  int64_t count() const {
    int64_t product = 1;
    for (int64_t size : sizes)
      product *= size;
    return product;
  }
  Axes inOrder(const std::vector<size_t> &order) const {
    Axes axes;
    for (size_t i : order)
      axes.add(sizes[i], steps[i]);
    return axes;
  }
  /// The axis along which elements lie farthest from each other first.
  std::vector<size_t> orderInMemory() const {
    std::vector<size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, std::greater(), [&](size_t i) { return steps[i]; });
    return order;
  }
  /// The axes from `begin` to `end`.
  Axes part(size_t begin, size_t end) const {
    return {{sizes.begin() + begin, sizes.begin() + end},
            {steps.begin() + begin, steps.begin() + end}};
  }
  /// How far apart the elements are when the axes are walked through as one; none if not evenly.
  std::optional<int64_t> evenStep() const {
    std::optional<int64_t> step;
    int64_t next = 0; // the step that an axis needs to go with those behind it
    for (size_t i = sizes.size(); i-- > 0;) {
      if (sizes[i] == 1)
        continue;
      if (step && steps[i] != next)
        return std::nullopt;
      step = step.value_or(steps[i]);
      next = steps[i] * sizes[i];
    }
    return step.value_or(1);
  }
  std::vector<int64_t> offsets() const {
    std::vector<int64_t> offsets = {0};
    for (size_t i = 0; i < sizes.size(); ++i) {
      std::vector<int64_t> finer;
      for (int64_t offset : offsets)
        for (int64_t at = 0; at < sizes[i]; ++at)
          finer.push_back(offset + at * steps[i]);
      offsets = std::move(finer);
    }
    return offsets;
  }
};

/// One side of a product: the matrix of each batch has a row per index of `free` and a column per
/// index of `summed`.
template <typename C> struct Side {
  const C *data;
  Axes batch, free, summed;
  std::unique_ptr<C[]> copy;

  int64_t count() const { return batch.count() * free.count() * summed.count(); }
  /// Whether the elements can be walked through evenly; copies them if not.
  bool isEven() const { return free.evenStep() && summed.evenStep(); }
  void makeEven() {
    if (isEven())
      return;
    copy = std::make_unique_for_overwrite<C[]>(count());
    const size_t axes = summed.sizes.size(), outer = axes ? axes - 1 : 0;
    const int64_t size = axes ? summed.sizes[outer] : 1, step = axes ? summed.steps[outer] : 1;
    const auto batches = batch.offsets(), rows = free.offsets(),
               starts = summed.part(0, outer).offsets();
    C *to = copy.get();
    for (int64_t i : batches)
      for (int64_t j : rows)
        for (int64_t k : starts)
          for (int64_t l = 0; l < size; ++l)
            *to++ = data[i + j + k + l * step];
    data = copy.get();
    const int64_t summands = summed.count();
    batch = {{int64_t(batches.size())}, {int64_t(rows.size()) * summands}};
    free = {{int64_t(rows.size())}, {summands}};
    summed = {{summands}, {1}};
  }
  Matrix<C> matrix() const { return {data, *free.evenStep(), *summed.evenStep()}; }
};

/// Takes the summands in the order in which the larger side need not be copied.
template <typename C> void orderSummands(Side<C> &lhs, Side<C> &rhs) {
  if (lhs.isEven() && rhs.isEven())
    return;
  const bool isLeftLarger = lhs.count() > rhs.count();
  for (Side<C> *side : {isLeftLarger ? &lhs : &rhs, isLeftLarger ? &rhs : &lhs}) {
    const auto order = side->summed.orderInMemory();
    if (!side->free.evenStep() || !side->summed.inOrder(order).evenStep())
      continue;
    lhs.summed = lhs.summed.inOrder(order);
    rhs.summed = rhs.summed.inOrder(order);
    return;
  }
}

/// Products of so few numbers take less time than the way to libxsmm's code.
template <typename C> bool isTiny(int64_t m, int64_t n, int64_t k) {
  constexpr int64_t few = 8;
  return std::is_floating_point_v<C> && m <= few && n <= few && k <= few;
}

template <typename C>
void multiplyTiny(int64_t m, int64_t n, int64_t k, const Matrix<C> &a, const Matrix<C> &b, C *to) {
  if constexpr (std::is_floating_point_v<C>)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        C sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum +=
              a.data[i * a.rowStep + l * a.columnStep] * b.data[l * b.rowStep + j * b.columnStep];
        to[i * n + j] = sum;
      }
}

/// Where the left rows do not lie evenly, but large parts of them do, each part is a matrix of its
/// own: the results are in order all the same.
template <typename C> void takeRowsApart(Side<C> &lhs, Side<C> &rhs) {
  constexpr int64_t large = 256; // numbers; fewer are copied sooner than multiplied
  const size_t axes = lhs.free.sizes.size();
  size_t first = 0;
  while (!lhs.free.part(first, axes).evenStep())
    ++first;
  const Axes outer = lhs.free.part(0, first), rows = lhs.free.part(first, axes);
  if (!lhs.summed.evenStep() || rows.count() * lhs.summed.count() < large)
    return;
  for (size_t i = 0; i < first; ++i) {
    lhs.batch.add(outer.sizes[i], outer.steps[i]);
    rhs.batch.add(outer.sizes[i], 0);
  }
  lhs.free = rows;
}

/// Integers wrap around the same way everywhere.
template <typename C>
void multiplyAs(bool isReproducible, int64_t m, int64_t n, int64_t k, const Matrix<C> &a,
                const Matrix<C> &b, C *to) {
  if constexpr (std::is_floating_point_v<C> || isComplexStorage<C>)
    if (isReproducible)
      return reproducible::multiply(m, n, k, a, b, to);
  if (isTiny<C>(m, n, k))
    multiplyTiny(m, n, k, a, b, to);
  else
    multiply(m, n, k, a, b, to, n);
}

template <typename C> void contract(Side<C> &lhs, Side<C> &rhs, C *to, bool isReproducible) {
  orderSummands(lhs, rhs);
  rhs.makeEven();
  takeRowsApart(lhs, rhs);
  lhs.makeEven();
  const int64_t m = lhs.free.count(), n = rhs.free.count(), k = lhs.summed.count();
  const auto left = lhs.batch.offsets(), right = rhs.batch.offsets();
  const int64_t batches = left.size(), work = std::max<int64_t>(1, m * n * k);
  auto multiplySome = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end && !mustStop(); ++i) {
      Matrix<C> a = lhs.matrix(), b = rhs.matrix().transposed();
      a.data += left[i];
      b.data += right[i];
      multiplyAs(isReproducible, m, n, k, a, b, to + i * m * n);
    }
  };
  runtime::parallelFor(batches, 1 + workOfThread / work, multiplySome);
}

std::vector<int64_t> stepsOf(const TensorView &x) {
  std::vector<int64_t> steps(x.rank, 1);
  for (int64_t axis = x.rank - 2; axis >= 0; --axis)
    steps[axis] = steps[axis + 1] * x.sizes[axis + 1];
  return steps;
}

/// The axes of an operand of dot_general by their roles.
template <typename C>
Side<C> sideOf(const TensorView &x, const C *data, const int64_t *batching, int64_t batches,
               const int64_t *contracting, int64_t contractions) {
  Side<C> side{data, {}, {}, {}, {}};
  const auto steps = stepsOf(x);
  std::vector<bool> isFree(x.rank, true);
  auto take = [&](Axes &axes, int64_t axis) {
    axes.add(x.sizes[axis], steps[axis]);
    isFree[axis] = false;
  };
  for (int64_t i = 0; i < batches; ++i)
    take(side.batch, batching[i]);
  for (int64_t i = 0; i < contractions; ++i)
    take(side.summed, contracting[i]);
  for (int64_t axis = 0; axis < x.rank; ++axis)
    if (isFree[axis])
      side.free.add(x.sizes[axis], steps[axis]);
  return side;
}

/// The matrices of an operand of matmul; along repeated axes of the batches a step moves nowhere.
template <typename C>
Side<C> matricesOf(const TensorView &x, const C *data, const TensorView &z, bool isLeft) {
  Side<C> side{data, {}, {}, {}, {}};
  const auto steps = stepsOf(x);
  const int64_t batches = z.rank - 2, missing = z.rank - x.rank;
  for (int64_t axis = 0; axis < batches; ++axis) {
    bool repeats = axis < missing || x.sizes[axis - missing] == 1;
    side.batch.add(z.sizes[axis], repeats ? 0 : steps[axis - missing]);
  }
  const int64_t row = x.rank - 2, column = x.rank - 1;
  const int64_t free = isLeft ? row : column, summed = isLeft ? column : row;
  side.free.add(x.sizes[free], steps[free]);
  side.summed.add(x.sizes[summed], steps[summed]);
  return side;
}

/// Calls `multiply(x, y, z)` with the elements of the operands and of the result, in the type they
/// are computed in.
template <typename F>
void compute(const TensorView *operands, TensorView &z, bool isReproducible, F multiply) {
  if (dtypeOf(z) == DType::bf16 && multipliesBFloat16() && !isReproducible)
    return multiply(elementsOf<const BFloat16>(operands[0]),
                    elementsOf<const BFloat16>(operands[1]), elementsOf<BFloat16>(z));
  visitNumber(dtypeOf(z), [&](auto element) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]), y(operands[1]);
    ComputedResult<T> to(z);
    multiply(x.data(), y.data(), to.data());
    to.store();
  });
}

/// The simple case, which must cost nothing but the product: two matrices, each perhaps transposed.
/// The rows of x are the indices of its first `rowAxes` axes.
void multiplyMatrices(const TensorView *operands, TensorView &z, int64_t rowAxes, bool turnsX,
                      bool turnsY) {
  const int64_t *ySizes = operands[1].sizes + operands[1].rank - 2;
  const int64_t rows = productOf(operands[0], 0, rowAxes), columns = operands[0].sizes[rowAxes];
  const int64_t m = turnsX ? columns : rows, k = turnsX ? rows : columns;
  const int64_t n = ySizes[turnsY ? 0 : 1];
  compute(operands, z, false, [&](auto *x, auto *y, auto *to) {
    using Operand = Matrix<std::decay_t<decltype(*x)>>;
    const Operand a{x, columns, 1}, b{y, ySizes[1], 1};
    multiply(m, n, k, turnsX ? a.transposed() : a, turnsY ? b.transposed() : b, to, n);
  });
}

} // namespace

int32_t cotan_matmul(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    TensorView &z = results[0];
    if (countOf(z) == 0)
      return 0;
    const bool isReproducible = numbers[0];
    if (!isReproducible &&
        productOf(operands[1], 0, operands[1].rank - 2) == 1) { // many rows meet one matrix
      multiplyMatrices(operands, z, operands[0].rank - 1, false, false);
      return 0;
    }
    compute(operands, z, isReproducible, [&](auto *x, auto *y, auto *to) {
      auto lhs = matricesOf(operands[0], x, z, true), rhs = matricesOf(operands[1], y, z, false);
      contract(lhs, rhs, to, isReproducible);
    });
    return 0;
  });
}

int32_t cotan_dot_general(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    TensorView &z = results[0];
    if (countOf(z) == 0)
      return 0;
    const bool isReproducible = numbers[0];
    const int64_t batches = numbers[1], contractions = numbers[2];
    const int64_t *lhsBatching = numbers + 3, *rhsBatching = lhsBatching + batches;
    const int64_t *lhsContracting = rhsBatching + batches;
    const int64_t *rhsContracting = lhsContracting + contractions;
    if (!isReproducible && batches == 0 && contractions == 1 && operands[0].rank == 2 &&
        operands[1].rank == 2) {
      multiplyMatrices(operands, z, 1, lhsContracting[0] == 0, rhsContracting[0] == 1);
      return 0;
    }
    compute(operands, z, isReproducible, [&](auto *x, auto *y, auto *to) {
      auto lhs = sideOf(operands[0], x, lhsBatching, batches, lhsContracting, contractions);
      auto rhs = sideOf(operands[1], y, rhsBatching, batches, rhsContracting, contractions);
      contract(lhs, rhs, to, isReproducible);
    });
    return 0;
  });
}

} // namespace cotan

using namespace cotan;

int32_t cotan_product_then(const abi::ProductThen *work) {
  return withoutExceptions([&] {
    const int64_t m = work->m, n = work->n, k = work->k;
    // Pieces of several rows end with blocks, or where the rows end.
    auto after = [&](int64_t first, int64_t last) COTAN_CALLS_GENERATED_CODE {
      const int64_t perRow = work->piecesPerRow, rows = work->rowsPerPiece;
      work->kernel(work->slots, first * perRow / rows, (last * perRow + rows - 1) / rows);
    };
    auto multiplyAs = [&](auto element) {
      using T = decltype(element);
      const Matrix<T> a{static_cast<const T *>(work->a), work->aIsTurned ? m : k, 1};
      const Matrix<T> b{static_cast<const T *>(work->b), work->bIsTurned ? k : n, 1};
      multiplyThen(m, n, k, work->aIsTurned ? a.transposed() : a,
                   work->bIsTurned ? b.transposed() : b, static_cast<T *>(work->c), after);
    };
    if (work->isDouble)
      multiplyAs(double());
    else
      multiplyAs(float());
    return 0;
  });
}
