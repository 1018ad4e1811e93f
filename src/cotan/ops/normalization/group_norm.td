#ifndef COTAN_OPS_GROUP_NORM
#define COTAN_OPS_GROUP_NORM

include "cotan/ir/composite/composite.td"

/// Of x, of which the first axis counts the batch and `axis` the channels.
class Composite_ChannelNormOp<string mnemonic, dag options, string words>
    : Composite_Op<mnemonic,
                   [HasVjp, AllTypesMatch<["x", "y"]>, HasSizesOfFirst, AttrSizedOperandSegments]> {
  let arguments = !con((ins FloatTensor:$x), options,
      (ins Optional<FloatTensor>:$scale, Optional<FloatTensor>:$bias, I64Attr:$axis,
           DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon));
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x (`scale` $scale^ `:` type($scale))? (`bias` $bias^ `:` type($bias))? " # words # [{
    `axis` $axis (`epsilon` $epsilon^)? attr-dict `:` type($x)
  }];
  let hasVerifier = 1;
}

def GroupNormOp : Composite_ChannelNormOp<"group_norm", (ins I64Attr:$groups), "`groups` $groups"> {
  let summary = "Each group of channels with mean 0 and variance 1, scaled and moved.";
  let description = [{
    `y = (x - mean) / sqrt(variance + epsilon) * scale + bias`. The channels, along `axis`, are cut in
    `groups` of the same size; mean and variance are those of a group and of all other axes but the first,
    of the batch. `scale` (1 if it is not given) and `bias` (0) have one element per channel. f16 and bf16
    are computed in f32. Source: Wu and He, 2018.

    ```mlir
    %y = composite.group_norm %x groups 2 axis 1 : tensor<8x6x4x4xf32>
    %z = composite.group_norm %x scale %s : tensor<6xf32> bias %b : tensor<6xf32> groups 2 axis 1 epsilon 1.0e-3
        : tensor<8x6x4x4xf32>
    ```
  }];
}
def : LayerFunction<GroupNormOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> x = ct.array([[1.0, 3.0, 10.0, 30.0]])
    >>> ct.nn.group_norm(x, 2, ct.ones(4), ct.array([0.0, 0.0, 5.0, 5.0]), epsilon=0.0)
    Tensor([[-1.,  1.,  4.,  6.]], dtype=float32)
    >>> ct.nn.group_norm(x, 2, epsilon=0.0)
    Tensor([[-1.,  1., -1.,  1.]], dtype=float32)
  }];
}

def InstanceNormOp : Composite_ChannelNormOp<"instance_norm", (ins), ""> {
  let summary = "Each channel of each of the batch with mean 0 and variance 1, scaled and moved.";
  let description = [{
    `y = (x - mean) / sqrt(variance + epsilon) * scale + bias`; mean and variance are those along all axes
    but the first, of the batch, and `axis`, of the channels. `scale` (1 if it is not given) and `bias` (0)
    have one element per channel. f16 and bf16 are computed in f32. Source: Ulyanov et al., 2016.

    ```mlir
    %y = composite.instance_norm %x axis 1 : tensor<8x3x4x4xf32>
    ```
  }];
}
def : LayerFunction<InstanceNormOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.instance_norm(ct.array([[[1.0], [3.0]]]), ct.array([2.0]), ct.array([5.0]), epsilon=0.0)
    Tensor([[[3.],
             [7.]]], dtype=float32)
    >>> ct.nn.instance_norm(ct.array([[[1.0], [3.0]]]), epsilon=0.0)
    Tensor([[[-1.],
             [ 1.]]], dtype=float32)
  }];
}

#endif
