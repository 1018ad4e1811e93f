#include "cotan/runtime/kernels/fourier.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/fftw.h"
#include "cotan/runtime/kernels/scratch.h"
#include "cotan/runtime/kernels/wide_numbers.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>
#include <span>
#include <vector>

namespace cotan {
namespace {

enum class Kind : int64_t { forward, backward, r2c, c2r };

/// Transforms of lines that lie one behind the other in both places.
struct Lines {
  Kind kind;
  int64_t n;                      // numbers of a line that is whole
  int64_t count;                  // of lines
  int64_t gapFrom = 0, gapTo = 0; // real numbers between two lines

  /// Real numbers of a line.
  int64_t widthFrom() const { return kind == Kind::r2c ? n : kind == Kind::c2r ? half() : 2 * n; }
  int64_t widthTo() const { return kind == Kind::r2c ? half() : kind == Kind::c2r ? n : 2 * n; }

private:
  int64_t half() const { return 2 * (n / 2 + 1); }
};

/// The plans that were made, which are used by any number of threads.
template <typename Functions> class Plans {
public:
  using Real = typename Functions::Real;
  using Pair = typename Functions::Pair;
  using Plan =
      decltype(std::declval<Functions>().dft(0, nullptr, 0, nullptr, nullptr, nullptr, 0, 0));
  using Held = std::shared_ptr<std::remove_pointer_t<Plan>>;

  Held find(const Lines &lines, Real *from, Real *to) {
    const Functions &fftw = cotan::fftw<Functions>();
    const Key key = {int64_t(lines.kind), lines.n,     lines.count,
                     lines.gapFrom,       lines.gapTo, fftw.alignmentOf(from),
                     fftw.alignmentOf(to)};
    Map old; // goes when the lock is given back; plans that are used live on
    std::lock_guard lock(plannerMutex());
    if (auto known = plans.find(key); known != plans.end())
      return known->second;
    needMemory(lines);
    Held made(plan(fftw, lines, from, to), destroy);
    if (!made)
      throw std::bad_alloc();
    if (plans.size() == mostKept)
      std::swap(plans, old);
    return plans[key] = made;
  }

  static Plans &all() {
    static Plans plans;
    return plans;
  }

private:
  using Key = std::array<int64_t, 7>;
  using Map = std::map<Key, Held>;
  static constexpr size_t mostKept = 64;

  static void destroy(Plan plan) {
    if (!plan)
      return;
    std::lock_guard lock(plannerMutex());
    fftw<Functions>().destroy(plan);
  }

  /// FFTW ends the process where it gets no memory for its tables.
  static void needMemory(const Lines &lines) {
    const size_t bytes = size_t(lines.n) * 4 * sizeof(Pair);
    if (!std::unique_ptr<void, decltype(&std::free)>(std::malloc(bytes), std::free))
      throw std::bad_alloc();
  }

  /// That takes the same steps each time, as no plan is measured.
  static Plan plan(const Functions &fftw, const Lines &lines, Real *from, Real *to) {
    constexpr unsigned flags = FFTW_ESTIMATE | FFTW_PRESERVE_INPUT;
    const int64_t isPairFrom = lines.kind != Kind::r2c, isPairTo = lines.kind != Kind::c2r;
    const fftw_iodim64 along = {lines.n, 1, 1};
    const fftw_iodim64 over = {lines.count, (lines.widthFrom() + lines.gapFrom) >> isPairFrom,
                               (lines.widthTo() + lines.gapTo) >> isPairTo};
    auto *pairsFrom = reinterpret_cast<Pair *>(from), *pairsTo = reinterpret_cast<Pair *>(to);
    if (lines.kind == Kind::r2c)
      return fftw.r2c(1, &along, 1, &over, from, pairsTo, flags);
    if (lines.kind == Kind::c2r)
      return fftw.c2r(1, &along, 1, &over, pairsFrom, to, flags);
    return fftw.dft(1, &along, 1, &over, pairsFrom, pairsTo,
                    lines.kind == Kind::forward ? FFTW_FORWARD : FFTW_BACKWARD, flags);
  }

  Map plans;
};

template <typename Functions, typename Real> void run(const Lines &lines, Real *from, Real *to) {
  using Pair = typename Functions::Pair;
  const Functions &fftw = cotan::fftw<Functions>();
  auto plan = Plans<Functions>::all().find(lines, from, to);
  auto *pairsFrom = reinterpret_cast<Pair *>(from), *pairsTo = reinterpret_cast<Pair *>(to);
  if (lines.kind == Kind::r2c)
    fftw.runR2c(plan.get(), from, pairsTo);
  else if (lines.kind == Kind::c2r)
    fftw.runC2r(plan.get(), pairsFrom, to);
  else
    fftw.runDft(plan.get(), pairsFrom, pairsTo);
}

/// Where the numbers or pairs of lines are, in real numbers.
template <typename Real> struct Place {
  Real *first;
  int64_t betweenLines, betweenNumbers;
};

/// Between lines in scratch memory, a line of the cache: numbers a power of 2 apart have room for
/// few of them in it.
template <typename Real> constexpr int64_t gapOf = 64 / sizeof(Real);

template <int parts, typename Real>
void moveNumbers(int64_t count, int64_t n, Place<Real> from, Place<Real> to) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t line = 0; line < count; ++line)
      std::memcpy(to.first + line * to.betweenLines + i * to.betweenNumbers,
                  from.first + line * from.betweenLines + i * from.betweenNumbers,
                  parts * sizeof(Real));
}

