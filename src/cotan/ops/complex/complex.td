#ifndef COTAN_OPS_COMPLEX
#define COTAN_OPS_COMPLEX

include "cotan/ir/composite/composite.td"

def AsRealOp : Prim_Op<"as_real",
    [IsLinear, IsOfWholeComplex, HasVjp, HasBatch, InfersType, IsView]> {
  let summary = "Complex numbers as pairs of real ones.";
  let description = [{
    The result has a last axis of size 2: the real and the imaginary part, as in
    `torch.view_as_real`. No element is moved.

    ```mlir
    %y = prim.as_real %z : tensor<3xcomplex<f32>>   // tensor<3x2xf32>
    ```
  }];
  let arguments = (ins ComplexTensor:$z);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$z attr-dict `:` type($z)";
  let hasFolder = 1;
}

def AsComplexOp : Prim_Op<"as_complex",
    [IsLinear, IsOfWholeComplex, HasVjp, HasBatch, InfersType, IsView]> {
  let summary = "Pairs of real numbers as complex ones.";
  let description = [{
    The last axis of x has size 2: the real and the imaginary part, as in `torch.view_as_complex`.
    No element is moved.

    ```mlir
    %z = prim.as_complex %x : tensor<3x2xf32>   // tensor<3xcomplex<f32>>
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32, F64]>:$x);
  let results = (outs ComplexTensor:$z);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasFolder = 1;
}

/// An op that is linear in the parts of complex numbers, and makes or reads them.
class Composite_PartsOp<string mnemonic>
    : Composite_Op<mnemonic, [IsElementwise, IsLinear, IsOfWholeComplex, HasVjp, InferTypeOpAdaptor]>;

def RealOp : Composite_PartsOp<"real"> {
  let summary = "The real parts of complex numbers, elementwise.";
  let description = [{
    ```mlir
    %x = composite.real %z : tensor<3xcomplex<f32>>   // tensor<3xf32>
    ```
  }];
  let arguments = (ins ComplexTensor:$z);
  let results = (outs FloatTensor:$x);
  let assemblyFormat = "$z attr-dict `:` type($z)";
  let hasFolder = 1;
}

def ImagOp : Composite_PartsOp<"imag"> {
  let summary = "The imaginary parts of complex numbers, elementwise.";
  let description = [{
    ```mlir
    %y = composite.imag %z : tensor<3xcomplex<f32>>   // tensor<3xf32>
    ```
  }];
  let arguments = (ins ComplexTensor:$z);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$z attr-dict `:` type($z)";
  let hasFolder = 1;
}

def ComplexOp : Composite_Op<"complex",
    [IsElementwise, IsLinear, IsOfWholeComplex, HasVjp, InferTypeOpAdaptor, SameTypeOperands]> {
  let summary = "Complex numbers of their real and imaginary parts, elementwise.";
  let description = [{
    ```mlir
    %z = composite.complex %x, %y : tensor<3xf32>   // tensor<3xcomplex<f32>>
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32, F64]>:$x, RankedTensorOf<[F32, F64]>:$y);
  let results = (outs ComplexTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def ConjOp : Composite_Op<"conj",
    [IsElementwise, IsLinear, IsOfWholeComplex, HasVjp, SameOperandsAndResultType]> {
  let summary = "Complex conjugates, elementwise.";
  let description = [{
    The imaginary part changes its sign.

    ```mlir
    %w = composite.conj %z : tensor<3xcomplex<f32>>
    ```
  }];
  let arguments = (ins ComplexTensor:$z);
  let results = (outs ComplexTensor:$w);
  let assemblyFormat = "$z attr-dict `:` type($z)";
  let hasFolder = 1;
}

#endif
