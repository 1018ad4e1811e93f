#ifndef COTAN_OPS_EMPTY
#define COTAN_OPS_EMPTY

include "cotan/ir/composite/composite.td"

def EmptyOp : Composite_Op<"empty", [HasSizes]> {
  let summary = "A tensor that something will be written into.";
  let description = [{
    What is in it is nobody's business; it is zeros, so that programs give the same results each time.
    `shape` is needed where the result's sizes are not static.

    Composite: it is `prim.fill`.

    ```mlir
    %x = composite.empty -> tensor<2x3xf32>
    %y = composite.empty to %s : tensor<1xi64> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Optional<ShapeTensor>:$shape);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "(`to` $shape^ `:` type($shape))? attr-dict `->` type($y)";
  let hasVerifier = 1;
}

def AssignOp : Composite_Op<"assign", [IsElementwise, SameOperandsAndResultType]> {
  let summary = "The value of x, under another name.";
  let description = [{
    Tensors are values, so there is nothing to copy.

    Composite: it is x itself.

    ```mlir
    %y = composite.assign %x : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