/// Moves `count` lines of `n` numbers or pairs, which have so many `parts`.
template <typename Real>
void moveLines(int64_t count, int64_t n, int64_t parts, Place<Real> from, Place<Real> to) {
  parts == 1 ? moveNumbers<1>(count, n, from, to) : moveNumbers<2>(count, n, from, to);
}

/// All lines along an axis of size `n`, with `outer` places in front of it and `inner` behind. What
/// is done at once does not depend on the number of threads. `from` and `to` may be one if lines
/// are apart.
template <typename Functions, typename Real>
void transformAxis(Kind kind, int64_t outer, int64_t n, int64_t inner, Real *from, Real *to) {
  constexpr int64_t numbersOfPart = int64_t(1) << 15, mostSideBySide = 128 / sizeof(Real);
  const int64_t most = std::clamp<int64_t>(numbersOfPart / n, 1, numbersOfPart);
  const int64_t size =
      inner == 1 ? std::min(outer, most) : std::clamp<int64_t>(most, 4, mostSideBySide);
  const Lines whole{kind, n, 1};
  const int64_t widthFrom = whole.widthFrom(), widthTo = whole.widthTo();
  if (inner == 1)
    return runtime::parallelFor((outer + size - 1) / size, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin * size; i < std::min(end * size, outer); i += size)
        run<Functions>({kind, n, std::min(size, outer - i)}, from + i * widthFrom,
                       to + i * widthTo);
    });
  const int64_t partsFrom = kind == Kind::r2c ? 1 : 2, partsTo = kind == Kind::c2r ? 1 : 2;
  const int64_t blocks = (inner + size - 1) / size, gap = gapOf<Real>;
  runtime::parallelFor(outer * blocks, 1, [&](int64_t begin, int64_t end) {
    Scratch<Real> before, after;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % blocks * size, count = std::min(size, inner - first);
      Real *in = before.take(size * (widthFrom + gap));
      Real *out = after.take(size * (widthTo + gap));
      Real *apartFrom = from + i / blocks * inner * widthFrom + first * partsFrom;
      Real *apartTo = to + i / blocks * inner * widthTo + first * partsTo;
      moveLines<Real>(count, widthFrom / partsFrom, partsFrom,
                      {apartFrom, partsFrom, inner * partsFrom}, {in, widthFrom + gap, partsFrom});
      run<Functions>({kind, n, count, gap, gap}, in, out);
      moveLines<Real>(count, widthTo / partsTo, partsTo, {out, widthTo + gap, partsTo},
                      {apartTo, partsTo, inner * partsTo});
    }
  });
}

//--- long lines

/// The largest divisor of n up to its root.
int64_t divisorNearRoot(int64_t n) {
  int64_t divisor = std::llround(std::sqrt(double(n)));
  while (divisor > 1 && (divisor * divisor > n || n % divisor != 0))
    --divisor;
  return divisor;
}

/// Multiplies pair number i by exp(angle * i), the powers being computed in f64.
void turnPairs(float *pairs, int64_t count, double angle) {
  constexpr int64_t width = 16;
  double re[width], im[width];
  for (int64_t t = 0; t < width; ++t) {
    re[t] = std::cos(angle * t);
    im[t] = std::sin(angle * t);
  }
  const double nextRe = std::cos(angle * width), nextIm = std::sin(angle * width);
  for (int64_t first = 0; first < count; first += width) {
    float *of = pairs + 2 * first;
    for (int64_t t = 0; t < std::min(width, count - first); ++t) {
      const double x = of[2 * t], y = of[2 * t + 1], a = re[t], b = im[t];
      of[2 * t] = float(x * a - y * b);
      of[2 * t + 1] = float(x * b + y * a);
      re[t] = a * nextRe - b * nextIm;
      im[t] = a * nextIm + b * nextRe;
    }
  }
}

