// The row of an array function that is one elementwise operator. It stands with the operator, in
// the same .td file; the C++ function and Python's are made of both. Functions that do more have
// rows of their own (cotan/functions/function.td).
#ifndef COTAN_ARRAY_FUNCTION
#define COTAN_ARRAY_FUNCTION

include "mlir/IR/OpBase.td"

class ArrayFunction<Op op_, string name_ = op_.opName> {
  Op op = op_;
  string name = name_;  // as in jax.numpy
  string module = "";   // of ct: "nn"
  string example = ?;   // as Python's interpreter shows it; computed by NumPy or SciPy

  /// The types it computes with (Accepts in cotan/tensor/inside.h), where the operator's own type
  /// does not say it.
  string accepts = "";

  /// What is computed of truth values instead, in C++: their arithmetic is logic, as in NumPy.
  string onTruthValues = "";
}

#endif
