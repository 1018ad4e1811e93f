// Defines functions and methods of the module. What a parameter takes follows from its C++ type;
// its name, default and place from pybind11's words for them: py::arg("x") = 0, py::kw_only().
#pragma once

#include "cotan/frontends/python/declaration.h"

namespace ct::python {

/// An argument that cannot become what its parameter takes.
struct Unfit {
  size_t parameter;
};

/// Whether an argument can be taken; a list that has no length, as NumPy's array of no axes,
/// cannot.
template <typename F> bool fits(F load) {
  try {
    return load();
  } catch (const py::error_already_set &error) {
    if (isTypeErrorOfPython(error))
      return false;
    throw;
  }
}

template <typename Result, typename... Given, typename F, size_t... I>
py::object invoke(const F &function, PyObject *const *arguments, std::index_sequence<I...>) {
  std::tuple<py::detail::make_caster<Given>...> held;
  auto load = [&](auto &caster, size_t i) {
    if (!fits([&] { return caster.load(arguments[i], /*convert=*/true); }))
      throw Unfit{i};
  };
  (load(std::get<I>(held), I), ...);
  if constexpr (std::is_void_v<Result>) {
    function(py::detail::cast_op<Given>(std::move(std::get<I>(held)))...);
    return py::none();
  } else {
    return py::reinterpret_steal<py::object>(py::detail::make_caster<Result>::cast(
        function(py::detail::cast_op<Given>(std::move(std::get<I>(held)))...),
        py::detail::return_value_policy_override<Result>::policy(
            py::return_value_policy::automatic),
        py::handle()));
  }
}

/// All further arguments, each of which is taken for a T.
template <typename T> struct Rest {
  std::vector<T> all;
  operator const std::vector<T> &() const { return all; }
};
template <typename T> constexpr bool isRest = std::is_same_v<T, py::args>;
template <typename T> constexpr bool isRest<Rest<T>> = true;

template <typename F> struct Caller;
template <typename Result, typename... Given> struct Caller<Result(Given...)> {
  template <typename F> static Call of(F function) {
    return [function = std::move(function)](PyObject *const *arguments) {
      return invoke<Result, Given...>(function, arguments, std::index_sequence_for<Given...>());
    };
  }
  static std::vector<TypeText> parameters() {
    return {{py::detail::make_caster<Given>::name.text,
             typesIn(py::detail::make_caster<Given>::name), isRest<std::decay_t<Given>>}...};
  }
  static TypeText result() {
    using Caster = py::detail::make_caster<
        py::detail::conditional_t<std::is_void_v<Result>, py::detail::void_type, Result>>;
    return {Caster::name.text, typesIn(Caster::name), false};
  }
};

/// Functions as they are; methods of C++ take their object first.
template <typename F> F asFunction(F function) { return function; }
template <typename Result, typename T, typename... Given>
auto asFunction(Result (T::*method)(Given...) const) {
  return [method](const T &object, Given... given) -> Result { return (object.*method)(given...); };
}

/// `rest`: py::arg of each parameter, and the documentation.
template <typename F, typename... Rest>
void define(const py::object &scope, bool isMethod, const char *name, F given,
            const Rest &...rest) {
  auto function = asFunction(given);
  using Calls = Caller<py::detail::function_signature_t<decltype(function)>>;
  Declaration declaration(name, isMethod, Calls::parameters(), Calls::result());
  (declaration.add(rest), ...);
  declaration.finish();
  addFunction(scope, std::move(declaration), Calls::of(std::move(function)));
}

/// What a declaration knows; there is more that only methods have that Python calls itself.
template <typename T>
constexpr bool IsSaidOfUsers =
    requires(Declaration declaration, const T &said) { declaration.add(said); };

/// Python's module, whose functions are as users expect them.
class Module : public py::module_ {
public:
  using py::module_::module_;
  template <typename F, typename... Rest>
  Module &def(const char *name, F &&function, const Rest &...rest) {
    define(*this, false, name, std::forward<F>(function), rest...);
    return *this;
  }
  Module def_submodule(const char *name, const char *doc) {
    return py::reinterpret_borrow<Module>(py::module_::def_submodule(name, doc));
  }
};

/// A class whose methods are; pybind11's own are those that Python calls itself, as __len__.
template <typename T, typename... Options> class Class : public py::class_<T, Options...> {
  using Base = py::class_<T, Options...>;

public:
  using Base::Base;
  template <typename F, typename... Rest>
  Class &def(const char *name, F &&function, const Rest &...rest) {
    constexpr bool isOfPython = (!IsSaidOfUsers<Rest> || ...);
    if constexpr (!isOfPython)
      if (name[0] != '_') {
        define(*this, true, name, std::forward<F>(function), rest...);
        return *this;
      }
    Base::def(name, std::forward<F>(function), rest...);
    return *this;
  }
  template <typename Init> Class &def(Init &&init) {
    Base::def(std::forward<Init>(init));
    return *this;
  }
  template <typename... Rest> Class &def_property_readonly(const Rest &...rest) {
    Base::def_property_readonly(rest...);
    return *this;
  }
};

} // namespace ct::python
