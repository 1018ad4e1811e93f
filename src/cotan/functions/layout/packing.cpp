// Bits in bytes.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// The place of each bit of a byte.
Tensor placesOfBits(const std::string &order) {
  Tensor places = iota({8}, 0, DType::uint8);
  return oneOf("bitorder", order, {"big", "little"}) == 0 ? flip(places) : places;
}

/// With the axis last; all in one row without one.
std::pair<Tensor, int64_t> withLast(const Tensor &x, std::optional<int64_t> axis) {
  if (!axis)
    return {ravel(x), 0};
  const int64_t along = checkedAxis(*axis, x.ndim());
  return {moveaxis(x, {along}, {-1}), along};
}

} // namespace

Tensor packbits(const Tensor &a, std::optional<int64_t> axis, const std::string &bitorder) {
  const Called called("ct.packbits");
  if (isInexact(a.dtype()))
    refuse<TypeError>("needs truth values or integers, but found " + nameOf(a.dtype()) +
                      "; compare with 0 first, as a != 0");
  Tensor places = placesOfBits(bitorder);
  auto [rows, along] = withLast(a, axis);
  const int64_t last = rows.ndim() - 1, count = sizeAt(rows, last), bytes = (count + 7) / 8;
  Widths behind(rows.ndim());
  behind[last].second = bytes * 8 - count;
  Tensor bits = pad(astype(rows != 0, DType::uint8), behind);
  Shape shape = shapeOf(rows);
  shape[last] = bytes;
  shape.push_back(8);
  Tensor packed = sum(left_shift(reshape(bits, shape), places), {{-1}}, {.dtype = DType::uint8});
  return moveaxis(packed, {-1}, {along});
}

Tensor unpackbits(const Tensor &a, std::optional<int64_t> axis, std::optional<int64_t> count,
                  const std::string &bitorder) {
  const Called called("ct.unpackbits");
  if (a.dtype() != DType::uint8)
    refuse<TypeError>("needs uint8, but found " + nameOf(a.dtype()) +
                      "; convert with astype(ct.uint8)");
  Tensor places = placesOfBits(bitorder);
  auto [rows, along] = withLast(a, axis);
  const int64_t last = rows.ndim() - 1, all = multiplySizes(sizeAt(rows, last), 8);
  const int64_t wanted = count.value_or(all), kept = wanted < 0 ? all + wanted : wanted;
  if (kept < 0)
    refuse("count is " + std::to_string(wanted) + ", but there are only " + std::to_string(all) +
           " bits to leave out");
  Shape shape = shapeOf(rows);
  shape[last] = all;
  Tensor bits = reshape(right_shift(expand_dims(rows, {-1}), places) & Tensor(1), shape);
  Widths behind(rows.ndim());
  behind[last].second = std::max<int64_t>(kept - all, 0);
  bits = index(pad(bits, behind), {ellipsis, Slice{0, kept}});
  return moveaxis(bits, {-1}, {along});
}

} // namespace ct
