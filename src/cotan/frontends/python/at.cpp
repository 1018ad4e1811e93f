// `x.at[...]`: copies that differ at an index.
#include "cotan/frontends/python/functions.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

struct At {
  Tensor tensor;
};

/// x.at[key]: what the elements there become.
struct AtPlace {
  Tensor tensor;
  Indices indices;
};

/// The name of a mode, which may be a member of ct.lax.GatherScatterMode.
struct ModeLike {
  std::optional<std::string> name;
};

} // namespace
} // namespace ct::python

template <> struct pybind11::detail::type_caster<ct::python::ModeLike> {
  PYBIND11_TYPE_CASTER(ct::python::ModeLike, const_name("Optional[str]"));
  bool load(handle given, bool) {
    if (given.is_none())
      return true;
    const bool isText = isinstance<str>(given);
    if (!isText && !hasattr(type::of(given), "from_any"))
      return false;
    value.name =
        (isText ? object(str(given)) : str(given.attr("name")).attr("lower")()).cast<std::string>();
    return true;
  }
};

namespace ct::python {
namespace {

/// What is done with indices, so that they may be out of range; `usual` is what is done if nothing
/// is said.
Indices placesOf(const AtPlace &at, const ModeLike &mode, bool wrapNegative, IndexMode usual) {
  auto brought = [&](IndexMode mode) {
    return in_range(at.tensor, at.indices, mode, wrapNegative);
  };
  const std::string name = mode.name.value_or("promise_in_bounds");
  if (name == "promise_in_bounds")
    return wrapNegative ? at.indices : brought(usual);
  if (name == "clip")
    return brought(IndexMode::clip);
  if (name == "wrap")
    return brought(IndexMode::wrap);
  if (name == "drop" || name == "fill" || name == "fill_or_drop" || name == "one_hot")
    return brought(IndexMode::drop);
  throw ValueError(cotan::trace::currentPlace() + "there is no mode '" + name +
                   "'; there are 'promise_in_bounds', 'clip', 'wrap', and 'drop' or 'fill'");
}

bool fills(const ModeLike &mode) {
  const std::string name = mode.name.value_or("");
  return name == "drop" || name == "fill" || name == "fill_or_drop" || name == "one_hot";
}

/// A method that changes elements, with the parameters that all of them have.
template <typename Given, typename F>
void bindChange(Class<AtPlace> &type, const char *name, const char *parameter, F change,
                const char *text) {
  type.def(
      name,
      [change](const AtPlace &at, Given given, bool, bool isUnique, const ModeLike &mode,
               bool wrapNegative) {
        auto changed = change(given);
        return unlocked([&] {
          return changed(at.tensor, placesOf(at, mode, wrapNegative, IndexMode::drop), isUnique);
        });
      },
      py::arg(parameter), py::kw_only(), py::arg("indices_are_sorted") = false,
      py::arg("unique_indices") = false, py::arg("mode") = py::none(),
      py::arg("wrap_negative_indices") = true, text);
}

template <Tensor (*function)(const Tensor &, const Tensor &)>
void bindOperator(Class<AtPlace> &type, const char *name, const char *text) {
  auto change = [](const Operand &value) {
    return [&](const Tensor &x, const Indices &indices, bool isUnique) {
      return change_at(x, indices, value.tensor, function, isUnique);
    };
  };
  bindChange<const Operand &>(type, name, "values", change, text);
}

constexpr const char *productText =
    R"(A copy with products there; values at one place multiply it one after the other.

Keywords are those of `set`.

>>> ct.array([1, 2]).at[1].multiply(5)
Tensor([ 1, 10], dtype=int64))";

void bindOperators(Class<AtPlace> &type) {
  bindOperator<multiply>(type, "multiply", productText);
  bindOperator<multiply>(type, "mul", productText);
  bindOperator<divide>(type, "divide", R"(A copy with quotients there.

Keywords are those of `set`.

>>> ct.array([1.0, 2.0]).at[1].divide(4.0)
Tensor([1. , 0.5], dtype=float32))");
  bindOperator<power>(type, "power", R"(A copy with powers there.

Keywords are those of `set`.

>>> ct.array([2, 3]).at[1].power(2)
Tensor([2, 9], dtype=int64))");
  bindOperator<maximum>(
      type, "max",
      R"(A copy with the larger of both there, of all values at one place the largest.

Keywords are those of `set`.

>>> ct.array([2, 3]).at[:].max(ct.array([1, 7]))
Tensor([2, 7], dtype=int64))");
  bindOperator<minimum>(
      type, "min",
      R"(A copy with the smaller of both there, of all values at one place the smallest.

Keywords are those of `set`.

>>> ct.array([2, 3]).at[:].min(ct.array([1, 7]))
Tensor([1, 3], dtype=int64))");
}

void bindReplacing(Class<AtPlace> &type) {
  auto replace = [](const Operand &value) {
    return [&](const Tensor &x, const Indices &indices, bool) {
      return set_at(x, indices, value.tensor);
    };
  };
  bindChange<const Operand &>(type, "set", "values", replace,
                              R"(A copy with these values there.

`mode` says what indices in tensors that are out of range mean: none, so that their values are
dropped ("drop" or "fill", and usual), the nearest ("clip"), that which is some sizes away ("wrap"),
or that there are none ("promise_in_bounds"). With a mode this is said of numbers, too, which are an
error otherwise. Without `wrap_negative_indices`, negative ones are out of range.
`unique_indices` promises that no two are the same, so that nothing need find out.

>>> ct.array([1, 2, 3]).at[0].set(9)
Tensor([9, 2, 3], dtype=int64)
>>> ct.array([1, 2, 3]).at[7].set(9, mode="clip")
Tensor([1, 2, 9], dtype=int64))");
}

void bindSums(Class<AtPlace> &type) {
  auto add = [](const Operand &value) {
    return [&](const Tensor &x, const Indices &indices, bool) {
      return add_at(x, indices, value.tensor);
    };
  };
  bindChange<const Operand &>(type, "add", "values", add,
                              R"(A copy with the values added there; those at one place add up.

Keywords are those of `set`.

>>> ct.zeros(2).at[ct.array([0, 0])].add(1.0)
Tensor([2., 0.], dtype=float32))");
  auto subtract = [](const Operand &value) {
    return [&](const Tensor &x, const Indices &indices, bool) {
      return add_at(x, indices, -value.tensor);
    };
  };
  bindChange<const Operand &>(type, "subtract", "values", subtract,
                              R"(A copy with the values taken away there.

Keywords are those of `set`.

>>> ct.ones(2).at[0].subtract(1.0)
Tensor([0., 1.], dtype=float32))");
}

void bindApply(Class<AtPlace> &type) {
  auto apply = [](py::object callable) {
    auto checked = py::module_::import("cotan._of_functions").attr("_of_elements")(callable);
    return
        [function = functionOf(checked)](const Tensor &x, const Indices &indices, bool isUnique) {
          auto change = [&](const Tensor &old, const Tensor &) { return function({old})[0]; };
          return change_at(x, indices, astype(0, x.dtype()), change, isUnique);
        };
  };
  bindChange<py::object>(
      type, "apply", "func", apply,
      R"(A copy with `func` of the elements there, which takes and gives a tensor of a shape.

Where several indices are one place it is applied as often, to what it gave before. Keywords are
those of `set`.

>>> ct.array([1.0, 4.0, 9.0]).at[1:].apply(ct.sqrt)
Tensor([1., 2., 3.], dtype=float32))");
}

void bindGet(Class<AtPlace> &type) {
  type.def(
      "get",
      [](const AtPlace &at, bool, bool, const ModeLike &mode, const std::optional<Operand> &fill,
         bool wrapNegative) {
        return unlocked([&] {
          Indices indices = placesOf(at, mode, wrapNegative, IndexMode::clip);
          if (!fills(mode))
            return index(at.tensor, indices);
          return index_or(at.tensor, indices, fill ? std::optional(fill->tensor) : std::nullopt);
        });
      },
      py::kw_only(), py::arg("indices_are_sorted") = false, py::arg("unique_indices") = false,
      py::arg("mode") = py::none(), py::arg("fill_value") = py::none(),
      py::arg("wrap_negative_indices") = true,
      R"(The elements themselves: x[key].

Indices in tensors that are out of range read the nearest element; with the mode "wrap" that which
is some sizes away, with "fill" or "drop" `fill_value`, which is NaN, or the least integer, the
largest unsigned one, or True. With a mode this is said of numbers, too, which are an error
otherwise. Other keywords are those of `set`.

>>> ct.array([1, 2, 3]).at[0].get()
Tensor(1, dtype=int64)
>>> ct.array([1, 2, 3]).at[ct.array([2, 5])].get(mode="fill", fill_value=0)
Tensor([3, 0], dtype=int64))");
}

} // namespace

void bindAt(Class<Tensor> &type) {
  Class<AtPlace> place(type, "_AtPlace",
                       R"(Elements of a tensor, x.at[key], to make a copy in which they are changed.

>>> ct.zeros(3).at[1:].set(2.0)
Tensor([0., 2., 2.], dtype=float32))");
  bindGet(place);
  bindReplacing(place);
  bindSums(place);
  bindOperators(place);
  bindApply(place);
  Class<At>(type, "_At", R"(What x.at is; it wants a key.

>>> ct.zeros(2).at[0].set(1.0)
Tensor([1., 0.], dtype=float32))")
      .def("__getitem__",
           [](const At &at, py::object key) { return AtPlace{at.tensor, toIndices(key)}; });
  type.def_property_readonly(
      "at", [](const Tensor &x) { return At{x}; },
      R"(x.at[key].set(y), .add(y), ...: a copy of x that differs there.

>>> ct.zeros((2, 2)).at[0, 1].set(7.0).tolist()
[[0.0, 7.0], [0.0, 0.0]])");
}

} // namespace ct::python
