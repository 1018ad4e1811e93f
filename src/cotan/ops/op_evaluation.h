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

/// Applies `f` to every element, in Wide<element type>, and rounds to `result`.
template <template <typename> typename Wide, typename F>
Array mapTo(DType result, const Array &x, F f) {
  Array y(result, x.shape());
  visitDType(x.dtype(), [&](auto in) {
    using In = decltype(in);
    visitDType(result, [&](auto out) {
      using Out = decltype(out);
      auto from = x.values<In>();
      auto to = y.mutableValues<Out>();
      for (size_t i = 0; i < from.size(); ++i)
        to[i] = static_cast<Out>(f(static_cast<Wide<In>>(from[i])));
    });
  });
  return y;
}

/// As mapTo, for two arrays of one element type.
template <template <typename> typename Wide, typename F>
Array zipTo(DType result, const Array &x, const Array &y, F f) {
  if (x.shape() != y.shape())
    throw EvaluationError("operand shapes differ: " + printShape(x.shape()) + " and " +
                          printShape(y.shape()));
  Array z(result, x.shape());
  visitDType(x.dtype(), [&](auto in) {
    using In = decltype(in);
    visitDType(result, [&](auto out) {
      using Out = decltype(out);
      auto a = x.values<In>(), b = y.values<In>();
      auto to = z.mutableValues<Out>();
      for (size_t i = 0; i < to.size(); ++i)
        to[i] = static_cast<Out>(f(static_cast<Wide<In>>(a[i]), static_cast<Wide<In>>(b[i])));
    });
  });
  return z;
}

/// Basic arithmetic on any element type.
template <typename F> Array mapExact(const Array &x, F f) {
  return visitDType(x.dtype(), [&](auto element) {
    using T = decltype(element);
    Array y(x.dtype(), x.shape());
    auto from = x.values<T>();
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < from.size(); ++i)
      to[i] = static_cast<T>(f(static_cast<Exact<T>>(from[i])));
    return y;
  });
}

template <typename F> Array zipExact(const Array &x, const Array &y, F f) {
  if (x.shape() != y.shape())
    throw EvaluationError("operand shapes differ: " + printShape(x.shape()) + " and " +
                          printShape(y.shape()));
  return visitDType(x.dtype(), [&](auto element) {
    using T = decltype(element);
    Array z(x.dtype(), x.shape());
    auto a = x.values<T>(), b = y.values<T>();
    auto to = z.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<T>(f(static_cast<Exact<T>>(a[i]), static_cast<Exact<T>>(b[i])));
    return z;
  });
}

template <typename T, typename F> Array mapFloatAs(const Array &x, F f) {
  Array y(x.dtype(), x.shape());
  auto from = x.values<T>();
  auto to = y.mutableValues<T>();
  for (size_t i = 0; i < from.size(); ++i)
    to[i] = static_cast<T>(f(static_cast<Precise<T>>(from[i])));
  return y;
}

template <typename T, typename F> Array zipFloatAs(const Array &x, const Array &y, F f) {
  Array z(x.dtype(), x.shape());
  auto a = x.values<T>(), b = y.values<T>();
  auto to = z.mutableValues<T>();
  for (size_t i = 0; i < to.size(); ++i)
    to[i] = static_cast<T>(f(static_cast<Precise<T>>(a[i]), static_cast<Precise<T>>(b[i])));
  return z;
}

/// A function of floating-point numbers, called with long double for f64 and double for the rest.
template <typename F> Array mapFloat(const Array &x, F f) {
  switch (x.dtype()) {
  case DType::f16: return mapFloatAs<Float16>(x, f);
  case DType::bf16: return mapFloatAs<BFloat16>(x, f);
  case DType::f32: return mapFloatAs<float>(x, f);
  default: return mapFloatAs<double>(x, f);
  }
}

template <typename F> Array zipFloat(const Array &x, const Array &y, F f) {
  if (x.shape() != y.shape())
    throw EvaluationError("operand shapes differ: " + printShape(x.shape()) + " and " +
                          printShape(y.shape()));
  switch (x.dtype()) {
  case DType::f16: return zipFloatAs<Float16>(x, y, f);
  case DType::bf16: return zipFloatAs<BFloat16>(x, y, f);
  case DType::f32: return zipFloatAs<float>(x, y, f);
  default: return zipFloatAs<double>(x, y, f);
  }
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
