// Other shapes, orders of axes and element types of the same elements.
#include "cotan/functions/functions.h"

#include "cotan/functions/layout/element_type.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

#include <algorithm>
#include <numeric>

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = llvm::SmallVector<int64_t>;

} // namespace

Tensor astype(const Tensor &x, DType dtype) {
  const Called called("ct.astype");
  if (x.dtype() == dtype && !x.isWeak())
    return x;
  if (isComplex(x.dtype()) && !isComplex(dtype) && dtype != DType::bool_)
    refuse<TypeError>("complex numbers have no value of type " + nameOf(dtype) +
                      "; take their real part, ct.real(x), or their size, ct.abs(x)");
  if (x.body()->isNumber())
    return outer(makeTensor(x.body()->arrayAs(inner(dtype))));
  return op::cast(x, {.results = typeOf(dtype, openSizesOf(x)), .operandTypes = x.body()->held()});
}

/// A product of sizes: the labels among them (trace/open_sizes.h), and the product of the others.
struct Count {
  int64_t known = 1;
  Ints labels;

  explicit Count(llvm::ArrayRef<int64_t> sizes) {
    for (int64_t size : sizes)
      if (isOpen(size))
        labels.push_back(size);
      else if (size != -1)
        known = multiplySizes(known, size);
  }
  /// Drops labels that both have.
  static void cancel(Count &a, Count &b) {
    for (int64_t label : Ints(a.labels))
      if (auto *other = llvm::find(b.labels, label); other != b.labels.end()) {
        b.labels.erase(other);
        a.labels.erase(llvm::find(a.labels, label));
      }
  }
  Tensor value() const {
    Tensor product(known);
    for (int64_t label : labels)
      product = multiply(product, outer(sizeTensor(label)));
    return product;
  }
};

Tensor size(const Tensor &x, std::optional<int64_t> axis) {
  if (!axis)
    return Count(openSizesOf(x)).value();
  return outer(sizeTensor(openSizesOf(x)[checkedAxis(*axis, x.ndim())]));
}

/// The size that -1 stands for; -1 if none fits.
static int64_t inferred(const Tensor &x, const Shape &shape) {
  Count all(openSizesOf(x)), others{llvm::ArrayRef<int64_t>(shape)};
  Count::cancel(all, others);
  if (all.labels.empty() && others.labels.empty())
    return others.known > 0 && all.known % others.known == 0 ? all.known / others.known : -1;
  return sizeFrom(inner(floor_divide(all.value(), others.value())));
}

Tensor reshape(const Tensor &x, const Shape &given) {
  const Called called("ct.reshape");
  Shape shape = given;
  int64_t *open = nullptr;
  for (int64_t &size : shape)
    if (size == -1 && !open)
      open = &size;
    else if (size < 0 && !isOpen(size))
      refuse("the shape " + printTuple(shape) + " has more than one -1, or another negative size");
  if (open)
    *open = inferred(x, shape);
  bool isKnown = !anyOpen(shape) && !anyOpen(openSizesOf(x)); // else it is checked when it runs
  if (isKnown && ((open && *open < 0) || cotan::elementCount(shape) != x.size()))
    refuse(std::to_string(x.size()) + " elements of shape " + printTuple(openSizesOf(x)) +
           " do not fit in " + printTuple(shape) + "; the product of the sizes must stay the same");
  if (openSizesOf(x) == llvm::ArrayRef<int64_t>(shape))
    return x;
  if (!x.isTraced() && !anyOpen(shape)) // the same elements, shared
    return outer(makeTensor(inner(weakScalar(x))->array->reshaped(shape), x.isWeak()));
  return op::reshape(x, {.results = typeOf(x.dtype(), shape), .isWeak = x.isWeak()});
}

Tensor ravel(const Tensor &x) {
  const Called called("ct.ravel");
  return reshape(x, {-1});
}

