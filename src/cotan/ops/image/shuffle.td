#ifndef COTAN_OPS_SHUFFLE
#define COTAN_OPS_SHUFFLE

include "cotan/ir/composite/composite.td"

def PixelShuffleOp : Composite_Op<"pixel_shuffle", [InfersType]> {
  let summary = "Groups of channels become pixels: more along the two axes before the last.";
  let description = [{
    x is `[..., height, width, channels r r]`, y `[..., height r, width r, channels]`, with the
    `upscale_factor` r: `y[..., r h + i, r w + j, c] = x[..., h, w, (c r + i) r + j]`. Channels are in the order
    of `torch.nn.functional.pixel_shuffle`. Source: Shi et al., 2016.

    ```mlir
    %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<8x4x4x12xf32>   // tensor<8x8x8x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$upscale_factor);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `upscale_factor` $upscale_factor attr-dict `:` type($x)";
}
def : LayerFunction<PixelShuffleOp> {
  let example = [{
    >>> ct.nn.pixel_shuffle(ct.array([[[1, 2, 3, 4]]]), 2).tolist()
    [[[1], [2]], [[3], [4]]]
  }];
}

def PixelUnshuffleOp : Composite_Op<"pixel_unshuffle", [InfersType]> {
  let summary = "Squares of pixels become channels: the other way of pixel_shuffle.";
  let description = [{
    x is `[..., height r, width r, channels]`, y `[..., height, width, channels r r]`, with the
    `downscale_factor` r: `y[..., h, w, (c r + i) r + j] = x[..., r h + i, r w + j, c]`.

    ```mlir
    %y = composite.pixel_unshuffle %x downscale_factor 2 : tensor<8x8x8x3xf32>   // tensor<8x4x4x12xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$downscale_factor);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `downscale_factor` $downscale_factor attr-dict `:` type($x)";
}
def : LayerFunction<PixelUnshuffleOp> {
  let example = [{
    >>> ct.nn.pixel_unshuffle(ct.array([[[1], [2]], [[3], [4]]]), 2).tolist()
    [[[1, 2, 3, 4]]]
  }];
}

def ChannelShuffleOp : Composite_Op<"channel_shuffle", [InfersType]> {
  let summary = "Channels, along the last axis, dealt out: one of each group in turn.";
  let description = [{
    The channels are cut in `groups` of the same size; first come the first ones of all groups, then the
    second ones. Source: Zhang et al., 2017.

    ```mlir
    %y = composite.channel_shuffle %x groups 3 : tensor<8x4x4x6xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$groups);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `groups` $groups attr-dict `:` type($x)";
}
def : LayerFunction<ChannelShuffleOp> {
  let example = [{
    >>> ct.nn.channel_shuffle(ct.array([1, 2, 3, 4, 5, 6]), 2)
    Tensor([1, 4, 2, 5, 3, 6], dtype=int64)
  }];
}

#endif
