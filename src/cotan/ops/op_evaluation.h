// What an op's evaluation is written with, and the registration of its class.
//
// Evaluations favour exactness over speed: f16, bf16 and f32 are computed in double and rounded
// once (which is correct rounding for + - * / sqrt), f64 transcendentals and sums in long double.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"
#include "cotan/support/array.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cmath>
#include <type_traits>

namespace cotan {

/// Where arithmetic on T happens: double for floats, 64 bits for integers.
template <typename T>
using Exact = std::conditional_t<
    isFloatStorage<T>, double,
    std::conditional_t<std::is_same_v<T, bool>, bool,
                       std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t>>>;

/// Of any element type: only floats may be NaN.
template <typename T> bool isNan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  return false;
}

/// Where functions that cannot be exact are computed: with bits to spare.
template <typename T>
using Precise = std::conditional_t<std::is_same_v<T, double>, long double, Exact<T>>;

/// Where sums of products are made: as Precise, but integers wrap around without overflow.
template <typename T>
using Wrapping = std::conditional_t<std::is_same_v<Precise<T>, int64_t>, uint64_t, Precise<T>>;

namespace detail {

template <typename... Arrays> void needOneShape(const Array &x, const Arrays &...others) {
  auto need = [&](const Array &y) {
    if (x.shape() != y.shape())
      throw EvaluationError("operand shapes differ: " + printShape(x.shape()) + " and " +
                            printShape(y.shape()));
  };
  (need(others), ...);
}

/// `f` of the elements of arrays of In, in Wide<In>, rounded to `result`, whose elements are Out.
template <template <typename> typename Wide, typename In, typename Out, typename F,
          typename... Arrays>
Array compute(DType result, F f, const Array &x, const Arrays &...others) {
  needOneShape(x, others...);
  Array y(result, x.shape());
  auto compute = [to = y.mutableValues<Out>(), &f](auto... from) {
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<Out>(f(static_cast<Wide<In>>(from[i])...));
  };
  compute(x.values<In>(), others.template values<In>()...);
  return y;
}

template <typename F, typename... Arrays>
Array computeTruth(F f, const Array &x, const Arrays &...others) {
  return visitReal(x.dtype(), [&](auto element) {
    return compute<Exact, decltype(element), bool>(DType::i1, f, x, others...);
  });
}

template <typename F, typename... Arrays>
Array computeExact(F f, const Array &x, const Arrays &...others) {
  return visitDType(x.dtype(), [&](auto element) {
    using T = decltype(element);
    return compute<Exact, T, T>(x.dtype(), f, x, others...);
  });
}

template <typename F, typename... Arrays>
Array computeFloat(F f, const Array &x, const Arrays &...others) {
  switch (x.dtype()) {
  case DType::f16: return compute<Precise, Float16, Float16>(DType::f16, f, x, others...);
  case DType::bf16: return compute<Precise, BFloat16, BFloat16>(DType::bf16, f, x, others...);
  case DType::f32: return compute<Precise, float, float>(DType::f32, f, x, others...);
  default: return compute<Precise, double, double>(DType::f64, f, x, others...);
  }
}

} // namespace detail

/// Whether `f` holds of every element, or of those of two arrays of one element type.
template <typename F> Array mapTruth(const Array &x, F f) { return detail::computeTruth(f, x); }
template <typename F> Array zipTruth(const Array &x, const Array &y, F f) {
  return detail::computeTruth(f, x, y);
}

/// Basic arithmetic on any element type.
template <typename F> Array mapExact(const Array &x, F f) { return detail::computeExact(f, x); }
template <typename F> Array zipExact(const Array &x, const Array &y, F f) {
  return detail::computeExact(f, x, y);
}
template <typename F> Array zipExact(const Array &x, const Array &y, const Array &z, F f) {
  return detail::computeExact(f, x, y, z);
}

/// A function of floating-point numbers, called with long double for f64 and double for the rest.
template <typename F> Array mapFloat(const Array &x, F f) { return detail::computeFloat(f, x); }
template <typename F> Array zipFloat(const Array &x, const Array &y, F f) {
  return detail::computeFloat(f, x, y);
}
template <typename F> Array zipFloat(const Array &x, const Array &y, const Array &z, F f) {
  return detail::computeFloat(f, x, y, z);
}

namespace ops {

template <typename... Ops> void registerOps(mlir::MLIRContext *context) {
  auto insert = [&]<typename Op>() {
    llvm::StringRef dialect = Op::getOperationName().split('.').first;
    mlir::RegisteredOperationName::insert<Op>(*context->getLoadedDialect(dialect));
  };
  (insert.template operator()<Ops>(), ...);
}

} // namespace ops
} // namespace cotan
