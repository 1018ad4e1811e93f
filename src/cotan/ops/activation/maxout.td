#ifndef COTAN_OPS_MAXOUT
#define COTAN_OPS_MAXOUT

include "cotan/ir/composite/composite.td"

def MaxoutOp : Composite_Op<"maxout", [InfersType, HasBatch]> {
  let summary = "The largest of each group of elements side by side along an axis.";
  let description = [{
    The size of `axis` must be a multiple of `groups`, the size of each group; the result has one
    element for each group. Those equally large share the cotangent. Source: Goodfellow et al., 2013.

    ```mlir
    %y = composite.maxout %x groups 2 axis 1 : tensor<3x6xf32>   // tensor<3x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$groups, I64Attr:$axis);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `groups` $groups `axis` $axis attr-dict `:` type($x)";
}
def : LayerFunction<MaxoutOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.maxout(ct.array([1.0, 3.0, 2.0, 0.0]), 2)
    Tensor([3., 2.], dtype=float32)
  }];
}

#endif