Tensor transpose(const Tensor &x, const Axes &axes) {
  const Called called("ct.transpose");
  Ints permutation;
  for (int64_t i = 0; i < x.ndim(); ++i)
    permutation.push_back(axes && size_t(i) < axes->size() ? checkedAxis((*axes)[i], x.ndim())
                                                           : x.ndim() - 1 - i);
  Ints sorted = permutation;
  llvm::sort(sorted);
  for (int64_t i = 0; i < x.ndim(); ++i)
    if (sorted[i] != i || (axes && int64_t(axes->size()) != x.ndim()))
      refuse(printTuple(*axes) + " must name each of the " + std::to_string(x.ndim()) +
             " axes once");
  if (permutation == sorted)
    return x;
  return op::transpose(x, permutation, {.isWeak = x.isWeak()});
}

Tensor swapaxes(const Tensor &x, int64_t axis1, int64_t axis2) {
  const Called called("ct.swapaxes");
  std::vector<int64_t> order(x.ndim());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[checkedAxis(axis1, x.ndim())], order[checkedAxis(axis2, x.ndim())]);
  return transpose(x, order);
}

Tensor moveaxis(const Tensor &x, const Integers &source, const Integers &destination) {
  const Called called("ct.moveaxis");
  if (source.size() != destination.size())
    refuse("as many destinations as sources are needed");
  checkedAxes(source, x.ndim());
  checkedAxes(destination, x.ndim());
  std::vector<int64_t> order(x.ndim(), -1);
  llvm::SmallVector<bool> isMoved(x.ndim(), false);
  for (size_t i = 0; i < source.size(); ++i) {
    int64_t from = checkedAxis(source[i], x.ndim());
    order[checkedAxis(destination[i], x.ndim())] = from;
    isMoved[from] = true;
  }
  int64_t next = 0;
  for (int64_t &axis : order) {
    if (axis >= 0)
      continue;
    while (isMoved[next])
      ++next;
    axis = next++;
  }
  return transpose(x, order);
}

Tensor expand_dims(const Tensor &x, const Integers &axes) {
  const Called called("ct.expand_dims");
  Ints places = checkedAxes(axes, x.ndim() + int64_t(axes.size()));
  Shape shape = openSizesOf(x).vec();
  for (int64_t place : places)
    shape.insert(shape.begin() + std::min<int64_t>(place, shape.size()), 1);
  return reshape(x, shape);
}

Tensor squeeze(const Tensor &x, const Axes &axes) {
  const Called called("ct.squeeze");
  Ints along;
  if (axes)
    along = checkedAxes(*axes, x.ndim());
  else
    for (int64_t i = 0; i < x.ndim(); ++i)
      if (openSizesOf(x)[i] == 1)
        along.push_back(i);
  for (int64_t axis : along)
    if (openSizesOf(x)[axis] != 1)
      refuse("axis " + std::to_string(axis) + " of shape " + printTuple(openSizesOf(x)) +
             " is not of size 1");
  Shape shape;
  for (int64_t i = 0; i < x.ndim(); ++i)
    if (!llvm::is_contained(along, i))
      shape.push_back(openSizesOf(x)[i]);
  return reshape(x, shape);
}

Tensor broadcast_to(const Tensor &x, const Shape &shape) {
  const Called called("ct.broadcast_to");
  llvm::ArrayRef<int64_t> from = openSizesOf(x);
  bool fits = from.size() <= shape.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = from[i] == 1 || mayBeEqual(from[i], shape[shape.size() - from.size() + i]);
  if (!fits)
    refuse("shape " + printTuple(from) + " cannot be repeated to " + printTuple(shape));
  if (from == llvm::ArrayRef<int64_t>(shape))
    return x;
  return op::broadcast(x, {.results = typeOf(x.dtype(), shape), .isWeak = x.isWeak()});
}

