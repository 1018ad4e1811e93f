// shift_left, shift_right: meaning. Signature and doc: shift.td.
#include "cotan/ops/logic/shift.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

/// Calls `f` with the elements of two integer arrays, the second cut off at the number of bits.
template <typename F> static Array shift(ArrayRef<Array> x, F f) {
  const uint64_t bits = 8 * sizeOf(x[0].dtype());
  return zipExact(x[0], x[1], [&](auto a, auto b) -> decltype(a) {
    if constexpr (std::is_floating_point_v<decltype(a)>)
      return a; // never: the op takes integers
    else
      return f(a, std::min(static_cast<uint64_t>(b), bits));
  });
}

static double bitsOf(const Lanes &x) { return 8.0 * sizeOf(x.dtype()); }

/// Whether numbers can be shifted by so many places.
static Lanes isInside(const Lanes &places) { return (places >= 0.0) & (places < bitsOf(places)); }

Arrays ShiftLeftOp::evaluate(ArrayRef<Array> x) {
  return {shift(x, [](auto a, uint64_t places) {
    return places < 64 ? static_cast<uint64_t>(a) << places : 0;
  })};
}
Lanes ShiftLeftOp::lower(Element &x) {
  return select(isInside(x[1]), x[0] << select(isInside(x[1]), x[1], 0.0), 0.0);
}

Arrays ShiftRightOp::evaluate(ArrayRef<Array> x) {
  return {shift(x, [](auto a, uint64_t places) -> decltype(a) {
    if (places == 64)
      return a < decltype(a)(0) ? -1 : 0;
    return a >> places;
  })};
}
Lanes ShiftRightOp::lower(Element &element) {
  Lanes x = element[0], places = element[1];
  if (isUnsigned(x.dtype()))
    return select(isInside(places), x >> select(isInside(places), places, 0.0), 0.0);
  return x >> select(isInside(places), places, bitsOf(x) - 1.0);
}
