#ifndef COTAN_OPS_SPECTRUM
#define COTAN_OPS_SPECTRUM

include "cotan/ir/composite/composite.td"

/// Values of matrices of which the vectors are not asked for.
class Composite_SpectrumOp<string mnemonic, Type operand, Type result>
    : Composite_Op<mnemonic, [IsOfWholeComplex, HasBatch, InfersType, IsRuntimeCall]> {
  let arguments = (ins operand:$x);
  let results = (outs result:$w);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def EigvalsOp : Composite_SpectrumOp<"eigvals", ComplexTensor, ComplexTensor> {
  let summary = "The eigenvalues of square matrices.";
  let description = [{
    Those of `prim.eig`, which it is where a derivative flows through it. Machine code finds no vectors:
    that takes half of the time or less.

    ```mlir
    %w = composite.eigvals %x : tensor<8x3x3xcomplex<f32>>   // tensor<8x3xcomplex<f32>>
    ```
  }];
}

def EigvalshOp : Composite_SpectrumOp<"eigvalsh", FloatOrComplexTensor, FloatTensor> {
  let summary = "The eigenvalues of symmetric or Hermitian matrices.";
  let description = [{
    Those of `prim.eigh`, which it is where a derivative flows through it. Machine code finds no vectors.

    ```mlir
    %w = composite.eigvalsh %x : tensor<8x3x3xf32>   // tensor<8x3xf32>
    ```
  }];
}

def SvdvalsOp : Composite_SpectrumOp<"svdvals", FloatOrComplexTensor, FloatTensor> {
  let summary = "The singular values of matrices with at least as many rows as columns.";
  let description = [{
    Those of `prim.svd`, which it is where a derivative flows through it. Machine code finds no vectors.

    ```mlir
    %s = composite.svdvals %x : tensor<4x3xf32>   // tensor<3xf32>
    ```
  }];
}

#endif
