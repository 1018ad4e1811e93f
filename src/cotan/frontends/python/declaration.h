// What users see of a function, and how it is called.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ct::python {

namespace py = pybind11;

/// How pybind11 calls the type of a parameter or result: each % in the text is one of the types.
struct TypeText {
  std::string text;
  std::vector<const std::type_info *> types;
  bool isRest; // takes all further arguments
};

template <size_t N, typename... Types>
std::vector<const std::type_info *> typesIn(const py::detail::descr<N, Types...> &) {
  return {&typeid(Types)...};
}

struct Parameter {
  enum Place { anywhere, byName, rest };
  std::string name, kind;
  py::object otherwise; // if it is left out; none: it must be given
  Place place = anywhere;
  py::object key; // the name as Python has it, one object for all
};

/// Takes the arguments, one for each parameter, and gives the result.
using Call = std::function<py::object(PyObject *const *)>;

class Declaration {
public:
  Declaration(const char *name, bool isMethod, std::vector<TypeText> parameters, TypeText result);

  /// What is said of the parameters in their order, and the documentation.
  void add(const py::arg &named);
  void add(const py::arg_v &named);
  void add(const py::kw_only &) { areByName = true; }
  void add(const char *text) { doc = text; }
  void finish();

  /// "(x: TensorLike, axis: int = -1) -> Tensor"
  std::string text() const;

  std::string name, doc, result;
  bool isMethod;
  std::vector<Parameter> parameters;
  std::optional<size_t> rest; // the place of the parameter that takes all further arguments

private:
  Parameter &next();

  size_t named = 0; // how many parameters are done
  bool areByName = false;
};

/// Whether an error is Python's own TypeError, not ct.TypeError.
bool isTypeErrorOfPython(const py::error_already_set &error);

/// Adds it to a module or a class.
void addFunction(const py::object &scope, Declaration declaration, Call call);

} // namespace ct::python
