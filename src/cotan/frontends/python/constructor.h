// Constructors that survive where memory ends.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

namespace ct::python {

/// As `type.def(pybind11::init(make), ...)`. But that registers the object where nothing catches
/// what is thrown, and the process ends if there is no memory for it.
template <typename T, typename... Args, typename... Extra>
void bindConstructor(pybind11::class_<T> &type, T (*make)(Args...), const Extra &...extra) {
  namespace detail = pybind11::detail;
  type.def(
      "__init__",
      [make](detail::value_and_holder &self, Args... args) {
        self.value_ptr() = new T(make(std::forward<Args>(args)...));
        self.type->init_instance(self.inst, nullptr);
      },
      detail::is_new_style_constructor(), extra...);
}

} // namespace ct::python
