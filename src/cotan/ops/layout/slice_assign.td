#ifndef COTAN_OPS_SLICE_ASSIGN
#define COTAN_OPS_SLICE_ASSIGN

include "cotan/ir/composite/composite.td"

def SliceAssignOp : Composite_Op<"slice_assign", [InfersType]> {
  let summary = "x with a slice replaced.";
  let description = [{
    What `x[starts:limits:strides] = value` makes of x in NumPy. The slice is that of `prim.slice` of
    the same attributes, and value has its shape.

    Composite: a slice of neighbours is `prim.dynamic_update_slice`, which is done in place; of others,
    each element asks whether it is in the slice.

    ```mlir
    %y = composite.slice_assign %x, %value starts [1] limits [6] strides [2] : tensor<8xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, AnyPrimTensor:$value, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$limits, DenseI64ArrayAttr:$strides);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `,` $value `starts` $starts `limits` custom<Limits>($limits) `strides` $strides attr-dict
    `:` type($x) `,` type($value)
  }];
}

#endif
