#ifndef COTAN_OPS_SQRTM
#define COTAN_OPS_SQRTM

include "cotan/ir/prim/prim.td"

def SqrtmOp
    : Prim_Op<"sqrtm", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The principal square roots of complex square matrices.";
  let description = [{
    The y with `y y = x` whose eigenvalues are the principal square roots of those of x, for each
    matrix of the last two axes. A singular matrix may have none: then there are infinities and NaN.
    A matrix with NaN or infinities gives NaN.

    The derivative is exact where eigenvalues coincide; that of a singular matrix is NaN.

    ```mlir
    %y = prim.sqrtm %x : tensor<8x3x3xcomplex<f32>>
    ```
  }];
  let arguments = (ins ComplexTensor:$x);
  let results = (outs ComplexTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def SylvesterOp : Prim_Op<"sylvester",
    [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "Solves Sylvester's equations.";
  let description = [{
    The x with `a x + x b = c` for the matrices of the last two axes, of which a and b are square; the
    axes before are the same in all. Where an eigenvalue of a is one of b with the other sign, or
    nearly, there is no unique x, and the result is NaN. So it is of a matrix with NaN or infinities.

    ```mlir
    %x = prim.sylvester %a, %b, %c : tensor<3x3xf64>, tensor<2x2xf64>, tensor<3x2xf64>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a, FloatOrComplexTensor:$b, FloatOrComplexTensor:$c);
  let results = (outs FloatOrComplexTensor:$x);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `,` type($c)";
}

#endif
