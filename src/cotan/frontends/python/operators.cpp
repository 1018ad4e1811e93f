// The operators of Tensor. They stand in the slots of its type, where Python finds them without a
// search for an attribute and the choice of an overload.
#include "cotan/frontends/python/convert.h"

namespace ct::python {
namespace {

/// One side of an operator: a tensor as it is, or what was made of a number or an array.
class Side {
public:
  explicit Side(py::handle object) : tensor(tensorIn(object)) {
    if (!tensor && toTensor(object, made))
      tensor = &made;
  }
  explicit operator bool() const { return tensor; }
  const Tensor &operator*() const { return *tensor; }

private:
  Tensor made;
  const Tensor *tensor;
};

/// Whether the class of `other`, one of the user's, may know what to do with a tensor.
bool mayTake(py::handle other, const char *reflected) {
  return (Py_TYPE(other.ptr())->tp_flags & Py_TPFLAGS_HEAPTYPE) &&
         py::hasattr(py::type::of(other), reflected);
}

[[noreturn]] void refuseOperand(const char *sign, py::handle other) {
  py::object found = py::module_::import("cotan._signatures").attr("found")(other);
  refuse("'" + std::string(sign) +
         "' needs a tensor, a number or a NumPy array on both sides, but found " +
         found.cast<std::string>() + "; convert it to a number first");
}

py::object notImplemented() { return py::reinterpret_borrow<py::object>(Py_NotImplemented); }

using Binary = Tensor (*)(const Tensor &, const Tensor &);
using Unary = Tensor (*)(const Tensor &);

/// At least one side is a tensor. `reflected` is what the class of the right one may have.
template <Binary function>
py::object apply(py::handle left, py::handle right, const char *sign, const char *reflected) {
  const Side x(left), y(right);
  if (x && y)
    return py::cast(unlocked([&] { return function(*x, *y); }));
  if (x && mayTake(right, reflected))
    return notImplemented();
  refuseOperand(sign, x ? right : left);
}

template <Binary function, Text sign, Text reflected>
PyObject *arithmetic(PyObject *left, PyObject *right) {
  return orRaise([&] { return apply<function>(left, right, sign.letters, reflected.letters); });
}

PyObject *powers(PyObject *left, PyObject *right, PyObject *modulus) {
  return orRaise([&] {
    if (modulus != Py_None)
      refuse("pow() of a tensor takes no third argument; take the remainder of its result");
    return apply<power>(left, right, "**", "__rpow__");
  });
}

/// Equal or not: what is no tensor is another thing, but for a list, which is meant as one.
template <Binary function> py::object isSame(py::handle left, py::handle right, const char *sign) {
  const Side x(left), y(right);
  if (y)
    return py::cast(unlocked([&] { return function(*x, *y); }));
  if (py::isinstance<py::list>(right) || py::isinstance<py::tuple>(right))
    refuseOperand(sign, right);
  return notImplemented();
}

PyObject *compare(PyObject *left, PyObject *right, int how) {
  return orRaise([&] {
    switch (how) {
    case Py_LT: return apply<less>(left, right, "<", "__gt__");
    case Py_LE: return apply<less_equal>(left, right, "<=", "__ge__");
    case Py_GT: return apply<greater>(left, right, ">", "__lt__");
    case Py_GE: return apply<greater_equal>(left, right, ">=", "__le__");
    case Py_EQ: return isSame<equal>(left, right, "==");
    default: return isSame<not_equal>(left, right, "!=");
    }
  });
}

template <Unary function> PyObject *ofOne(PyObject *object) {
  return orRaise([&] {
    const Side x(object);
    return py::cast(unlocked([&] { return function(*x); }));
  });
}

Tensor itself(const Tensor &x) { return x; }

} // namespace

void setOperators(PyHeapTypeObject *type) {
  type->ht_type.tp_richcompare = compare;
  PyNumberMethods &slots = type->as_number;
  slots.nb_add = arithmetic<add, "+", "__radd__">;
  slots.nb_subtract = arithmetic<subtract, "-", "__rsub__">;
  slots.nb_multiply = arithmetic<multiply, "*", "__rmul__">;
  slots.nb_true_divide = arithmetic<divide, "/", "__rtruediv__">;
  slots.nb_floor_divide = arithmetic<floor_divide, "//", "__rfloordiv__">;
  slots.nb_remainder = arithmetic<remainder, "%", "__rmod__">;
  slots.nb_power = powers;
  slots.nb_matrix_multiply = arithmetic<matmul, "@", "__rmatmul__">;
  slots.nb_and = arithmetic<bitwise_and, "&", "__rand__">;
  slots.nb_or = arithmetic<bitwise_or, "|", "__ror__">;
  slots.nb_xor = arithmetic<bitwise_xor, "^", "__rxor__">;
  slots.nb_lshift = arithmetic<left_shift, "<<", "__rlshift__">;
  slots.nb_rshift = arithmetic<right_shift, ">>", "__rrshift__">;
  slots.nb_negative = ofOne<negative>;
  slots.nb_positive = ofOne<itself>;
  slots.nb_absolute = ofOne<ct::abs>;
  slots.nb_invert = ofOne<bitwise_not>;
}

} // namespace ct::python
