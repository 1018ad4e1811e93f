#ifndef COTAN_OPS_ATTENTION
#define COTAN_OPS_ATTENTION

include "cotan/ir/composite/composite.td"

def AttentionOp : Composite_Op<"attention", [HasVjp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "Scaled dot-product attention of several heads.";
  let description = [{
    As `jax.nn.dot_product_attention`: the axes of q are batch, query, head, feature; those of k and v
    batch, key, head, feature. Several heads of q, one after the other, may share one of k and v. Each query
    meets all keys of its batch and head, or with `causal` those up to its own number: `y = softmax(scale * q k^T) v`. `logsumexp` (batch, head, query) is
    log(sum(exp(scale * q k^T))), which the derivative needs. `scale` is positive, usually 1 / sqrt(the
    number of features). With `left` and `right`, a window, query i meets keys i - left to i + right only; a
    query without keys gives 0, and its logsumexp is -inf. With `slopes` (batch, head), the score of
    query i and key j is less by the slope times |i - j|. f16 and bf16 are computed in f32.

    Machine code goes tile by tile: memory does not grow with the product of queries and keys, and time
    with the window alone where there is one. The derivative computes the scores again. Sources: Dao et al., FlashAttention, 2022; Ainslie et
    al., GQA, 2023 (shared heads); Press et al., ALiBi, 2022 (slopes).

    ```mlir
    %y, %logsumexp = composite.attention %q, %k, %v causal scale 0.5 left 2
        : tensor<2x5x3x4xf32>, tensor<2x5x3x4xf32>, tensor<2x5x3x6xf32>
    %z, %sums = composite.attention %p, %k, %v slopes %m scale 0.5
        : tensor<2x5x6x4xf32>, tensor<2x5x3x4xf32>, tensor<2x5x3x6xf32>, tensor<2x6xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$q, FloatTensor:$k, FloatTensor:$v, Optional<FloatTensor>:$slopes,
                       UnitAttr:$causal, F64Attr:$scale, OptionalAttr<I64Attr>:$left, OptionalAttr<I64Attr>:$right);
  let results = (outs FloatTensor:$y, FloatTensor:$logsumexp);
  let assemblyFormat = [{
    $q `,` $k `,` $v (`slopes` $slopes^)? (`causal` $causal^)? `scale` $scale (`left` $left^)? (`right` $right^)? attr-dict
    `:` type($q) `,` type($k) `,` type($v) (`,` type($slopes)^)?
  }];
}

def AttentionVjpOp : Composite_Op<"attention_vjp", [HasBatch, IsRuntimeCall, HasSizes,
    AllTypesMatch<["q", "dq"]>, AllTypesMatch<["k", "dk"]>, AllTypesMatch<["v", "dv"]>,
    AllTypesMatch<["logsumexp", "shift", "dslope"]>]> {
  let summary = "The cotangents of the operands of composite.attention.";
  let description = [{
    With `p = exp(scale * q k^T - logsumexp)` and `ds = p (dy v^T + shift)`: `dq = scale ds k`,
    `dk = scale ds^T q`, `dv = p^T dy`. `shift` (batch, head, query) is the cotangent of `logsumexp` less
    the sum of `y dy` over the features. `dslope` is what each query adds to that of its head's slope,
    `-ds |i - j|` over its keys; without slopes it is 0. Axes, `slopes`, `causal`, `scale`, window and
    memory as for `composite.attention`.

    ```mlir
    %dq, %dk, %dv, %dslope = composite.attention_vjp %q, %k, %v, %logsumexp, %dy, %shift causal scale 0.5
        : tensor<2x5x3x4xf32>, tensor<2x5x3x4xf32>, tensor<2x5x3x6xf32>, tensor<2x3x5xf32>,
          tensor<2x5x3x6xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$q, FloatTensor:$k, FloatTensor:$v, FloatTensor:$logsumexp,
                       FloatTensor:$dy, FloatTensor:$shift, Optional<FloatTensor>:$slopes,
                       UnitAttr:$causal, F64Attr:$scale, OptionalAttr<I64Attr>:$left, OptionalAttr<I64Attr>:$right);
  let results = (outs FloatTensor:$dq, FloatTensor:$dk, FloatTensor:$dv, FloatTensor:$dslope);
  let assemblyFormat = [{
    $q `,` $k `,` $v `,` $logsumexp `,` $dy `,` $shift (`slopes` $slopes^)? (`causal` $causal^)? `scale` $scale (`left` $left^)? (`right` $right^)? attr-dict
    `:` type($q) `,` type($k) `,` type($v) `,` type($logsumexp) `,` type($dy) (`,` type($slopes)^)?
  }];
  let hasVerifier = 1;
}

#endif
