// gcd, lcm: meaning. Signature and doc: divisors.td.
#include "cotan/ops/arithmetic/divisors.inc"

#include <numeric>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// Has 64 bits for every integer there is: that of the smallest one is no signed number.
template <typename T> uint64_t magnitude(T x) {
  return x < 0 ? -static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
}

template <typename F> Array ofMagnitudes(ArrayRef<Array> x, F f) {
  return zipExact(x[0], x[1], [&](auto a, auto b) -> uint64_t {
    if constexpr (std::is_integral_v<decltype(a)> && !std::is_same_v<decltype(a), bool>)
      return f(magnitude(a), magnitude(b));
    llvm_unreachable("the verifier refuses other types");
  });
}

/// The runtime's function of two magnitudes, in 64 bits.
Lanes callOnMagnitudes(StringRef function, Element &x) {
  const DType wide = isUnsigned(x[0].dtype()) ? DType::ui64 : DType::i64;
  auto magnitude = [&](unsigned i) { return convert(abs(convert(x[i], wide)), DType::ui64); };
  return convert(call(function, magnitude(0), magnitude(1)), x[0].dtype());
}

} // namespace

Arrays GcdOp::evaluate(ArrayRef<Array> x) {
  return {ofMagnitudes(x, [](uint64_t a, uint64_t b) { return std::gcd(a, b); })};
}
Lanes GcdOp::lower(Element &x) { return callOnMagnitudes("cotan_gcd", x); }

Arrays LcmOp::evaluate(ArrayRef<Array> x) {
  return {ofMagnitudes(
      x, [](uint64_t a, uint64_t b) { return a == 0 || b == 0 ? 0 : a / std::gcd(a, b) * b; })};
}
Lanes LcmOp::lower(Element &x) { return callOnMagnitudes("cotan_lcm", x); }