/// One line of n = `rows` * `columns` pairs as a matrix: its columns are transformed, turned, and
/// then its rows; the result is that matrix transposed (Bailey, "FFTs in external or hierarchical
/// memory", 1990). FFTW's plan for such a line, which it may not measure, goes through memory more
/// often.
void transformLongLine(Kind kind, int64_t rows, int64_t columns, float *from, float *to) {
  constexpr int64_t atOnce = 16, gap = gapOf<float>;
  const double angle =
      (kind == Kind::forward ? -2 : 2) * std::numbers::pi / (double(rows) * double(columns));
  Scratch<float> made;
  float *matrix = made.take(2 * rows * columns);
  transformAxis<FftwFloat>(kind, 1, rows, columns, from, matrix);
  runtime::parallelFor((rows + atOnce - 1) / atOnce, 1, [&](int64_t begin, int64_t end) {
    Scratch<float> after;
    for (int64_t row = begin * atOnce; row < std::min(end * atOnce, rows); row += atOnce) {
      const int64_t count = std::min(atOnce, rows - row);
      float *in = matrix + 2 * row * columns, *out = after.take(atOnce * (2 * columns + gap));
      for (int64_t i = 0; i < count; ++i)
        turnPairs(in + 2 * i * columns, columns, angle * double(row + i));
      run<FftwFloat>({kind, columns, count, 0, gap}, in, out);
      moveLines<float>(count, columns, 2, {out, 2 * columns + gap, 2}, {to + 2 * row, 2, 2 * rows});
    }
  });
}

/// Lines in one piece that are worth it. False if they are not.
template <typename Real>
bool transformLongLines(Kind kind, int64_t count, int64_t n, Real *from, Real *to) {
  constexpr int64_t longLine = int64_t(1) << 18, leastRows = 256;
  if constexpr (std::is_same_v<Real, float>) {
    const bool isOfPairs = kind == Kind::forward || kind == Kind::backward;
    const int64_t rows = isOfPairs && n >= longLine ? divisorNearRoot(n) : 1;
    if (rows < leastRows)
      return false;
    for (int64_t line = 0; line < count && !mustStop(); ++line)
      transformLongLine(kind, rows, n / rows, from + 2 * line * n, to + 2 * line * n);
    return true;
  }
  return false;
}

/// From the last axis on, whose lines lie in one piece.
template <typename Functions, typename Real>
void transform(Kind kind, const TensorView &x, const TensorView &y, std::span<const int64_t> axes) {
  auto *from = elementsOf<Real>(x), *to = elementsOf<Real>(y);
  const TensorView &whole = kind == Kind::c2r ? y : x;
  const int64_t last = kind == Kind::forward || kind == Kind::backward ? x.rank - 1 : whole.rank;
  for (auto axis = axes.rbegin(); axis != axes.rend() && !mustStop(); ++axis) {
    const int64_t n = whole.sizes[*axis];
    if (n == 1 && last != whole.rank)
      continue;
    const int64_t outer = productOf(whole, 0, *axis), inner = productOf(whole, *axis + 1, last);
    if (inner != 1 || !transformLongLines(kind, outer, n, from, to))
      transformAxis<Functions>(kind, outer, n, inner, from, to);
    from = to;
  }
  if (from != to) // there is nothing to do
    std::memcpy(to, from, countOf(x) * sizeof(Real));
}

/// Of half types, in f32.
template <typename Half>
void transformHalves(Kind kind, const TensorView &x, const TensorView &y,
                     std::span<const int64_t> axes) {
  Scratch<float> wideX, wideY;
  const int64_t countOfX = countOf(x), countOfY = countOf(y);
  float *from = wideX.take(countOfX), *to = wideY.take(countOfY);
  std::transform(elementsOf<Half>(x), elementsOf<Half>(x) + countOfX, from,
                 [](Half value) { return widen(value); });
  transform<FftwFloat, float>(kind, {from, x.sizes, x.rank, int32_t(DType::f32)},
                              {to, y.sizes, y.rank, int32_t(DType::f32)}, axes);
  std::transform(to, to + countOfY, elementsOf<Half>(y),
                 [](float value) { return narrow<Half>(value); });
}

int32_t transformed(Kind kind, const TensorView &x, const TensorView &y,
                    std::span<const int64_t> axes) {
  return withoutExceptions([&] {
    if (countOf(x) == 0 || countOf(y) == 0)
      return 0;
    switch (dtypeOf(x)) {
    case DType::f64: transform<FftwDouble, double>(kind, x, y, axes); break;
    case DType::f32: transform<FftwFloat, float>(kind, x, y, axes); break;
    case DType::f16: transformHalves<Float16>(kind, x, y, axes); break;
    case DType::bf16: transformHalves<BFloat16>(kind, x, y, axes); break;
    default: return setError("Fourier transforms are of floats");
    }
    return 0;
  });
}

} // namespace

int32_t cotan_dft(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  const Kind kind = numbers[0] ? Kind::backward : Kind::forward;
  return transformed(kind, operands[0], results[0], {numbers + 2, size_t(numbers[1])});
}

int32_t cotan_dft_r2c(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return transformed(Kind::r2c, operands[0], results[0], {numbers, 1});
}

int32_t cotan_dft_c2r(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return transformed(Kind::c2r, operands[0], results[0], {numbers, 1});
}

} // namespace cotan