Tensor concatenate(const std::vector<Tensor> &given, std::optional<int64_t> axis,
                   std::optional<DType> dtype) {
  const Called called("ct.concatenate");
  if (given.empty())
    refuse("needs at least one tensor");
  std::vector<Tensor> xs = given;
  if (!axis)
    std::ranges::transform(given, xs.begin(), ravel);
  if (dtype)
    xs = asOneType(xs, dtype);
  int64_t checked = checkedAxis(axis.value_or(0), xs[0].ndim());
  for (const Tensor &x : xs)
    for (int64_t i = 0; i < xs[0].ndim(); ++i)
      if (x.ndim() != xs[0].ndim() ||
          (i != checked && !mayBeEqual(openSizesOf(x)[i], openSizesOf(xs[0])[i])))
        refuse("shapes " + printTuple(openSizesOf(xs[0])) + " and " + printTuple(openSizesOf(x)) +
               " differ elsewhere than in axis " + std::to_string(checked));
  Promoted type = common(Accepts::any, xs);
  llvm::SmallVector<cotan::DType> types(xs.size(), type.dtype);
  return op::concat(xs, checked, {.operandTypes = types, .isWeak = type.isWeak});
}

Tensor stack(const std::vector<Tensor> &xs, int64_t axis, std::optional<DType> dtype) {
  const Called called("ct.stack");
  std::vector<Tensor> rows;
  for (const Tensor &x : asOneType(xs, dtype)) {
    if (!llvm::equal(openSizesOf(x), openSizesOf(xs[0]), mayBeEqual))
      refuse("shapes " + printTuple(openSizesOf(xs[0])) + " and " + printTuple(openSizesOf(x)) +
             " differ");
    rows.push_back(expand_dims(x, {checkedAxis(axis, xs[0].ndim() + 1)}));
  }
  if (rows.empty())
    refuse("needs at least one tensor");
  return concatenate(rows, axis < 0 ? axis + xs[0].ndim() + 1 : axis);
}

Tensor flip(const Tensor &x, const Axes &axes) {
  const Called called("ct.flip");
  return op::flip(x, axesOrAll(axes, x.ndim()), {.isWeak = x.isWeak()});
}

Tensor roll(const Tensor &x, const Tensor &shift, std::optional<int64_t> axis) {
  const Called called("ct.roll");
  if (shift.ndim() != 0 || isInexact(shift.dtype()) || shift.dtype() == DType::bool_)
    refuse<TypeError>("a shift is " + describe(shift.body()->type()) +
                      ", but expected an integer for each axis");
  if (!axis)
    return reshape(roll(ravel(x), shift, 0), openSizesOf(x).vec());
  return op::roll(x, astype(shift, shift.dtype()), checkedAxis(*axis, x.ndim()),
                  {.isWeak = x.isWeak()});
}

Tensor roll(const Tensor &x, const std::vector<Tensor> &shifts, const Integers &axes) {
  const Called called("ct.roll");
  if (shifts.size() != axes.size() && shifts.size() != 1 && axes.size() != 1)
    refuse("found " + std::to_string(shifts.size()) + " shifts and " + std::to_string(axes.size()) +
           " axes, but expected as many, or one");
  Tensor result = x;
  if (shifts.empty() || axes.empty())
    return result;
  for (size_t i = 0; i < std::max(shifts.size(), axes.size()); ++i)
    result = roll(result, shifts[shifts.size() == 1 ? 0 : i], axes[axes.size() == 1 ? 0 : i]);
  return result;
}

