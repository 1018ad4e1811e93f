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
    Composite: it is a slice of `prim.as_real`, which costs nothing, and has its derivative and code.

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
    Composite: it is a slice of `prim.as_real`, which costs nothing, and has its derivative and code.

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
    Composite: it is `prim.as_complex` of parts that are joined. Compiled code keeps the parts as they are.

    ```mlir
    %z = composite.complex %x, %y : tensor<3xf32>   // tensor<3xcomplex<f32>>
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32, F64]>:$x, RankedTensorOf<[F32, F64]>:$y);
  let results = (outs ComplexTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def AngleOp : Composite_Op<"angle", [IsElementwise, IsOfWholeComplex, InferTypeOpAdaptor]> {
  let summary = "The angles of complex numbers in the plane, in radians from -pi to pi, elementwise.";
  let description = [{
    Composite: it is `prim.atan2` of the parts, and has its derivative and code.

    ```mlir
    %a = composite.angle %z : tensor<3xcomplex<f32>>   // tensor<3xf32>
    ```
  }];
  let arguments = (ins ComplexTensor:$z);
  let results = (outs FloatTensor:$a);
  let assemblyFormat = "$z attr-dict `:` type($z)";
}

def ConjOp : Composite_Op<"conj",
    [IsElementwise, IsLinear, IsOfWholeComplex, HasVjp, SameOperandsAndResultType]> {
  let summary = "Complex conjugates, elementwise.";
  let description = [{
    The imaginary part changes its sign.

    Composite: it is `composite.complex` of the parts. Compiled code negates one of them.

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
