#ifndef COTAN_OPS_DROPOUT
#define COTAN_OPS_DROPOUT

include "cotan/ir/composite/composite.td"

/// Linear in x, with a key that makes the same choice again.
class Composite_DropoutOp<string mnemonic, list<Trait> traits = [IsLinear]>
    : Composite_Op<mnemonic,
                   !listconcat([HasVjp, AllTypesMatch<["x", "y"]>, HasSizesOfFirst], traits)> {
  let arguments = (ins FloatTensor:$x, KeyTensor:$key, F64Attr:$rate);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `,` $key `rate` $rate attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def DropoutOp : Composite_DropoutOp<"dropout"> {
  let summary = "Elements replaced by 0 at random, the others scaled up.";
  let description = [{
    Each element is dropped with probability `rate` (from 0 to 1); the others are divided by
    `1 - rate`, so that the mean stays. Element i is kept where number i of `prim.random_uniform` in
    f32, under `key`, is less than `1 - rate`: the same key drops the same elements, and the
    derivative needs only the key. Use every key once.

    ```mlir
    %y = composite.dropout %x, %key rate 0.1 : tensor<8x3xf32>
    ```
  }];
}
def : LayerFunction<DropoutOp> {
  let example = [{
    >>> sorted(set(ct.nn.dropout(ct.ones(1000), ct.random.key(0), 0.5).tolist()))
    [0.0, 2.0]
  }];
}

def Dropout1dOp : Composite_DropoutOp<"dropout1d"> {
  let summary = "Whole channels replaced by 0 at random, the others scaled up.";
  let description = [{
    As dropout, but all elements along the last axis are kept or dropped together. Source: Tompson et al., 2015.

    ```mlir
    %y = composite.dropout1d %x, %key rate 0.1 : tensor<8x3x5xf32>
    ```
  }];
}
def : LayerFunction<Dropout1dOp> {
  let example = [{
    >>> y = ct.nn.dropout1d(ct.ones((100, 2)), ct.random.key(0), 0.5)
    >>> bool((y.reshape(100, -1).max(1) == y.reshape(100, -1).min(1)).all())
    True
  }];
}

def Dropout2dOp : Composite_DropoutOp<"dropout2d"> {
  let summary = "Whole channels replaced by 0 at random, the others scaled up.";
  let description = [{
    As dropout, but all elements along the last two axes are kept or dropped together. Source: Tompson et al., 2015.

    ```mlir
    %y = composite.dropout2d %x, %key rate 0.1 : tensor<8x3x5x5xf32>
    ```
  }];
}
def : LayerFunction<Dropout2dOp> {
  let example = [{
    >>> y = ct.nn.dropout2d(ct.ones((100, 2, 2)), ct.random.key(0), 0.5)
    >>> bool((y.reshape(100, -1).max(1) == y.reshape(100, -1).min(1)).all())
    True
  }];
}

def Dropout3dOp : Composite_DropoutOp<"dropout3d"> {
  let summary = "Whole channels replaced by 0 at random, the others scaled up.";
  let description = [{
    As dropout, but all elements along the last three axes are kept or dropped together. Source: Tompson et al., 2015.

    ```mlir
    %y = composite.dropout3d %x, %key rate 0.1 : tensor<8x3x5x5x5xf32>
    ```
  }];
}
def : LayerFunction<Dropout3dOp> {
  let example = [{
    >>> y = ct.nn.dropout3d(ct.ones((100, 2, 2, 2)), ct.random.key(0), 0.5)
    >>> bool((y.reshape(100, -1).max(1) == y.reshape(100, -1).min(1)).all())
    True
  }];
}

def AlphaDropoutOp : Composite_DropoutOp<"alpha_dropout", []> {
  let summary = "Elements replaced at random by what selu gives at most, mean and variance kept.";
  let description = [{
    Each element is replaced by -1.7581..., the limit of selu, with probability `rate`; then all are scaled
    and moved so that mean 0 and variance 1 stay. All are 0 where `rate` is 1. The key chooses as that of
    dropout does. Source: Klambauer et al., 2017.

    ```mlir
    %y = composite.alpha_dropout %x, %key rate 0.1 : tensor<8x3xf32>
    ```
  }];
}
def : LayerFunction<AlphaDropoutOp> {
  let example = [{
    >>> ct.nn.alpha_dropout(ct.array([1.0, -2.0]), ct.random.key(0), 0.0)
    Tensor([ 1., -2.], dtype=float32)
  }];
}

def FeatureAlphaDropoutOp : Composite_DropoutOp<"feature_alpha_dropout", []> {
  let summary = "As alpha_dropout, but of whole channels.";
  let description = [{
    All elements along the axes behind the first two, of the batch and of the channels, are kept or dropped
    together.

    ```mlir
    %y = composite.feature_alpha_dropout %x, %key rate 0.1 : tensor<8x3x5xf32>
    ```
  }];
}
def : LayerFunction<FeatureAlphaDropoutOp> {
  let example = [{
    >>> y = ct.nn.feature_alpha_dropout(ct.ones((9, 2, 5)), ct.random.key(0), 0.5)
    >>> bool((y.max(2) == y.min(2)).all())
    True
  }];
}

#endif
