// What each kind of argument is taken from.
#include "cotan/frontends/python/convert.h"
#include "cotan/frontends/python/functions.h"

#include "cotan/frontends/python/nest_shape.h"
#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

/// A number, or a size that is traced.
std::optional<int64_t> toSize(py::handle object) {
  if (const Tensor *tensor = tensorIn(object); tensor && tensor->isTraced())
    return cotan::trace::sizeFrom(inner(*tensor));
  return toInteger(object);
}

/// Lists in the place of an array, if its numbers are known.
py::object listed(py::handle given) {
  bool isKnown = isArray(given) || (tensorIn(given) && !tensorIn(given)->isTraced());
  return isKnown ? py::object(given.attr("tolist")()) : py::reinterpret_borrow<py::object>(given);
}

/// One number or several; false if there is something else.
bool toNumbers(py::handle object, std::optional<int64_t> (*toNumber)(py::handle),
               std::vector<int64_t> &numbers) {
  numbers.clear();
  if (auto number = toNumber(object)) {
    numbers = {*number};
    return true;
  }
  const py::object given = listed(object);
  if (!py::isinstance<py::sequence>(given) || py::isinstance<py::str>(given) ||
      py::isinstance<py::bytes>(given) || tensorIn(given))
    return false;
  for (const py::object &element : elementsOf(given))
    if (auto number = toNumber(element))
      numbers.push_back(*number);
    else
      return false;
  return true;
}

/// The rows of a tensor.
bool toRows(const Tensor &tensor, std::vector<Tensor> &rows) {
  if (tensor.ndim() == 0)
    return false;
  rows = unlocked([&] { return unstack(tensor); });
  return true;
}

bool isList(py::handle object) {
  return py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object);
}

bool toOne(py::handle object, int64_t &one) {
  auto number = toInteger(object);
  one = number.value_or(0);
  return number.has_value();
}
bool toOne(py::handle object, Tensor &one) { return toTensor(object, one); }

/// One, or a list of one or two.
template <typename T> bool toPair(py::handle object, std::pair<T, T> &pair) {
  if (!isList(object))
    return toOne(object, pair.first) && toOne(object, pair.second);
  auto parts = elementsOf(object);
  return (parts.size() == 1 || parts.size() == 2) && toOne(parts.front(), pair.first) &&
         toOne(parts.back(), pair.second);
}

[[noreturn]] void refusePair(py::handle given) {
  refuse("found " + py::repr(given).cast<std::string>() + ", but expected a pair");
}

/// A pair for each axis, given so, or one pair or number for all of them.
template <typename T> bool toPairs(py::handle object, dynamic::PairsOfAxes<T> &result) {
  py::object given = listed(object);
  result = {{}, true, !isList(given)};
  if (result.isOneNumber)
    return toPair(given, result.pairs.emplace_back());
  auto parts = elementsOf(given);
  bool isNested = !parts.empty() && isList(parts.front());
  if (!isNested && !parts.empty())
    return toPair(given, result.pairs.emplace_back());
  for (const py::object &part : parts)
    if (!toPair(part, result.pairs.emplace_back()))
      refusePair(part);
  result.isForAll = parts.size() == 1;
  return true;
}

} // namespace
} // namespace ct::python

using namespace ct::python;

bool pybind11::detail::type_caster<int64_t>::load(handle object, bool) {
  const auto number = toInteger(object);
  value = number.value_or(0);
  return number.has_value();
}

bool pybind11::detail::type_caster<Operands>::load(handle object, bool) {
  if (isinstance<ct::Tensor>(object) || isArray(object)) {
    ct::Tensor tensor;
    return toTensor(object, tensor) && toRows(tensor, value.tensors);
  }
  if (isinstance<str>(object) || isinstance<bytes>(object) || isinstance<dict>(object) ||
      isinstance<pybind11::type>(object) || !isinstance<iterable>(object))
    return false;
  value.tensors.clear();
  for (const pybind11::object &element : elementsOf(object))
    if (!toTensor(element, value.tensors.emplace_back()))
      return false;
  return true;
}

bool pybind11::detail::type_caster<DTypeOrNone>::load(handle object, bool) {
  make_caster<DTypeLike> caster;
  value.dtype.reset();
  if (object.is_none())
    return true;
  if (!caster.load(object, true))
    return false;
  value.dtype = cast_op<DTypeLike &>(caster).dtype;
  return true;
}

