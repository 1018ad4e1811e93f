// Tensors made by rule: triangles, diagonals, coordinates of grids, sequences of powers.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Wide = __int128; // what sums and products of sizes are made in

/// The sum of min(first + i, most) over the rows i from `begin` to `end`.
Wide sumOfLeast(Wide begin, Wide end, Wide first, Wide most) {
  const Wide turn = std::clamp(most - first, begin, end); // here both are equal
  return (turn - begin) * (2 * first + begin + turn - 1) / 2 + (end - turn) * most;
}

/// The places of a matrix whose column less their row is at least `low` and at most `high`.
std::pair<Tensor, Tensor> band(int64_t rows, int64_t columns, int64_t low, int64_t high) {
  if (rows < 0 || columns < 0)
    refuse("the shape " + printTuple({rows, columns}) + " has a negative size");
  // The rows that have such places, and how many these are: they are made at once.
  const Wide begin = std::max<Wide>(0, -Wide(high)),
             end = std::min<Wide>(rows, Wide(columns) - low);
  Wide count = 0;
  if (begin < end && low <= high)
    count = sumOfLeast(begin, end, Wide(high) + 1, columns) - (end - begin) * low -
            (begin + end - 1) * (end - begin) / 2 + sumOfLeast(begin, end, low, 0);
  const Shape shape = {int64_t(std::min<Wide>(count, INT64_MAX))};
  (void)typeOf(DType::int64, shape); // whether there can be so many
  cotan::Array is(cotan::DType::i64, shape), js(cotan::DType::i64, shape);
  auto at = is.mutableValues<int64_t>().begin(), to = js.mutableValues<int64_t>().begin();
  for (Wide i = begin; count > 0 && i < end; ++i)
    for (Wide j = std::max<Wide>(0, i + low); j < columns && j - i <= high; ++j) {
      *at++ = i;
      *to++ = j;
    }
  return {outer(makeTensor(is)), outer(makeTensor(js))};
}

/// Evenly from 0 to 1, along an axis before those of what is given; without the end, one step less
/// far.
Tensor fractions(int64_t num, bool endpoint, DType dtype, std::span<const Tensor> given) {
  if (num < 0)
    refuse("num is " + std::to_string(num) + ", but expected at least 0");
  int64_t steps = endpoint ? num - 1 : num;
  Shape shape(broadcastSizes(given).size() + 1, 1);
  shape[0] = num;
  return iota(shape, 0, dtype) / double(std::max<int64_t>(steps, 1));
}

Tensor along(const Tensor &rows, int64_t axis) {
  return axis == 0 ? rows : moveaxis(rows, {0}, {axis});
}

/// What results of this type are computed in: integers as float64, so that whole powers are exact.
DType workingType(std::span<const Tensor> given, std::optional<DType> dtype) {
  if (dtype)
    return isInexact(*dtype) ? *dtype : DType::float64;
  return outer(common(Accepts::inexact, given).dtype);
}

} // namespace

Tensor tri(int64_t rows, std::optional<int64_t> columns, const Tensor &k, DType dtype) {
  const Called called("ct.tri");
  needInteger("k", k);
  Shape shape{rows, columns.value_or(rows)};
  return astype(less_equal(iota(shape, 1) - iota(shape, 0), k), dtype);
}

Tensor identity(int64_t n, DType dtype) {
  const Called called("ct.identity");
  return eye(n, {}, 0, dtype);
}

std::vector<Tensor> meshgrid(const std::vector<Tensor> &xs, bool sparse, bool xy) {
  const Called called("ct.meshgrid");
  Shape whole;
  for (const Tensor &x : xs) {
    if (x.ndim() > 1)
      refuse("found an argument of shape " + printTuple(openSizesOf(x)) +
             ", but expected vectors; use ct.ravel");
    whole.push_back(x.ndim() == 0 ? 1 : openSizesOf(x)[0]);
  }
  auto axisOf = [&](size_t i) { return xy && i < 2 && xs.size() > 1 ? 1 - i : i; };
  Shape sizes = whole;
  for (size_t i = 0; i < xs.size(); ++i)
    sizes[axisOf(i)] = whole[i];
  std::vector<Tensor> result;
  for (size_t i = 0; i < xs.size(); ++i) {
    Shape own(xs.size(), 1);
    own[axisOf(i)] = whole[i];
    Tensor line = reshape(xs[i], own);
    result.push_back(sparse ? line : broadcast_to(line, sizes));
  }
  return result;
}

Tensor indices(const Shape &dimensions, DType dtype) {
  const Called called("ct.indices");
  std::vector<Tensor> result;
  for (size_t i = 0; i < dimensions.size(); ++i)
    result.push_back(iota(dimensions, int64_t(i), dtype));
  return result.empty() ? zeros({0}, dtype) : stack(result);
}