/// As many of each slice as `repeats` says.
static Tensor repeatEach(const Tensor &x, const Tensor &repeats, int64_t axis,
                         std::optional<int64_t> total) {
  const int64_t size = openSizesOf(x)[axis], count = openSizesOf(repeats)[0];
  if (repeats.ndim() != 1 || (count != 1 && !mayBeEqual(count, size)))
    refuse("repeats is " + describe(repeats.body()->type()) + ", but expected one number, or " +
           "one for each element along the axis, of which there are " + printSize(size));
  Tensor all = broadcast_to(astype(repeats, DType::int64), {size}), ends = cumsum(all);
  const Tensor areCounts = ct::all(all >= 0);
  const char *problem = "a number of repeats is negative";
  if (areCounts.isTraced())
    traceAssert(inner(areCounts), std::string("ct.repeat: ") + problem);
  else if (!areCounts.item<bool>())
    refuse(problem);
  if (!total)
    return take(x, searchsorted(ends, arange(sum(all)), Side::right), axis);
  if (*total < 0 || (*total > 0 && size == 0))
    refuse("total_repeat_length is " + std::to_string(*total) + ", but expected " +
           (size == 0 ? "0, as there are no elements" : "at least 0"));
  Tensor places = searchsorted(ends, iota({*total}, 0), Side::right);
  return take(x, minimum(places, lastPlace(x, axis)), axis);
}

Tensor repeat(const Tensor &x, const Tensor &repeats, std::optional<int64_t> axis,
              std::optional<int64_t> total_repeat_length) {
  const Called called("ct.repeat");
  Tensor row = axis && x.ndim() > 0 ? x : ravel(x);
  const int64_t along = checkedAxis(axis.value_or(0), row.ndim());
  if (isInexact(repeats.dtype()) || repeats.dtype() == DType::bool_)
    refuse<TypeError>("repeats is " + describe(repeats.body()->type()) +
                      ", but must be of integers");
  if (repeats.ndim() != 0 || repeats.isTraced() || total_repeat_length)
    return repeatEach(row, repeats.ndim() == 0 ? reshape(repeats, {1}) : repeats, along,
                      total_repeat_length);
  const int64_t count = repeats.item<int64_t>();
  if (count < 0)
    refuse("repeats is " + std::to_string(count) + ", but expected at least 0");
  return op::repeat_interleave(row, count, along, {.isWeak = x.isWeak()});
}

Tensor tile(const Tensor &x, const Shape &repeats) {
  const Called called("ct.tile");
  Shape sizes = openSizesOf(x).vec(), times = repeats;
  sizes.insert(sizes.begin(), std::max<int64_t>(0, int64_t(times.size()) - x.ndim()), 1);
  times.insert(times.begin(), std::max<int64_t>(0, x.ndim() - int64_t(times.size())), 1);
  Shape apart, wide, flat;
  for (size_t i = 0; i < sizes.size(); ++i) {
    apart.insert(apart.end(), {1, sizes[i]});
    wide.insert(wide.end(), {times[i], sizes[i]});
    flat.push_back(scaled(sizes[i], times[i]));
  }
  return reshape(broadcast_to(reshape(x, apart), wide), flat);
}

} // namespace ct

ct::Tensor ct::dynamic::roll(const Tensor &x,
                             const std::variant<std::vector<Tensor>, Tensor> &shift,
                             const Axes &axis) {
  const Called called("ct.roll");
  auto *one = std::get_if<Tensor>(&shift);
  std::vector<Tensor> shifts = one ? std::vector{*one} : std::get<std::vector<Tensor>>(shift);
  if (axis)
    return ct::roll(x, shifts, *axis);
  Tensor result = x;
  for (const Tensor &each : shifts) // the order does not matter
    result = ct::roll(result, each);
  return result;
}

namespace ct::dynamic {

/// Whether the first axis varies fastest. Tensors have no order of their own: "A" is "C".
static bool isOfColumns(const std::string &order) {
  return oneOf("order", order, {"C", "A", "F"}) == 2;
}

Tensor reshape(const Tensor &x, const Shape &shape, const std::string &order) {
  const Called called("ct.reshape");
  if (!isOfColumns(order))
    return ct::reshape(x, shape);
  return transpose(ct::reshape(transpose(x), Shape(shape.rbegin(), shape.rend())));
}

Tensor ravel(const Tensor &x, const std::string &order) {
  const Called called("ct.ravel");
  return ct::ravel(isOfColumns(order) ? transpose(x) : x);
}

} // namespace ct::dynamic
