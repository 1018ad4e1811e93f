// The questions a pass may ask an op. A pass asks; it never looks at the op's name.
#ifndef COTAN_OP_INTERFACES
#define COTAN_OP_INTERFACES

include "mlir/IR/OpBase.td"

def Evaluable : OpInterface<"Evaluable"> {
  let cppNamespace = "::cotan";
  let description = [{
    What the op computes, said as plainly as possible: the reference every other implementation is
    checked against. Throws `EvaluationError` if the operands do not fit.
  }];
  let methods = [InterfaceMethod<
    "The results for these operands.",
    "::cotan::Arrays", "evaluate", (ins "::llvm::ArrayRef<::cotan::Array>":$operands)>];
}

def Decomposable : OpInterface<"Decomposable"> {
  let cppNamespace = "::cotan";
  let description = [{What the op means in terms of simpler ops.}];
  let methods = [InterfaceMethod<
    "Builds the results from the operands. An empty answer declines (the driver says so).",
    "::cotan::Values", "decompose", (ins "::cotan::RuleBuilder &":$b)>];
}

def Differentiable : OpInterface<"Differentiable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The vector-Jacobian product. `cotangents` has one value per result; the answer has one per
    operand, null where nothing flows. Primal values are read through `b(value)` only: that is
    what the reverse pass saves, and the builder refuses anything else.
  }];
  let methods = [InterfaceMethod<
    "Builds the cotangents of the operands.",
    "::cotan::Values", "vjp",
    (ins "::cotan::RuleBuilder &":$b, "::mlir::ValueRange":$cotangents)>];
}

def ForwardDifferentiable : OpInterface<"ForwardDifferentiable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The Jacobian-vector product. `tangents` has one value per operand, null where it is zero; the
    answer has one per result. Ops with the trait Elementwise, Linear or Multilinear need not
    implement it: forward mode derives theirs.
  }];
  let methods = [InterfaceMethod<
    "Builds the tangents of the results.",
    "::cotan::Values", "jvp",
    (ins "::cotan::RuleBuilder &":$b, "::mlir::ValueRange":$tangents)>];
}

/// Result element i depends on element i of each operand, and on nothing else.
def IsElementwise : NativeOpTrait<"Elementwise"> { let cppNamespace = "::cotan"; }
/// All floating-point operands together enter linearly: f(x + dx) = f(x) + f(dx).
def IsLinear : NativeOpTrait<"Linear"> { let cppNamespace = "::cotan"; }
/// Linear in each floating-point operand alone, the others held fixed.
def IsMultilinear : NativeOpTrait<"Multilinear"> { let cppNamespace = "::cotan"; }
/// The derivative is zero wherever it exists (floor, sign), or cut off on purpose (stop_gradient).
def IsZeroDerivative : NativeOpTrait<"ZeroDerivative"> { let cppNamespace = "::cotan"; }

#endif