std::pair<Tensor, Tensor> tril_indices(int64_t rows, int64_t k, std::optional<int64_t> columns) {
  const Called called("ct.tril_indices");
  return band(rows, columns.value_or(rows), -rows, k);
}
std::pair<Tensor, Tensor> triu_indices(int64_t rows, int64_t k, std::optional<int64_t> columns) {
  const Called called("ct.triu_indices");
  return band(rows, columns.value_or(rows), k, columns.value_or(rows));
}

Tensor diag(const Tensor &x, int64_t k) {
  const Called called("ct.diag");
  if (x.ndim() == 2)
    return diagonal(x, k);
  if (x.ndim() != 1)
    refuse("found shape " + printTuple(openSizesOf(x)) +
           ", but expected a vector or a matrix; "
           "ct.diagflat takes any");
  int64_t before = std::max<int64_t>(k, 0), below = std::max<int64_t>(-std::max(k, -INT64_MAX), 0);
  Tensor row = pad(x, {{before, below}}); // each column's element, if it is on the diagonal
  const int64_t size = openSizesOf(row)[0];
  Shape square{size, size};
  Tensor isOn = equal(iota(square, 1) - iota(square, 0), k);
  return where(isOn, row, zeros_like(row));
}

Tensor diagflat(const Tensor &x, int64_t k) {
  const Called called("ct.diagflat");
  return diag(ravel(x), k);
}

Tensor logspace(const Tensor &start, const Tensor &stop, int64_t num, bool endpoint,
                const Tensor &base, std::optional<DType> dtype, int64_t axis) {
  const Called called("ct.logspace");
  Tensor given[] = {start, stop, base};
  DType type = workingType(given, dtype);
  Tensor t = fractions(num, endpoint, partOf(type), given);
  Tensor exponents = astype(start, type) * (1.0 - t) + astype(stop, type) * t;
  return along(astype(power(astype(base, type), exponents), dtype.value_or(type)), axis);
}

Tensor geomspace(const Tensor &start, const Tensor &stop, int64_t num, bool endpoint,
                 std::optional<DType> dtype, int64_t axis) {
  const Called called("ct.geomspace");
  Tensor given[] = {start, stop};
  DType type = workingType(given, dtype);
  Tensor first = astype(start, type), last = astype(stop, type);
  Tensor t = fractions(num, endpoint, partOf(type), given), row = first * power(last / first, t);
  row = endpoint && num > 1 ? where(t == 1.0, last, row) : row;
  return along(astype(row, dtype.value_or(type)), axis);
}

Tensor vander(const Tensor &x, std::optional<int64_t> columns, bool increasing) {
  const Called called("ct.vander");
  if (x.ndim() != 1)
    refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected a vector");
  const int64_t rows = x.size(), count = columns.value_or(rows);
  Tensor base = x.dtype() == DType::bool_ ? astype(x, DType::int64) : x;
  if (count <= 0)
    return zeros({rows, 0}, base.dtype());
  Tensor factor = reshape(base, {rows, 1});
  Tensor factors = concatenate({ones_like(factor), broadcast_to(factor, {rows, count - 1})}, 1);
  Tensor powers = astype(cumprod(factors, 1), base.dtype());
  return increasing ? powers : flip(powers, {{1}});
}

Tensor polyval(const Tensor &p, const Tensor &x) {
  const Called called("ct.polyval");
  int64_t count = p.shape()[checkedAxis(0, p.ndim())];
  Tensor both[] = {p, x}, value = multiply(x, 0);
  value = astype(value, outer(common(Accepts::allNumbers, both).dtype));
  for (int64_t i = 0; i < count; ++i) // Horner's rule
    value = value * x + index(p, {i});
  return value;
}

} // namespace ct

namespace ct::dynamic {

std::vector<Tensor> meshgrid(const std::vector<Tensor> &xs, bool sparse,
                             const std::string &indexing) {
  const Called called("ct.meshgrid");
  return ct::meshgrid(xs, sparse, oneOf("indexing", indexing, {"xy", "ij"}) == 0);
}

OneOrTuple indices(const Shape &dimensions, DType dtype, bool sparse) {
  const Called called("ct.indices");
  if (!sparse)
    return ct::indices(dimensions, dtype);
  Tuple each;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    Shape shape(dimensions.size(), 1);
    shape[i] = dimensions[i];
    each.tensors.push_back(iota(shape, int64_t(i), dtype));
  }
  return each;
}

} // namespace ct::dynamic
