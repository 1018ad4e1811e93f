#ifndef COTAN_OPS_LU
#define COTAN_OPS_LU

include "cotan/ir/prim/prim.td"

def PermutationTensor : RankedTensorOf<[I64]>;

def LuOp
    : Prim_Op<"lu", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The triangular factors of square matrices, with partial pivoting.";
  let description = [{
    `p a = l u` for each matrix of the last two axes: row i of p a is row `permutation[i]` of a, l
    is lower triangular with ones on the diagonal, u is upper triangular. The factors share a
    matrix: l below the diagonal, u on and above it. A singular matrix has a zero on the diagonal of
    u; its derivative is not finite.

    ```mlir
    %factors, %permutation = prim.lu %a : tensor<3x3xf32>   // tensor<3x3xf32>, tensor<3xi64>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a);
  let results = (outs FloatOrComplexTensor:$factors, PermutationTensor:$permutation);
  let assemblyFormat = "$a attr-dict `:` type($a)";
}

def LuSolveOp : Prim_Op<"lu_solve",
    [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "Solves systems of equations whose matrices have been factored.";
  let description = [{
    The x with `a x = b` for each matrix of the last two axes, where `factors` and `permutation` are
    those of `prim.lu` of a; the axes before are the same in all. With `transpose`, `a^T x = b`.

    x is a function of a and b: they get cotangents, the factors get none. So derivatives of any
    order need no other factorization than the first. The numbers in a are read by derivatives only.
    A zero on the diagonal of u gives infinities and NaN.

    ```mlir
    %factors, %permutation = prim.lu %a : tensor<3x3xf32>
    %x = prim.lu_solve %a, %factors, %permutation, %b
        : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xi64>, tensor<3x2xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a, FloatOrComplexTensor:$factors,
                       PermutationTensor:$permutation, FloatOrComplexTensor:$b,
                       UnitAttr:$transpose);
  let results = (outs FloatOrComplexTensor:$x);
  let assemblyFormat = [{
    $a `,` $factors `,` $permutation `,` $b attr-dict `:`
    type($a) `,` type($factors) `,` type($permutation) `,` type($b)
  }];
}

#endif
