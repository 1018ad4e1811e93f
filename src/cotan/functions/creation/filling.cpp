// Tensors made from sizes and numbers.
#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {

/// Of this type, which gives way if `isWeak`.
static Tensor filled(const Shape &shape, const Tensor &value, DType type, bool isWeak) {
  needSizes(shape);
  if (value.ndim() != 0) {
    Tensor typed = value.dtype() == type ? value : astype(value, type);
    return broadcast_to(isWeak ? weakened(typed) : astype(typed, type), shape);
  }
  if (!isWeak && !value.isTraced() && !anyOpen(shape) &&
      cotan::elementCount(shape) == 1) // no code is needed for one number
    return reshape(astype(value, type), shape);
  return op::fill(value,
                  {.results = typeOf(type, shape), .operandTypes = inner(type), .isWeak = isWeak});
}

Tensor full(const Shape &shape, const Tensor &value, std::optional<DType> dtype) {
  const Called called("ct.full");
  return filled(shape, value, dtype.value_or(value.dtype()), false);
}

Tensor zeros(const Shape &shape, DType dtype) {
  const Called called("ct.zeros");
  return full(shape, 0, dtype);
}
Tensor ones(const Shape &shape, DType dtype) {
  const Called called("ct.ones");
  return full(shape, 1, dtype);
}
Tensor empty(const Shape &shape, DType dtype) {
  const Called called("ct.empty");
  return full(shape, 0, dtype);
}
Tensor empty_like(const Tensor &x, std::optional<DType> dtype, const std::optional<Shape> &shape) {
  const Called called("ct.empty_like");
  return full_like(x, 0, dtype, shape);
}
Tensor zeros_like(const Tensor &x, std::optional<DType> dtype, const std::optional<Shape> &shape) {
  const Called called("ct.zeros_like");
  return full_like(x, 0, dtype, shape);
}
Tensor ones_like(const Tensor &x, std::optional<DType> dtype, const std::optional<Shape> &shape) {
  const Called called("ct.ones_like");
  return full_like(x, 1, dtype, shape);
}
Tensor full_like(const Tensor &x, const Tensor &value, std::optional<DType> dtype,
                 const std::optional<Shape> &shape) {
  const Called called("ct.full_like");
  return filled(shape ? *shape : shapeOf(x), value, dtype.value_or(x.dtype()),
                x.isWeak() && !dtype);
}

Tensor iota(const Shape &shape, int64_t axis, DType dtype) {
  if (dtype == DType::bool_)
    return astype(iota(shape, axis), dtype);
  TensorType result = typeOf(dtype, shape);
  return op::iota(checkedAxis(axis, int64_t(shape.size())), {.results = result});
}

Tensor arange(const Tensor &stop) {
  const Called called("ct.arange");
  int64_t count = sizeFrom(inner(maximum(stop, 0)));
  return iota({count}, 0, DType::int64);
}
Tensor arange(double stop) {
  const Called called("ct.arange");
  return arange(0, stop);
}
Tensor arange(double start, double stop, double step, std::optional<DType> dtype) {
  const Called called("ct.arange");
  bool isWhole = start == std::floor(start) && stop == std::floor(stop) && step == std::floor(step);
  DType type = dtype.value_or(isWhole ? DType::int64 : default_dtype());
  double count = std::max(0.0, std::ceil((stop - start) / step));
  if (step == 0 || !(count < 0x1p62))
    refuse("from " + std::to_string(start) + " to " + std::to_string(stop) + " in steps of " +
           std::to_string(step) +
           " there is no end; give finite numbers, and a step that is not 0");
  for (double number : {start, stop, step})
    if (!isFloating(type) && !(std::fabs(number) < 0x1p62))
      refuse(std::to_string(number) + " is too large for a range of integers");
  if (!isFloating(type))
    return count_up(int64_t(start), int64_t(start) + int64_t(count) * int64_t(step), int64_t(step),
                    type);
  Tensor index = iota({int64_t(count)}, 0, type);
  if (step != 1)
    index = multiply(index, step);
  return start == 0 ? index : add(index, start);
}

Tensor count_up(int64_t start, int64_t stop, int64_t step, DType dtype) {
  if (step == 0)
    refuse("the step is 0");
  bool isUp = step > 0;
  uint64_t way = isUp ? uint64_t(stop) - uint64_t(start) : uint64_t(start) - uint64_t(stop);
  uint64_t stride = isUp ? uint64_t(step) : -uint64_t(step);
  uint64_t count = (isUp ? stop > start : stop < start) ? (way - 1) / stride + 1 : 0;
  if (count > uint64_t(INT64_MAX))
    refuse("there are " + std::to_string(count) + " numbers from " + std::to_string(start) +
           " to " + std::to_string(stop) + ", too many for a tensor");
  Tensor index = iota({int64_t(count)}, 0);
  if (step != 1)
    index = multiply(index, step);
  return astype(start == 0 ? index : add(index, start), dtype);
}

