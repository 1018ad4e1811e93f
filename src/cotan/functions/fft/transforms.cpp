#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {
namespace {

using Norm = std::optional<std::string>;
using Sizes = llvm::SmallVector<int64_t>;

enum class Way { forward, inverse };

/// What results are multiplied by, where those of the inverse are divided by the number of
/// elements.
double scaleOf(const Norm &norm, Way way, int64_t count) {
  const double n = double(count);
  if (!norm || *norm == "backward")
    return 1;
  if (*norm == "ortho")
    return way == Way::forward ? 1 / std::sqrt(n) : std::sqrt(n);
  if (*norm == "forward")
    return way == Way::forward ? 1 / n : n;
  refuse("norm is \"" + *norm + "\", but expected \"backward\", \"ortho\" or \"forward\"");
}

/// The number of elements along axes is asked for where it is needed: it may be open.
Tensor scaled(const Tensor &y, const Norm &norm, Way way, const Tensor &whole,
              llvm::ArrayRef<int64_t> axes) {
  if (scaleOf(norm, way, 2) == 1)
    return y;
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= sizeAt(whole, axis);
  return count == 0 ? y : y * Tensor(scaleOf(norm, way, count));
}

/// Cut off, or with zeros behind, along an axis.
Tensor resized(const Tensor &x, int64_t axis, int64_t size) {
  if (size < 1)
    refuse("n is " + std::to_string(size) + ", but expected at least 1");
  const int64_t now = sizeAt(x, axis);
  if (now == size)
    return x;
  if (now < size) {
    Widths widths(x.ndim(), {0, 0});
    widths[axis].second = size - now;
    return pad(x, widths);
  }
  Shape limits = openSizesOf(x).vec();
  limits[axis] = size;
  return slice(x, Shape(x.ndim(), 0), limits, Shape(x.ndim(), 1));
}

DType realTypeOf(const Tensor &x) {
  return x.dtype() == DType::float64 ? DType::float64 : DType::float32;
}

Tensor toComplex(const Tensor &x) {
  needComputed(x.dtype());
  if (isComplex(x.dtype()))
    return x;
  return astype(x, x.dtype() == DType::float64 ? DType::complex128 : DType::complex64);
}

Tensor toReal(const Tensor &x) {
  needComputed(x.dtype());
  if (isComplex(x.dtype()))
    refuse<TypeError>("needs real numbers, but found " + nameOf(x.dtype()) +
                      "; take their real part, ct.real(x), or use the function without an r");
  return astype(x, realTypeOf(x));
}

/// Axes, and sizes for them, in the order they were given.
struct Plan {
  Plan(const Tensor &x, const std::optional<Shape> &sizes,
       const std::optional<std::vector<int64_t>> &given) {
    const int64_t rank = x.ndim();
    const int64_t count = given ? int64_t(given->size()) : sizes ? int64_t(sizes->size()) : rank;
    if (sizes && int64_t(sizes->size()) != count)
      refuse("found " + std::to_string(sizes->size()) + " sizes and " + std::to_string(count) +
             " axes, but expected as many");
    if (count > rank)
      refuse("needs " + std::to_string(count) + (count == 1 ? " axis" : " axes") + ", but found " +
             describe(x.body()->type()));
    for (int64_t i = 0; i < count; ++i)
      axes.push_back(given ? checkedAxis((*given)[i], rank) : rank - count + i);
    (void)checkedAxes(axes, rank); // none twice
    if (sizes)
      wanted = Sizes(sizes->begin(), sizes->end());
  }

