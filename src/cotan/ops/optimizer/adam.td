#ifndef COTAN_OPS_ADAM
#define COTAN_OPS_ADAM

include "cotan/ir/composite/update.td"

def AdamUpdateOp : Composite_UpdateOp<"adam_update", (ins FloatTensor:$mean, FloatTensor:$square), Composite_RateAndStep,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square)> {
  let summary = "One step of Adam: the next x and means of gradients and their squares.";
  let description = [{
    `d = g + weight_decay x`, `m = b1 mean + (1 - b1) d`, `s = b2 square + (1 - b2) d^2`; then
    `x - learning_rate m' / (sqrt(s') + epsilon)` with `m' = m / (1 - b1^step)`, `s' = s / (1 - b2^step)`; the
    steps count from 1. Source: Kingma and Ba, 2015.
    
    ```mlir
    %x2, %m2, %s2 = composite.adam_update %x, %g, %m, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<AdamUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.adam_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1)
    >>> x.round(4).tolist()
    [0.5]
  }];
}

def AdamwUpdateOp : Composite_UpdateOp<"adamw_update", (ins FloatTensor:$mean, FloatTensor:$square), Composite_RateAndStep,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.01">:$weight_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square)> {
  let summary = "One step of AdamW: the next x and means of gradients and their squares.";
  let description = [{
    As adam_update without weight_decay, but from `x - learning_rate weight_decay x` on. Source: Loshchilov and
    Hutter, 2019.
    
    ```mlir
    %x2, %m2, %s2 = composite.adamw_update %x, %g, %m, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<AdamwUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.adamw_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1, weight_decay=0.0)
    >>> x.round(4).tolist()
    [0.5]
  }];
}

def AdamaxUpdateOp : Composite_UpdateOp<"adamax_update", (ins FloatTensor:$mean, FloatTensor:$square), Composite_RateAndStep,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square)> {
  let summary = "One step of Adamax: the next x and means of gradients and their squares.";
  let description = [{
    `d = g + weight_decay x`, `m = b1 mean + (1 - b1) d`, `s = max(b2 square, |d| + epsilon)`; then
    `x - learning_rate m / ((1 - b1^step) s)`; the steps count from 1. Source: Kingma and Ba, 2015.
    
    ```mlir
    %x2, %m2, %s2 = composite.adamax_update %x, %g, %m, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<AdamaxUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.adamax_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1)
    >>> x.round(4).tolist()
    [0.5]
  }];
}

def RadamUpdateOp : Composite_UpdateOp<"radam_update", (ins FloatTensor:$mean, FloatTensor:$square), Composite_RateAndStep,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square)> {
  let summary = "One step of RAdam: the next x and means of gradients and their squares.";
  let description = [{
    `d`, `m`, `s` and `m'` as in adam_update; with `r = R - 2 step b2^step / (1 - b2^step)` and
    `R = 2 / (1 - b2) - 1`, x moves by `learning_rate m'` as long as r is at most 5, then by
    `learning_rate m' sqrt((r - 4) (r - 2) R / ((R - 4) (R - 2) r)) sqrt(1 - b2^step) / (sqrt(s) + epsilon)`.
    The steps count from 1. Source: Liu et al., 2020.
    
    ```mlir
    %x2, %m2, %s2 = composite.radam_update %x, %g, %m, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<RadamUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.radam_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1)
    >>> x.round(4).tolist()
    [-0.5]
  }];
}

def LambUpdateOp : Composite_UpdateOp<"lamb_update", (ins FloatTensor:$mean, FloatTensor:$square), Composite_RateAndStep,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-6">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square)> {
  let summary = "One step of LAMB: the next x and means of gradients and their squares.";
  let description = [{
    `m'` and `s'` as in adam_update without weight_decay, `r = m' / (sqrt(s') + epsilon) + weight_decay x`; then
    `x - learning_rate |x| / |r| r`, the Euclidean norms over all of x and r; their quotient is 1 where one of
    them is 0. Source: You et al., 2020.
    
    ```mlir
    %x2, %m2, %s2 = composite.lamb_update %x, %g, %m, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<LambUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.lamb_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1)
    >>> x.round(4).tolist()
    [0.5]
  }];
}

def NadamUpdateOp : Composite_UpdateOp<"nadam_update", (ins FloatTensor:$mean, FloatTensor:$square), (ins FloatTensor:$learning_rate, IntegerTensor:$step, FloatTensor:$product),
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.999">:$b2,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.0">:$weight_decay,
         Composite_Number<"4e-3">:$momentum_decay),
    (outs FloatTensor:$next_mean, FloatTensor:$next_square, FloatTensor:$next_product)> {
  let summary = "One step of NAdam: the next x, means of gradients and their squares, and product of momenta.";
  let description = [{
    `d`, `m`, `s` and `s'` as in adam_update; `u(t) = b1 (1 - 0.96^(t momentum_decay) / 2)`, `p = product u(step)`;
    then `x - learning_rate ((1 - u(step)) d / (1 - p) + u(step + 1) m / (1 - p u(step + 1))) / (sqrt(s') + epsilon)`.
    The steps count from 1, and the product begins with 1. Source: Dozat, 2016.
    
    ```mlir
    %x2, %m2, %s2, %p2 = composite.nadam_update %x, %g, %m, %s, %rate, %step, %p : tensor<8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>, tensor<f32>
    ```
  }];
}
def : LayerFunction<NadamUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.nadam_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 0.5, 1, 1.0)
    >>> x.round(4).tolist()
    [0.471...]
  }];
}

#endif
