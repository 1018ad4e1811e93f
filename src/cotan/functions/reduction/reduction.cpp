// Reductions along axes, orders and running reductions.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/reduction/complex_extremes.h"
#include "cotan/functions/reduction/complex_products.h"
#include "cotan/functions/reduction/truth_values.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Reduce = Tensor (*)(const Tensor &, llvm::ArrayRef<int64_t> axes, bool keepdims,
                          const Typing &);

Tensor reduce(Reduce op, DType dtype, const Tensor &x, const Axes &axes, bool keepdims) {
  llvm::SmallVector<int64_t> along = axesOrAll(axes, x.ndim());
  return op(x, along, keepdims, {.operandTypes = inner(dtype), .isWeak = x.isWeak()});
}

/// What sums are made in: integers as 64 bits.
DType summed(DType dtype) {
  needComputed(dtype);
  if (isFloating(dtype) || isComplex(dtype))
    return dtype;
  return dtype >= DType::uint8 ? DType::uint64 : DType::int64;
}
DType floating(DType dtype) {
  needComputed(dtype);
  return isFloating(dtype) || isComplex(dtype) ? dtype : default_dtype();
}

struct Takes {
  bool dtype = false, initial = false, ddof = false;
};

/// By how much what squares are divided by is less than their number.
double correctionOf(const Reduction &options) { return options.correction.value_or(options.ddof); }

void checkOptions(const Reduction &options, Takes takes) {
  const char *extra = options.dtype && !takes.dtype       ? "dtype"
                      : options.initial && !takes.initial ? "initial"
                      : options.ddof && !takes.ddof       ? "ddof"
                      : options.correction && !takes.ddof ? "correction"
                      : options.mean && !takes.ddof       ? "mean"
                                                          : nullptr;
  if (extra)
    refuse(std::string("it has no option ") + extra);
  if (options.ddof && options.correction)
    refuse("ddof and correction are both given, and mean the same; leave one of them out");
}

Tensor asWanted(const Tensor &x, const Reduction &options) {
  return options.dtype ? astype(x, *options.dtype) : x;
}

/// Which elements count, in the shape of `x`.
Tensor maskOf(const Tensor &x, const Reduction &options) {
  const Tensor both[] = {x, *options.where};
  if (!llvm::equal(broadcastSizes(both), openSizesOf(x), mayBeEqual))
    refuse("where is of shape " + printTuple(openSizesOf(*options.where)) +
           ", but expected one that can be repeated to " + printTuple(openSizesOf(x)));
  return broadcast_to(truthValues(*options.where), shapeOf(x));
}

/// `x` in the element type that is asked for, with `neutral` in the places that do not count.
Tensor counted(const Tensor &x, const Reduction &options, const Tensor &neutral) {
  Tensor number = asWanted(x, options);
  return options.where ? where(maskOf(x, options), number, neutral) : number;
}

Tensor checkedInitial(const Tensor &initial, DType dtype) {
  if (initial.ndim() != 0)
    refuse("initial is of shape " + printTuple(openSizesOf(initial)) + ", but expected one number");
  return astype(initial, dtype);
}

using Combine = Tensor (*)(const Tensor &, const Tensor &);
Tensor withInitial(Combine combine, const Tensor &result, const Tensor &initial) {
  return astype(combine(result, checkedInitial(initial, result.dtype())), result.dtype());
}

/// Sums and products; of truth values they are `any` and `all`, as in NumPy.
Tensor accumulate(Reduce op, Reduce ofTruthValues, Combine combine, const Tensor &neutral,
                  const Tensor &x, const Axes &axes, const Reduction &options) {
  checkOptions(options, {.dtype = true, .initial = true});
  Tensor number = counted(x, options, neutral);
  DType dtype =
      options.dtype.value_or(options.promote_integers ? summed(number.dtype()) : number.dtype());
  Tensor total =
      reduce(dtype == DType::bool_ ? ofTruthValues : op, dtype, number, axes, options.keepdims);
  return options.initial ? withInitial(combine, total, *options.initial) : total;
}

/// The largest of nothing is no element.
void needElements(const Tensor &x, llvm::ArrayRef<int64_t> along) {
  for (int64_t axis : along)
    if (openSizesOf(x)[axis] == 0)
      refuse("along axis " + std::to_string(axis) + " of shape " + printTuple(openSizesOf(x)) +
             ", which has no elements: there is none to choose; give initial");
}

Tensor extremum(Reduce op, Combine combine, const Tensor &x, const Axes &axes,
                const Reduction &options) {
  checkOptions(options, {.initial = true});
  llvm::SmallVector<int64_t> along = axesOrAll(axes, x.ndim());
  if (!options.initial) {
    if (options.where)
      refuse("where may leave out all elements, and there is none to choose then; give "
             "initial");
    needElements(x, along);
    return reduce(op, x.dtype(), x, axes, options.keepdims);
  }
  Tensor first = checkedInitial(*options.initial, x.dtype());
  Tensor row = counted(x, options, first);
  std::vector<std::pair<int64_t, int64_t>> behind(x.ndim());
  bool mayBeNothing = false;
  for (int64_t axis : along)
    if (openSizesOf(x)[axis] == 0 || isOpen(openSizesOf(x)[axis]))
      mayBeNothing = behind[axis].second = 1;
  row = mayBeNothing ? pad(row, behind, first) : row;
  Tensor chosen = reduce(op, x.dtype(), row, axes, options.keepdims);
  return withInitial(combine, chosen, first);
}

