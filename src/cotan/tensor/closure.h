// Functions that variables hold: chosen while a program runs, kept in nests, carried by loops,
// returned and captured by others.
#pragma once

#include "cotan/tensor/function_value.h"

#include <cstddef>
#include <new>
#include <string_view>
#include <type_traits>

namespace ct {

template <typename Signature> class Closure;

namespace detail {
/// The signature of what can be called in one way, but for the first `n` arguments.
template <typename R, size_t n, typename... Xs> struct SignatureFrom {
  using type = Held<R>(Held<Xs>...);
};
template <typename R, size_t n, typename X, typename... Xs>
  requires(n > 0)
struct SignatureFrom<R, n, X, Xs...> : SignatureFrom<R, n - 1, Xs...> {};

template <typename F, size_t n> struct SignatureAfter {};
template <typename F, size_t n>
  requires requires { &F::operator(); }
struct SignatureAfter<F, n> : SignatureAfter<decltype(&F::operator()), n> {};
template <typename R, typename... Xs, size_t n>
struct SignatureAfter<R (*)(Xs...), n> : SignatureFrom<R, n, Xs...> {};
template <typename C, typename R, typename... Xs, size_t n>
struct SignatureAfter<R (C::*)(Xs...) const, n> : SignatureFrom<R, n, Xs...> {};
template <typename C, typename R, typename... Xs, size_t n>
struct SignatureAfter<R (C::*)(Xs...) const noexcept, n> : SignatureFrom<R, n, Xs...> {};

template <typename F>
concept HasSignature = !IsNested<F> && requires { typename SignatureAfter<F, 0>::type; };
template <HasSignature F> struct HeldAs<F> {
  using type = Closure<typename SignatureAfter<F, 0>::type>;
};

template <typename T> struct IsClosure : std::false_type {};
template <typename Signature> struct IsClosure<Closure<Signature>> : std::true_type {};

template <typename F, typename R, typename... Xs>
concept Gives = std::is_invocable_v<const F &, const Xs &...> &&
                std::is_convertible_v<Held<std::invoke_result_t<const F &, const Xs &...>>, R>;

/// An object in memory that was zero before, so that what lies between its members mostly is.
template <typename F> class Clean {
public:
  explicit Clean(F f) { new (bytes) F(std::move(f)); }
  Clean(const Clean &) = delete;
  ~Clean() { (**this).~F(); }

  const F &operator*() const { return *std::launder(reinterpret_cast<const F *>(bytes)); }
  /// What the memory says of it: of handles of one tensor the same, of what holds memory of its
  /// own something else in each copy. Nothing of what has no members.
  std::string_view state() const {
    constexpr bool saysNothing =
        std::is_empty_v<F> || (sizeof(F) == 1 && !std::has_unique_object_representations_v<F>);
    return {reinterpret_cast<const char *>(bytes), saysNothing ? 0 : sizeof(F)};
  }

private:
  alignas(F) std::byte bytes[sizeof(F)] = {};
};

/// `f(captured..., xs...)`
template <typename F, typename R, typename Captured, typename Xs> class CodeOf;
template <typename F, typename R, typename... Captured, typename... Xs>
class CodeOf<F, R, std::tuple<Captured...>, std::tuple<Xs...>> final : public Code {
public:
  explicit CodeOf(F f) : f(std::move(f)) {}

  Nest call(const Nest::Parts &captured, const Nest::Parts &xs) const override {
    return spread(captured, xs, std::index_sequence_for<Captured...>(),
                  std::index_sequence_for<Xs...>());
  }

private:
  template <size_t... I, size_t... J>
  Nest spread(const Nest::Parts &captured, const Nest::Parts &xs, std::index_sequence<I...>,
              std::index_sequence<J...>) const {
    R result =
        (*f)(Nested<Captured>::together(captured.at(I))..., Nested<Xs>::together(xs.at(J))...);
    return Nested<R>::apart(result);
  }
  bool hasStateOf(const Code &other) const override {
    return f.state() == static_cast<const CodeOf &>(other).f.state();
  }

  const Clean<F> f;
};

/// What a closure does that is made of another one.
struct Apply {
  template <typename F, typename... Xs> auto operator()(const F &f, const Xs &...xs) const {
    return f(xs...);
  }
};
} // namespace detail

/// A function of nests that is a value: ct::Closure<ct::Tensor(ct::Tensor)> h = ct::closure(f, w),
/// where f takes w, then what h is called with. What is named here the closure holds by value, and
/// derivatives reach it. Lambdas become closures as they are; they may hold or refer to tensors
/// that are still there when they are called.
///
/// Two closures are one function but for what they have captured if they are copies of one, or have
/// the same C++ type and the same bytes in what is not named. Of others ct::cond and loops make a
/// choice, which is a number, and where it is called a branch on the number.
template <typename R, typename... Xs> class Closure<R(Xs...)> {
public:
  template <typename F, typename... Captured>
    requires(!(std::same_as<F, Closure> && sizeof...(Captured) == 0) &&
             !std::same_as<F, Nest::Function> &&
             detail::Gives<F, R, detail::Held<Captured>..., Xs...>)
  Closure(F f, const Captured &...captured) {
    if constexpr (detail::IsClosure<F>::value)
      hold(detail::Apply(), f, captured...);
    else
      hold(std::move(f), captured...);
  }
  explicit Closure(Nest::Function value) : value(std::move(value)) {}

  R operator()(const Xs &...xs) const {
    return Nested<R>::together(detail::call(*value, {Nested<Xs>::apart(xs)...}));
  }

  const Nest::Function &function() const { return value; }

private:
  template <typename F, typename... Captured> void hold(F f, const Captured &...captured) {
    using Code = detail::CodeOf<F, R, std::tuple<detail::Held<Captured>...>, std::tuple<Xs...>>;
    auto code = std::make_shared<const Code>(std::move(f));
    detail::KnownFunction known{std::move(code),
                                {Nested<detail::Held<Captured>>::apart(captured)...}};
    value =
        std::make_shared<const detail::FunctionValue>(detail::FunctionValue{{std::move(known)}});
  }

  Nest::Function value;
};

template <typename Signature> struct Nested<Closure<Signature>> {
  static Nest apart(const Closure<Signature> &f) { return Nest(f.function()); }
  static Closure<Signature> together(const Nest &nest) {
    return Closure<Signature>(nest.function());
  }
};

/// The function of what `f` takes after these arguments, which are tensors, numbers, functions or
/// nests. If `f` has auto parameters say which function: ct::Closure<ct::Tensor(ct::Tensor)>(f, w).
template <typename F, typename... Captured> auto closure(F f, const Captured &...captured) {
  using Signature = typename detail::SignatureAfter<F, sizeof...(Captured)>::type;
  return Closure<Signature>(std::move(f), captured...);
}

} // namespace ct
