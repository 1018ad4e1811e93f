// Binds reductions: each kind of them has NumPy's options of its own.
#pragma once

#include "cotan/frontends/python/bind_function.h"

namespace ct::python {

using ReductionFunction = Tensor (*)(const Tensor &, const Axes &, const Reduction &);

inline Tensor reduced(ReductionFunction function, const Operand &a,
                      const std::optional<AxesLike> &axis, const Reduction &options) {
  return unlocked([&] { return function(a.tensor, Taken<const Axes &>::of(axis), options); });
}

inline std::optional<Tensor> tensorIn(const std::optional<Operand> &given) {
  return Taken<const std::optional<Tensor> &>::of(given);
}
/// sum, prod
inline void bindSum(Module &m, const char *name, ReductionFunction function, const char *doc) {
  auto call = [function](const Operand &a, const std::optional<AxesLike> &axis,
                         const std::optional<DTypeLike> &dtype, bool keepdims,
                         const std::optional<Operand> &initial,
                         const std::optional<Operand> &where) {
    return reduced(
        function, a, axis,
        {keepdims, tensorIn(where), tensorIn(initial), Taken<std::optional<DType>>::of(dtype)});
  };
  m.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::arg("dtype") = py::none(),
        py::kw_only(), py::arg("keepdims") = false, py::arg("initial") = py::none(),
        py::arg("where") = py::none(), doc);
}

/// max, min
inline void bindExtremum(Module &m, const char *name, ReductionFunction function, const char *doc) {
  auto call = [function](const Operand &a, const std::optional<AxesLike> &axis, bool keepdims,
                         const std::optional<Operand> &initial,
                         const std::optional<Operand> &where) {
    return reduced(function, a, axis, {keepdims, tensorIn(where), tensorIn(initial)});
  };
  m.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::kw_only(),
        py::arg("keepdims") = false, py::arg("initial") = py::none(), py::arg("where") = py::none(),
        doc);
}

/// any, all
inline void bindTruth(Module &m, const char *name, ReductionFunction function, const char *doc) {
  auto call = [function](const Operand &a, const std::optional<AxesLike> &axis, bool keepdims,
                         const std::optional<Operand> &where) {
    return reduced(function, a, axis, {keepdims, tensorIn(where)});
  };
  m.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::kw_only(),
        py::arg("keepdims") = false, py::arg("where") = py::none(), doc);
}

/// mean
inline void bindMean(Module &m, const char *name, ReductionFunction function, const char *doc) {
  auto call = [function](const Operand &a, const std::optional<AxesLike> &axis,
                         const std::optional<DTypeLike> &dtype, bool keepdims,
                         const std::optional<Operand> &where) {
    return reduced(function, a, axis,
                   {keepdims, tensorIn(where), {}, Taken<std::optional<DType>>::of(dtype)});
  };
  m.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::arg("dtype") = py::none(),
        py::kw_only(), py::arg("keepdims") = false, py::arg("where") = py::none(), doc);
}

/// var, std
inline void bindMoment(Module &m, const char *name, ReductionFunction function, const char *doc) {
  auto call = [function](const Operand &a, const std::optional<AxesLike> &axis,
                         const std::optional<DTypeLike> &dtype, int64_t ddof, bool keepdims,
                         const std::optional<Operand> &where) {
    return reduced(function, a, axis,
                   {keepdims, tensorIn(where), {}, Taken<std::optional<DType>>::of(dtype), ddof});
  };
  m.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::arg("dtype") = py::none(),
        py::kw_only(), py::arg("ddof") = 0, py::arg("keepdims") = false,
        py::arg("where") = py::none(), doc);
}

} // namespace ct::python
