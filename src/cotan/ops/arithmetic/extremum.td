#ifndef COTAN_OPS_EXTREMUM
#define COTAN_OPS_EXTREMUM

include "cotan/ir/prim/prim.td"

def MaximumOp : Prim_BinaryOp<"maximum", [Commutative, IsCheap, HasVjp, SplitsParts], AnyNumberTensor> {
  let summary = "The larger of two numbers, elementwise.";
  let description = [{
    NaN where an operand is NaN, as in `numpy.maximum`; 0 is larger than -0. Where the operands are
    equal, each gets half of the cotangent, as in JAX. Complex numbers are compared by their real parts,
    then by the imaginary ones; where one has NaN, it is the result, of two such x.

    ```mlir
    %z = prim.maximum %x, %y : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<MaximumOp> {
  let onTruthValues = "bitwise_or(x, y)";
  let example = [{
    >>> ct.maximum(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([2.5, 4. , 2.5], dtype=float32)
  }];
}

def MinimumOp : Prim_BinaryOp<"minimum", [Commutative, IsCheap, HasVjp, SplitsParts], AnyNumberTensor> {
  let summary = "The smaller of two numbers, elementwise.";
  let description = [{
    NaN where an operand is NaN, as in `numpy.minimum`; -0 is smaller than 0. Where the operands are
    equal, each gets half of the cotangent, as in JAX. Complex numbers are compared by their real parts,
    then by the imaginary ones; where one has NaN, it is the result, of two such x.

    ```mlir
    %z = prim.minimum %x, %y : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<MinimumOp> {
  let onTruthValues = "bitwise_and(x, y)";
  let example = [{
    >>> ct.minimum(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ 1.5,  4. , -0.5], dtype=float32)
  }];
}

#endif
