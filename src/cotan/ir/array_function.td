// The row of an array function that is one operator. It stands with the operator, in the same .td
// file; the C++ function and Python's are made of both. Functions that do more have rows of their
// own (cotan/functions/function.td).
//
// Parameters are the operator's operands and attributes, in its order. Operands of the kind of the
// first one are promoted together; elementwise operators and those that broadcast bring them to
// one shape. `axis` and `axes` may count from the end. What else does not fit, the operator says.
#ifndef COTAN_ARRAY_FUNCTION
#define COTAN_ARRAY_FUNCTION

include "mlir/IR/OpBase.td"

def with; // the operator of defaults: (with "-1":$axis)

class ArrayFunction<Op op_, string name_ = op_.opName> {
  Op op = op_;
  string name = name_;  // as in jax.numpy
  string module = "";   // of ct: "nn"
  string example = ?;   // as Python's interpreter shows it; computed by NumPy or SciPy

  /// Other names in Python, in the same module.
  list<string> aliases = [];

  /// Expressions of C++, for parameters that may be left out; those of attributes that have a
  /// default, and of operands that are optional, may be without it.
  dag defaults = (with);

  /// The types it computes with (Accepts in cotan/tensor/inside.h), where the operator's own type
  /// does not say it.
  string accepts = "";

  /// What is computed of truth values instead, in C++: their arithmetic is logic, as in NumPy.
  string onTruthValues = "";
  /// The same of complex numbers, for operators of real ones.
  string onComplexNumbers = "";
}

#endif
