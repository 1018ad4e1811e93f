#ifndef COTAN_OPS_CLOSENESS
#define COTAN_OPS_CLOSENESS

include "cotan/ir/composite/composite.td"

def IscloseOp : Composite_Op<"isclose", [IsElementwise, SameTypeOperands, InferTypeOpAdaptor]> {
  let summary = "Whether x is close to y, elementwise.";
  let description = [{
    `|x - y| <= atol + rtol * |y|`, as `numpy.isclose`: infinities are close to themselves alone, NaN to
    nothing, or with `equal_nan` to NaN. It depends on the order of x and y. Tolerances of complex
    numbers are real parts.

    Composite: it is a handful of comparisons, which compiled code makes in one loop.

    ```mlir
    %z = composite.isclose %x, %y, %rtol, %atol {equal_nan} : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x, FloatOrComplexTensor:$y, FloatOrComplexTensor:$rtol,
                       FloatOrComplexTensor:$atol,
                       UnitAttr:$equal_nan);
  let results = (outs BoolTensor:$z);
  let assemblyFormat = "$x `,` $y `,` $rtol `,` $atol attr-dict `:` type($x)";
}

def AllcloseOp : Composite_Op<"allclose", [SameTypeOperands, InfersType]> {
  let summary = "Whether all of x is close to y.";
  let description = [{
    Whether `composite.isclose` holds of all elements; of none, it does.

    Composite: it is a reduction of that one, in the same loop.

    ```mlir
    %z = composite.allclose %x, %y, %rtol, %atol : tensor<4xf32>   // tensor<i1>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x, FloatOrComplexTensor:$y, FloatOrComplexTensor:$rtol,
                       FloatOrComplexTensor:$atol,
                       UnitAttr:$equal_nan);
  let results = (outs BoolTensor:$z);
  let assemblyFormat = "$x `,` $y `,` $rtol `,` $atol attr-dict `:` type($x)";
}

#endif
