#include "cotan/frontends/cpp/creation.h"

#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/trace/context.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {

/// Of this type, which gives way if `isWeak`.
static Tensor filled(const Shape &shape, const Tensor &value, DType type, bool isWeak) {
  for (int64_t size : shape)
    if (size < 0 && !isOpen(size))
      throw ValueError(currentPlace() + "the shape " + printTuple(shape) + " has a negative size");
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
  return filled(shape, value, dtype.value_or(value.dtype()), false);
}

Tensor zeros(const Shape &shape, DType dtype) { return full(shape, 0, dtype); }
Tensor ones(const Shape &shape, DType dtype) { return full(shape, 1, dtype); }
Tensor zeros_like(const Tensor &x, std::optional<DType> dtype) { return full_like(x, 0, dtype); }
Tensor ones_like(const Tensor &x, std::optional<DType> dtype) { return full_like(x, 1, dtype); }
Tensor full_like(const Tensor &x, const Tensor &value, std::optional<DType> dtype) {
  return filled(shapeOf(x), value, dtype.value_or(x.dtype()), x.isWeak() && !dtype);
}

Tensor iota(const Shape &shape, int64_t axis, DType dtype) {
  if (dtype == DType::bool_)
    return astype(iota(shape, axis), dtype);
  TensorType result = typeOf(dtype, shape);
  return op::iota(checkedAxis("iota", axis, int64_t(shape.size())), {.results = result});
}

Tensor arange(const Tensor &stop) {
  int64_t count = sizeFrom(inner(maximum(stop, 0)));
  return iota({count}, 0, DType::int64);
}
Tensor arange(double stop) { return arange(0, stop); }
Tensor arange(double start, double stop, double step, std::optional<DType> dtype) {
  bool isWhole = start == std::floor(start) && stop == std::floor(stop) && step == std::floor(step);
  DType type = dtype.value_or(isWhole ? DType::int64 : DType::float32);
  double count = std::max(0.0, std::ceil((stop - start) / step));
  if (step == 0 || !(count < 0x1p62))
    refuse("arange", "from " + std::to_string(start) + " to " + std::to_string(stop) +
                         " in steps of " + std::to_string(step) +
                         " there is no end; give finite numbers, and a step that is not 0");
  for (double number : {start, stop, step})
    if (!isFloating(type) && !(std::fabs(number) < 0x1p62))
      refuse("arange", std::to_string(number) + " is too large for a range of integers");
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
    refuse("arange", "the step is 0");
  bool isUp = step > 0;
  uint64_t way = isUp ? uint64_t(stop) - uint64_t(start) : uint64_t(start) - uint64_t(stop);
  uint64_t stride = isUp ? uint64_t(step) : -uint64_t(step);
  uint64_t count = (isUp ? stop > start : stop < start) ? (way - 1) / stride + 1 : 0;
  if (count > uint64_t(INT64_MAX))
    refuse("arange", "there are " + std::to_string(count) + " numbers from " +
                         std::to_string(start) + " to " + std::to_string(stop) +
                         ", too many for a tensor");
  Tensor index = iota({int64_t(count)}, 0);
  if (step != 1)
    index = multiply(index, step);
  return astype(start == 0 ? index : add(index, start), dtype);
}

Tensor linspace(const Tensor &start, const Tensor &stop, int64_t num, bool endpoint,
                std::optional<DType> dtype) {
  if (num < 0)
    refuse("linspace", "num is " + std::to_string(num) + ", but expected at least 0");
  Tensor given[] = {start, stop};
  DType common = outer(ct::common("linspace", Accepts::floats, given).dtype);
  broadcastSizes("linspace", given);
  DType type = !dtype ? common : isFloating(*dtype) ? *dtype : DType::float64;
  Tensor first = astype(start, type), last = astype(stop, type);
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
  return dtype && !isFloating(*dtype) ? astype(floor(row), *dtype) : row;
}

Tensor eye(int64_t rows, std::optional<int64_t> columns, int64_t k, DType dtype) {
  Shape shape{rows, columns.value_or(rows)};
  return astype(equal(subtract(iota(shape, 1), iota(shape, 0)), k), dtype);
}

Tensor nn::one_hot(const Tensor &indices, int64_t num_classes, DType dtype) {
  if (isFloating(indices.dtype()) || indices.dtype() == DType::bool_)
    throw TypeError(currentPlace() + "ct.nn.one_hot: the indices are " +
                    describe(indices.body()->type()) + ", but expected integers");
  llvm::SmallVector<int64_t> sizes(openSizesOf(indices));
  sizes.push_back(num_classes);
  return op::one_hot(indices, {.results = typeOf(dtype, sizes)});
}

} // namespace ct