/// first + i step, and `last` itself at the end; along a new axis in front.
static Tensor inSteps(const Tensor &first, const Tensor &last, int64_t num, bool endpoint) {
  Shape sizes(std::max(first.ndim(), last.ndim()) + 1, 1);
  sizes[0] = num;
  const double steps = double(std::max<int64_t>(num - endpoint, 1));
  Tensor place = iota(sizes, 0, first.dtype());
  Tensor row = add(first, multiply(place, divide(subtract(last, first), steps)));
  return endpoint && num > 1 ? where(equal(place, double(num - 1)), last, row) : row;
}

Tensor linspace(const Tensor &start, const Tensor &stop, int64_t num, bool endpoint,
                std::optional<DType> dtype) {
  const Called called("ct.linspace");
  if (num < 0)
    refuse("num is " + std::to_string(num) + ", but expected at least 0");
  Tensor given[] = {start, stop};
  DType common = outer(ct::common(Accepts::inexact, given).dtype);
  broadcastSizes(given);
  DType type = !dtype ? common : isInexact(*dtype) ? *dtype : DType::float64;
  if (isComplex(type)) { // each part for itself
    const DType part = partOf(type);
    return complex(linspace(real(start), real(stop), num, endpoint, part),
                   linspace(imag(start), imag(stop), num, endpoint, part));
  }
  Tensor first = astype(start, type), last = astype(stop, type);
  if (dtype && !isInexact(*dtype)) // steps that are whole numbers stay so
    return astype(floor(inSteps(first, last, num, endpoint)), *dtype);
  if (!endpoint && num > 0) // one step before the end
    last = add(first, multiply(subtract(last, first), double(num - 1) / double(num)));
  Tensor row;
  if (first.ndim() == 0 && last.ndim() == 0) {
    row = op::linspace(first, last, {.results = typeOf(type, {num})});
  } else { // the new axis is the first
    Shape sizes(std::max(first.ndim(), last.ndim()) + 1, 1);
    sizes[0] = num;
    Tensor part = divide(iota(sizes, 0, type), double(std::max<int64_t>(num - 1, 1)));
    row = add(multiply(first, subtract(1.0, part)), multiply(last, part));
  }
  return row;
}

Tensor eye(int64_t rows, std::optional<int64_t> columns, const Tensor &k, DType dtype) {
  const Called called("ct.eye");
  needInteger("k", k);
  Shape shape{rows, columns.value_or(rows)};
  return astype(equal(subtract(iota(shape, 1), iota(shape, 0)), k), dtype);
}

Tensor nn::one_hot(const Tensor &indices, int64_t num_classes, DType dtype, int64_t axis) {
  const Called called("ct.nn.one_hot");
  if (isInexact(indices.dtype()) || indices.dtype() == DType::bool_)
    refuse<TypeError>("the indices are " + describe(indices.body()->type()) +
                      ", but expected integers");
  llvm::SmallVector<int64_t> sizes(openSizesOf(indices));
  sizes.push_back(num_classes);
  Tensor rows = op::one_hot(indices, {.results = typeOf(dtype, sizes)});
  return axis == -1 ? rows : moveaxis(rows, {-1}, {axis});
}

} // namespace ct

namespace ct::dynamic {
namespace {

std::optional<int64_t> whole(const Bound &bound) {
  auto *known = std::get_if<int64_t>(&bound);
  return known ? std::optional(*known) : std::nullopt;
}

double number(const Bound &bound) {
  auto *tensor = std::get_if<Tensor>(&bound);
  if (tensor)
    return tensor->item<double>();
  return whole(bound) ? double(*whole(bound)) : std::get<double>(bound);
}

} // namespace

Tensor arange(const Bound &start, const std::optional<Bound> &stop, const Bound &step,
              std::optional<DType> dtype) {
  const Called called("ct.arange");
  auto *traced = std::get_if<Tensor>(&start);
  if (traced && traced->isTraced() && !stop && !dtype)
    return ct::arange(*traced);
  const Bound &first = stop ? start : Bound(0), &last = stop ? *stop : start;
  if (whole(first) && whole(last) && whole(step))
    return count_up(*whole(first), *whole(last), *whole(step), dtype.value_or(DType::int64));
  return ct::arange(number(first), number(last), number(step), dtype.value_or(default_dtype()));
}

std::variant<Tensor, std::pair<Tensor, Tensor>> linspace(const Tensor &start, const Tensor &stop,
                                                         int64_t num, bool endpoint, bool retstep,
                                                         std::optional<DType> dtype, int64_t axis) {
  const Called called("ct.linspace");
  Tensor row = ct::linspace(start, stop, num, endpoint, dtype);
  if (axis != 0)
    row = moveaxis(row, {0}, {axis});
  if (!retstep)
    return row;
  DType type = isInexact(row.dtype()) ? row.dtype() : DType::float64;
  Tensor whole = subtract(astype(stop, type), astype(start, type));
  double steps = double(num - (endpoint ? 1 : 0));
  return std::pair(row, divide(whole, steps > 0 ? steps : NAN));
}

} // namespace ct::dynamic