using Moment = Tensor (*)(const Tensor &, llvm::ArrayRef<int64_t> axes, bool keepdims,
                          int64_t correction, const Typing &);

/// Whether the operator knows it: of real numbers, all of them, and with a whole correction.
bool isPlain(const Tensor &x, const Reduction &options) {
  const double correction = correctionOf(options);
  return !isComplex(x.dtype()) && !options.where && !options.mean &&
         correction == std::floor(correction) && std::fabs(correction) < 0x1p53;
}

Tensor moment(Moment op, const Tensor &x, const Axes &axes, const Reduction &options) {
  checkOptions(options, {.dtype = true, .ddof = true});
  if (options.dtype && !isFloating(*options.dtype))
    refuse("dtype is " + nameOf(*options.dtype) + ", but expected floats");
  Tensor number = asFloats(asWanted(x, options));
  llvm::SmallVector<int64_t> along = axesOrAll(axes, x.ndim());
  int64_t count = 1; // squares are divided by no less than 0
  for (int64_t axis : along)
    count = isOpen(openSizesOf(x)[axis]) ? INT64_MAX : count * openSizesOf(x)[axis];
  int64_t correction = std::min(int64_t(correctionOf(options)), count);
  return op(number, along, options.keepdims, correction, {.isWeak = number.isWeak()});
}

using Cumulate = Tensor (*)(const Tensor &, int64_t axis, bool reverse, bool exclusive,
                            const Typing &);

Tensor cumulate(Cumulate op, const Tensor &x, std::optional<int64_t> axis, DType dtype) {
  if (dtype == DType::bool_) // as whole numbers: 0 and 1
    return astype(cumulate(op, astype(x, dtype), axis, DType::int64), dtype);
  Tensor row = axis ? x : ravel(x);
  return op(row, checkedAxis(axis.value_or(0), row.ndim()), /*reverse=*/false,
            /*exclusive=*/false, {.operandTypes = inner(dtype), .isWeak = x.isWeak()});
}

/// Running sums and products; of truth values they are such of whole numbers.
Tensor accumulateAlong(Cumulate op, const Tensor &x, std::optional<int64_t> axis,
                       std::optional<DType> dtype) {
  return cumulate(op, x, axis, dtype.value_or(summed(x.dtype())));
}

using ArgExtremum = Tensor (*)(const Tensor &, int64_t axis, bool keepdims, const Typing &);

Tensor argExtremum(ArgExtremum op, const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  if (!axis) {
    Tensor place = argExtremum(op, ravel(x), 0, false);
    return keepdims ? reshape(place, Shape(x.ndim(), 1)) : place;
  }
  int64_t checked = checkedAxis(*axis, x.ndim());
  if (openSizesOf(x)[checked] == 0)
    refuse("of no elements: there is none to choose");
  return op(x, checked, keepdims, {});
}

} // namespace

Tensor sum(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.sum");
  return accumulate(op::sum, op::any, add, 0, x, axes, options);
}
Tensor prod(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.prod");
  const bool ofComplex = isComplex(options.dtype.value_or(x.dtype()));
  return accumulate(ofComplex ? complexProd : op::prod, op::all, multiply, 1, x, axes, options);
}
Tensor max(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.max");
  return extremum(x.dtype() == DType::bool_ ? op::any : op::max, maximum, x, axes, options);
}
Tensor min(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.min");
  return extremum(x.dtype() == DType::bool_ ? op::all : op::min, minimum, x, axes, options);
}
Tensor any(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.any");
  checkOptions(options, {});
  return reduce(op::any, DType::bool_, counted(x, options, false), axes, options.keepdims);
}
Tensor all(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.all");
  checkOptions(options, {});
  return reduce(op::all, DType::bool_, counted(x, options, true), axes, options.keepdims);
}

Tensor mean(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.mean");
  checkOptions(options, {.dtype = true});
  Tensor number = asWanted(x, options);
  bool isFloat = isInexact(options.dtype.value_or(DType::float32));
  if (!options.where && isFloat)
    return reduce(op::mean, floating(number.dtype()), number, axes, options.keepdims);
  Tensor mask = options.where ? maskOf(x, options) : ones_like(x, DType::bool_);
  Tensor count = sum(mask, axes, {.keepdims = options.keepdims});
  if (isFloat) {
    Tensor wide = widened(asInexact(number));
    Tensor total = sum(where(mask, wide, 0), axes, {.keepdims = options.keepdims});
    return narrowed(divide(total, count), number);
  }
  Tensor total =
      sum(where(mask, number, 0), axes, {.keepdims = options.keepdims, .dtype = options.dtype});
  return astype(divide(astype(total, DType::float64), count), *options.dtype); // as NumPy does it
}