bool pybind11::detail::type_caster<SizeLike>::load(handle object, bool) {
  const auto size = toSize(object);
  value.size = size.value_or(0);
  return size.has_value();
}

bool pybind11::detail::type_caster<AxesLike>::load(handle object, bool) {
  return toNumbers(object, toInteger, value.axes);
}

bool pybind11::detail::type_caster<ShapeLike>::load(handle object, bool) {
  return toNumbers(object, toSize, value.sizes);
}

bool pybind11::detail::type_caster<Rest<ct::Tensor>>::load(handle object, bool) {
  value.all.clear();
  for (const pybind11::object &element : elementsOf(object))
    if (!toTensor(element, value.all.emplace_back()))
      return false;
  return true;
}

bool pybind11::detail::type_caster<Rest<ct::Shape>>::load(handle object, bool) {
  value.all.clear();
  for (const pybind11::object &element : elementsOf(object))
    if (!toNumbers(element, toSize, value.all.emplace_back()))
      return false;
  return true;
}

bool pybind11::detail::type_caster<LikeTensor>::load(handle object, bool) {
  if (toTensor(object, value.tensor))
    return true;
  if (!pybind11::isinstance<TypeOnly>(object))
    return false;
  const cotan::trace::TensorType &type = object.cast<const TypeOnly &>().type;
  if (llvm::any_of(type.sizes, mlir::ShapedType::isDynamic))
    return false;
  const ct::DType dtype = ct::outer(type.dtype);
  const ct::Tensor weak = ct::isFloating(dtype) ? ct::Tensor(0.0) : ct::Tensor(0);
  value.tensor = ct::zeros_like(type.isWeak ? weak : ct::zeros({}, dtype), {},
                                ct::Shape(type.sizes.begin(), type.sizes.end()));
  return true;
}

bool pybind11::detail::type_caster<ArrayLike>::load(handle object, bool) {
  if (!isList(object))
    return toTensor(object, value.tensor);
  value.tensor = arrayOf(object, {}, /*copy=*/true);
  return true;
}

bool pybind11::detail::type_caster<AxesOrNone>::load(handle object, bool) {
  value.axes.clear();
  return object.is_none() || toNumbers(object, toInteger, value.axes);
}

bool pybind11::detail::type_caster<ct::PadFunction>::load(handle object, bool) {
  if (!PyCallable_Check(object.ptr()))
    return false;
  auto function = functionOf(module_::import("cotan._of_functions").attr("padding_by")(object));
  value = [function](const ct::Tensor &padded, int64_t axis, std::pair<int64_t, int64_t> widths) {
    return function({padded, axis, widths.first, widths.second}).front();
  };
  return true;
}

bool pybind11::detail::type_caster<ct::dynamic::PairsOfAxes<int64_t>>::load(handle object, bool) {
  return toPairs(object, value);
}

bool pybind11::detail::type_caster<ct::dynamic::PairsOfAxes<ct::Tensor>>::load(handle object,
                                                                               bool) {
  return toPairs(object, value);
}

bool pybind11::detail::type_caster<ct::dynamic::Ranges>::load(handle object, bool) {
  const pybind11::object given = listed(object);
  if (!isList(given))
    return toTensor(given, value.matrix.emplace());
  const auto parts = elementsOf(given);
  const bool isOnePair = parts.size() == 2 && !llvm::any_of(parts, [](const auto &part) {
                           return part.is_none() || isList(listed(part)) || isArray(part);
                         });
  for (const pybind11::object &part : isOnePair ? std::vector<pybind11::object>{given} : parts) {
    auto &ends = value.pairs.emplace_back();
    if (part.is_none())
      continue;
    const pybind11::object pair = listed(part);
    if (!isList(pair) || elementsOf(pair).size() != 2 || !toPair(pair, ends.emplace()))
      refusePair(part);
  }
  return true;
}

bool pybind11::detail::type_caster<PositionsLike>::load(handle object, bool) {
  if (!PySlice_Check(object.ptr())) {
    if (auto one = toInteger(object))
      value.positions = *one;
    else
      value.positions = arrayOf(object, {}, false);
    return true;
  }
  auto bound = [&](const char *name) -> std::optional<int64_t> {
    pybind11::object given = object.attr(name);
    auto known = given.is_none() ? std::nullopt : toInteger(given);
    if (!given.is_none() && !known)
      refuse("a slice has " + kindOf(given) + " as " + name + ", but expected an integer");
    return known;
  };
  value.positions = ct::Slice{bound("start"), bound("stop"), bound("step")};
  return true;
}
