#ifndef COTAN_OPS_CHECKPOINT_NAME
#define COTAN_OPS_CHECKPOINT_NAME

include "cotan/ir/composite/composite.td"

def CheckpointNameOp : Composite_Op<"checkpoint_name",
    [IsElementwise, IsLinear, IsOfWholeComplex, HasVjp, AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "The same value under a name that policies of checkpoints know.";
  let description = [{
    As `jax.ad_checkpoint.checkpoint_name`. With the attribute `flow.kept` a checkpoint around it keeps
    the value for its derivative, rather than compute it again.

    Composite: it is x.

    ```mlir
    %y = composite.checkpoint_name %x name "activations" : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, StrAttr:$name);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `name` $name attr-dict `:` type($x)";
}

#endif
