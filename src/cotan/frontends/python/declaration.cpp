#include "cotan/frontends/python/declaration.h"

namespace ct::python {
namespace {

/// "cotan.Tensor"
std::string nameOf(const std::type_info &type) {
  if (auto *known = py::detail::get_type_info(type)) {
    py::handle object(reinterpret_cast<PyObject *>(known->type));
    return (py::str(object.attr("__module__")) + py::str(".") +
            py::str(object.attr("__qualname__")))
        .cast<std::string>();
  }
  return "object";
}

std::string textOf(const TypeText &type) {
  std::string text;
  size_t next = 0;
  for (char c : type.text)
    if (c == '%')
      text += nameOf(*type.types[next++]);
    else if (c != '{' && c != '}')
      text += c;
  return text;
}

} // namespace

Declaration::Declaration(const char *name, bool isMethod, std::vector<TypeText> types,
                         TypeText result)
    : name(name), result(textOf(result)), isMethod(isMethod) {
  for (const TypeText &type : types) {
    if (type.isRest)
      rest = parameters.size();
    parameters.push_back(
        {"", textOf(type), {}, type.isRest ? Parameter::rest : Parameter::anywhere, {}});
  }
  if (isMethod)
    next().name = "self";
}

Parameter &Declaration::next() {
  if (named == rest) {
    parameters[named++].name = "args";
    areByName = true;
  }
  if (named == parameters.size())
    throw std::logic_error(name + " has fewer parameters than are named");
  Parameter &parameter = parameters[named];
  parameter.name = "arg" + std::to_string(named++);
  if (areByName)
    parameter.place = Parameter::byName;
  return parameter;
}

void Declaration::add(const py::arg &said) {
  if (named == rest) {
    parameters[named++].name = said.name;
    areByName = true;
  } else {
    next().name = said.name;
  }
}

void Declaration::add(const py::arg_v &said) {
  Parameter &parameter = next();
  parameter.name = said.name;
  parameter.otherwise = said.value;
  if (!parameter.otherwise)
    throw std::logic_error(name + ": Python has no object for the default of " + said.name);
}

void Declaration::finish() {
  while (named < parameters.size() && named != rest)
    next();
  if (named == rest) {
    parameters[named++].name = "args";
    areByName = true;
  }
  for (Parameter &parameter : parameters)
    parameter.key =
        py::reinterpret_steal<py::object>(PyUnicode_InternFromString(parameter.name.c_str()));
}

std::string Declaration::text() const {
  std::string all;
  bool isStarred = false;
  for (const Parameter &parameter : parameters) {
    all += all.empty() ? "" : ", ";
    if (parameter.place == Parameter::byName && !isStarred)
      all += "*, ";
    isStarred |= parameter.place != Parameter::anywhere;
    if (parameter.place == Parameter::rest) {
      all += "*" + parameter.name;
      continue;
    }
    all += parameter.name + ": " + parameter.kind;
    if (parameter.otherwise)
      all += " = " + py::repr(parameter.otherwise).cast<std::string>();
  }
  return "(" + all + ") -> " + result;
}

} // namespace ct::python