  Sizes sorted() const {
    Sizes all = axes;
    llvm::sort(all);
    return all;
  }
  Sizes axes;
  std::optional<Sizes> wanted;
};

Tensor alongAll(const Tensor &given, Way way, const Plan &plan, const Norm &norm) {
  Tensor x = toComplex(given);
  for (size_t i = 0; plan.wanted && i < plan.axes.size(); ++i)
    x = resized(x, plan.axes[i], (*plan.wanted)[i]);
  const Sizes axes = plan.sorted();
  const Tensor y = way == Way::forward ? op::fft(x, axes) : op::ifft(x, axes);
  return scaled(y, norm, way, x, axes);
}

Plan oneAxis(const Tensor &x, std::optional<int64_t> n, int64_t axis) {
  return Plan(x, n ? std::optional(Shape{*n}) : std::nullopt, std::vector<int64_t>{axis});
}

Tensor realAlong(const Tensor &given, std::optional<int64_t> n, int64_t axis, const Norm &norm,
                 Way way) {
  Tensor x = toReal(given);
  if (n)
    x = resized(x, axis, *n);
  return scaled(op::rfft(x, axis), norm, way, x, {axis});
}

/// n real numbers.
Tensor halfAlong(const Tensor &given, std::optional<int64_t> n, int64_t axis, const Norm &norm,
                 Way way) {
  Tensor x = toComplex(given);
  if (n && *n < 1)
    refuse("n is " + std::to_string(*n) + ", but expected at least 1");
  if (n)
    x = resized(x, axis, *n / 2 + 1);
  const Tensor y = op::irfft(x, axis, n && *n % 2 != 0);
  return scaled(y, norm, way, y, {axis});
}

Plan withoutLast(Plan plan) {
  if (plan.axes.empty())
    refuse("needs an axis at least");
  plan.axes.pop_back();
  if (plan.wanted)
    plan.wanted->pop_back();
  return plan;
}

std::optional<int64_t> lastOf(const Plan &plan) {
  return plan.wanted ? std::optional(plan.wanted->back()) : std::nullopt;
}

Tensor realAlongAll(const Tensor &x, const Plan &plan, const Norm &norm) {
  const Plan others = withoutLast(plan);
  const Tensor y = realAlong(x, lastOf(plan), plan.axes.back(), norm, Way::forward);
  return others.axes.empty() ? y : alongAll(y, Way::forward, others, norm);
}

Tensor halfAlongAll(const Tensor &x, const Plan &plan, const Norm &norm) {
  const Plan others = withoutLast(plan);
  const Tensor y = others.axes.empty() ? x : alongAll(x, Way::inverse, others, norm);
  return halfAlong(y, lastOf(plan), plan.axes.back(), norm, Way::inverse);
}

std::vector<int64_t> twoAxes(const Tensor &x, const std::optional<std::vector<int64_t>> &axes) {
  if (axes && axes->size() != 2)
    refuse("found " + std::to_string(axes->size()) + " axes, but expected two");
  if (x.ndim() < 2)
    refuse("found " + describe(x.body()->type()) + ", but expected at least two axes");
  return axes ? *axes : std::vector<int64_t>{-2, -1};
}

/// Along each axis by half its size, rounded down; back if it is negative.
Tensor shifted(Tensor x, const std::optional<std::vector<int64_t>> &axes, int64_t sign) {
  for (int64_t axis : axesOrAll(axes, x.ndim()))
    x = roll(x, sign * (sizeAt(x, axis) / 2), axis);
  return x;
}

/// i / (n d), of the places of samples that are i periods apart.
Tensor frequencies(const Tensor &places, int64_t n, double d, DType dtype) {
  if (!isFloating(dtype))
    refuse<TypeError>("gives floats, not " + nameOf(dtype));
  return astype(astype(places, DType::float64) / (double(n) * d), dtype);
}

void needCount(int64_t n) {
  if (n < 1)
    refuse("n is " + std::to_string(n) + ", but expected at least 1");
}

} // namespace

namespace fft {

Tensor fft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.fft");
  return alongAll(x, Way::forward, oneAxis(x, n, axis), norm);
}
Tensor ifft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.ifft");
  return alongAll(x, Way::inverse, oneAxis(x, n, axis), norm);
}

Tensor fftn(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.fftn");
  return alongAll(x, Way::forward, Plan(x, s, axes), norm);
}
Tensor ifftn(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.ifftn");
  return alongAll(x, Way::inverse, Plan(x, s, axes), norm);
}
Tensor fft2(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.fft2");
  return alongAll(x, Way::forward, Plan(x, s, twoAxes(x, axes)), norm);
}
Tensor ifft2(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.ifft2");
  return alongAll(x, Way::inverse, Plan(x, s, twoAxes(x, axes)), norm);
}

Tensor rfft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.rfft");
  return realAlong(x, n, checkedAxis(axis, x.ndim()), norm, Way::forward);
}
Tensor irfft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.irfft");
  return halfAlong(x, n, checkedAxis(axis, x.ndim()), norm, Way::inverse);
}
Tensor rfftn(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.rfftn");
  return realAlongAll(x, Plan(x, s, axes), norm);
}
Tensor irfftn(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.irfftn");
  return halfAlongAll(x, Plan(x, s, axes), norm);
}
Tensor rfft2(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.rfft2");
  return realAlongAll(x, Plan(x, s, twoAxes(x, axes)), norm);
}
Tensor irfft2(const Tensor &x, const std::optional<Shape> &s, const Axes &axes, const Norm &norm) {
  const Called called("ct.fft.irfft2");
  return halfAlongAll(x, Plan(x, s, twoAxes(x, axes)), norm);
}

// As the real transforms, but that the other way is the forward one; conjugates say the same.
Tensor hfft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.hfft");
  const int64_t along = checkedAxis(axis, x.ndim());
  const Tensor y = halfAlong(conj(x), n, along, {}, Way::inverse);
  return scaled(scaled(y, "forward", Way::inverse, y, {along}), norm, Way::forward, y, {along});
}
Tensor ihfft(const Tensor &x, std::optional<int64_t> n, int64_t axis, const Norm &norm) {
  const Called called("ct.fft.ihfft");
  const int64_t along = checkedAxis(axis, x.ndim());
  Tensor whole = toReal(x);
  if (n)
    whole = resized(whole, along, *n);
  const Tensor y = scaled(conj(op::rfft(whole, along)), "forward", Way::forward, whole, {along});
  return scaled(y, norm, Way::inverse, whole, {along});
}

Tensor fftfreq(int64_t n, double d, DType dtype) {
  const Called called("ct.fft.fftfreq");
  needCount(n);
  const Tensor places = arange(n);
  return frequencies(where(places < (n + 1) / 2, places, places - n), n, d, dtype);
}
Tensor rfftfreq(int64_t n, double d, DType dtype) {
  const Called called("ct.fft.rfftfreq");
  needCount(n);
  const int64_t half = n / 2;
  return frequencies(arange(half + 1), n, d, dtype);
}

Tensor fftshift(const Tensor &x, const Axes &axes) {
  const Called called("ct.fft.fftshift");
  return shifted(x, axes, 1);
}
Tensor ifftshift(const Tensor &x, const Axes &axes) {
  const Called called("ct.fft.ifftshift");
  return shifted(x, axes, -1);
}

} // namespace fft
} // namespace ct