/// With options that the operator does not have; of 16 bits in float32.
static Tensor maskedVariance(const Tensor &given, const Axes &axes, const Reduction &options) {
  checkOptions(options, {.dtype = true, .ddof = true});
  Tensor number = widened(given);
  Tensor mask = options.where ? maskOf(given, options) : ones_like(given, DType::bool_);
  Tensor center =
      options.mean ? *options.mean : mean(number, axes, {.keepdims = true, .where = mask});
  Tensor distance = where(mask, subtract(number, center), 0.0);
  Reduction kept{.keepdims = options.keepdims};
  Tensor squares = sum(squaredSizes(distance), axes, kept);
  Tensor count = astype(sum(mask, axes, kept), squares.dtype());
  return divide(squares, maximum(subtract(count, correctionOf(options)), 0.0));
}
Tensor var(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.var");
  if (isPlain(x, options))
    return moment(op::var, x, axes, options);
  const Tensor number = asInexact(asWanted(x, options));
  return narrowed(maskedVariance(number, axes, options), number);
}
Tensor std(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.std");
  if (isPlain(x, options))
    return moment(op::std, x, axes, options);
  const Tensor number = asInexact(asWanted(x, options));
  return narrowed(sqrt(maskedVariance(number, axes, options)), number);
}
Tensor logsumexp(const Tensor &x, const Axes &axes, bool keepdims) {
  const Called called("ct.logsumexp");
  if (isComplex(x.dtype()))
    return nn::logsumexp(x, axes, {}, keepdims);
  return reduce(op::logsumexp, floating(x.dtype()), x, axes, keepdims);
}
Tensor count_nonzero(const Tensor &x, const Axes &axes, bool keepdims) {
  const Called called("ct.count_nonzero");
  return sum(not_equal(x, 0), axes, {.keepdims = keepdims});
}

Tensor argmax(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  const Called called("ct.argmax");
  return argExtremum(op::argmax, x, axis, keepdims);
}
Tensor argmin(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  const Called called("ct.argmin");
  return argExtremum(op::argmin, x, axis, keepdims);
}
Tensor cumsum(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype) {
  const Called called("ct.cumsum");
  return accumulateAlong(op::cumsum, x, axis, dtype);
}
Tensor cumprod(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype) {
  const Called called("ct.cumprod");
  const bool ofComplex = isComplex(dtype.value_or(x.dtype()));
  return accumulateAlong(ofComplex ? complexCumprod : op::cumprod, x, axis, dtype);
}
Tensor cummax(const Tensor &x, int64_t axis) {
  const Called called("ct.cummax");
  if (isComplex(x.dtype()))
    return complexCummax(x, checkedAxis(axis, x.ndim()));
  return cumulate(op::cummax, x, axis, x.dtype());
}
Tensor cummin(const Tensor &x, int64_t axis) {
  const Called called("ct.cummin");
  if (isComplex(x.dtype()))
    return complexCummin(x, checkedAxis(axis, x.ndim()));
  return cumulate(op::cummin, x, axis, x.dtype());
}

Tensor sort(const Tensor &x, std::optional<int64_t> axis, bool descending) {
  const Called called("ct.sort");
  Tensor row = axis ? x : ravel(x);
  return op::sort(row, checkedAxis(axis.value_or(0), row.ndim()), descending,
                  {.isWeak = x.isWeak()});
}
Tensor argsort(const Tensor &x, std::optional<int64_t> axis, bool descending,
               std::optional<DType> dtype) {
  const Called called("ct.argsort");
  const DType type = placesType(dtype);
  Tensor row = axis ? x : ravel(x);
  int64_t checked = checkedAxis(axis.value_or(0), row.ndim());
  TensorType places = typeOf(DType::int64, openSizesOf(row));
  return astype(op::argsort(row, checked, descending, {.results = places}), type);
}
std::pair<Tensor, Tensor> top_k(const Tensor &x, int64_t k, int64_t axis, const std::string &mode) {
  const Called called("ct.top_k");
  const bool isLargest = oneOf("mode", mode, {"largest", "smallest"}) == 0;
  if (checkedAxis(axis, x.ndim()) != x.ndim() - 1) {
    auto [values, places] = top_k(moveaxis(x, {axis}, {-1}), k, -1, mode);
    return {moveaxis(values, {-1}, {axis}), moveaxis(places, {-1}, {axis})};
  }
  llvm::SmallVector<int64_t> sizes(openSizesOf(x));
  if (k < 0 || (!isOpen(sizes.back()) && k > sizes.back()))
    refuse("k is " + std::to_string(k) + ", but the last axis has " + std::to_string(sizes.back()) +
           " elements");
  if (!isLargest) {
    Tensor places = index(argsort(x), {ellipsis, Slice{0, k}});
    return {take_along_axis(x, places, -1), places};
  }
  sizes.back() = k;
  TensorType results[] = {typeOf(x.dtype(), sizes), typeOf(DType::int64, sizes)};
  auto both = op::topk(x, k, {.results = results});
  return {both[0], both[1]};
}

} // namespace ct
