#ifndef COTAN_OPS_GRADIENT_STEPS
#define COTAN_OPS_GRADIENT_STEPS

include "cotan/ir/composite/update.td"

def SgdUpdateOp : Composite_UpdateOp<"sgd_update", (ins FloatTensor:$velocity), Composite_Rate,
    (ins Composite_Number<"0.0">:$momentum,
         Composite_Number<"0.0">:$dampening,
         Composite_Number<"0.0">:$weight_decay,
         UnitAttr:$nesterov),
    (outs FloatTensor:$next_velocity)> {
  let summary = "One step of stochastic gradient descent, with momentum: the next x and velocity.";
  let description = [{
    `d = g + weight_decay x`, `v = momentum velocity + (1 - dampening) d`; then `x - learning_rate v`, or with
    `nesterov` `x - learning_rate (d + momentum v)`. The velocity begins with 0 (PyTorch's with the first d).
    
    ```mlir
    %x2, %v2 = composite.sgd_update %x, %g, %v, %rate {momentum = 0.9}
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
    ```
  }];
}
def : LayerFunction<SgdUpdateOp> {
  let example = [{
    >>> x, v = ct.nn.sgd_update(ct.array([1.0]), ct.array([2.0]), ct.array([4.0]), 0.5, momentum=0.5)
    >>> x.tolist(), v.tolist()
    ([-1.0], [4.0])
  }];
}

def AdagradUpdateOp : Composite_UpdateOp<"adagrad_update", (ins FloatTensor:$sum), Composite_RateAndStep,
    (ins Composite_Number<"0.0">:$rate_decay,
         Composite_Number<"1e-10">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_sum)> {
  let summary = "One step of Adagrad: the next x and sum of squares.";
  let description = [{
    `d = g + weight_decay x`, `s = sum + d^2`; then `x - rate d / (sqrt(s) + epsilon)` with
    `rate = learning_rate / (1 + (step - 1) rate_decay)`; the steps count from 1. Source: Duchi et al., 2011.
    
    ```mlir
    %x2, %s2 = composite.adagrad_update %x, %g, %s, %rate, %step
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<AdagradUpdateOp> {
  let example = [{
    >>> x, s = ct.nn.adagrad_update(ct.array([1.0]), ct.array([3.0]), ct.array([16.0]), 0.5, 1)
    >>> x.tolist(), s.tolist()
    ([0.69...], [25.0])
  }];
}

def AdadeltaUpdateOp : Composite_UpdateOp<"adadelta_update", (ins FloatTensor:$square, FloatTensor:$change), Composite_Rate,
    (ins Composite_Number<"0.9">:$rho,
         Composite_Number<"1e-6">:$epsilon,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_square, FloatTensor:$next_change)> {
  let summary = "One step of Adadelta: the next x and means of the squares of gradients and changes.";
  let description = [{
    `d = g + weight_decay x`, `s = rho square + (1 - rho) d^2`,
    `c = sqrt(change + epsilon) / sqrt(s + epsilon) d`; then `x - learning_rate c`, s and
    `rho change + (1 - rho) c^2`. Source: Zeiler, 2012.
    
    ```mlir
    %x2, %s2, %c2 = composite.adadelta_update %x, %g, %s, %c, %rate
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
    ```
  }];
}
def : LayerFunction<AdadeltaUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, s, c = ct.nn.adadelta_update(ct.array([1.0]), ct.array([3.0]), zero, zero, 1.0)
    >>> x.tolist(), s.tolist()
    ([0.99...], [0.9...])
  }];
}

def RmspropUpdateOp : Composite_UpdateOp<"rmsprop_update", (ins FloatTensor:$square, FloatTensor:$mean, FloatTensor:$velocity), Composite_Rate,
    (ins Composite_Number<"0.99">:$alpha,
         Composite_Number<"0.0">:$momentum,
         Composite_Number<"1e-8">:$epsilon,
         Composite_Number<"0.0">:$weight_decay,
         UnitAttr:$centered),
    (outs FloatTensor:$next_square, FloatTensor:$next_mean, FloatTensor:$next_velocity)> {
  let summary = "One step of RMSprop: the next x, means of squares and gradients, and velocity.";
  let description = [{
    `d = g + weight_decay x`, `s = alpha square + (1 - alpha) d^2`, with `centered`
    `m = alpha mean + (1 - alpha) d`, else `m = mean`; `v = momentum velocity + d / (sqrt(s) + epsilon)`, with
    `centered` of s - m^2, which is not negative but for rounding; then `x - learning_rate v`. Sources:
    Tieleman and Hinton, 2012; Graves, 2013.
    
    ```mlir
    %x2, %s2, %m2, %v2 = composite.rmsprop_update %x, %g, %s, %m, %v, %rate : tensor<8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
    ```
  }];
}
def : LayerFunction<RmspropUpdateOp> {
  let example = [{
    >>> zero = ct.zeros(1)
    >>> x, *kept = ct.nn.rmsprop_update(ct.array([1.0]), ct.array([3.0]), zero, zero, zero, 0.5, alpha=0.0)
    >>> x.tolist()
    [0.5]
  }];
}

def LionUpdateOp : Composite_UpdateOp<"lion_update", (ins FloatTensor:$mean), Composite_Rate,
    (ins Composite_Number<"0.9">:$b1,
         Composite_Number<"0.99">:$b2,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_mean)> {
  let summary = "One step of Lion: the next x and mean of gradients.";
  let description = [{
    `x - learning_rate (sign(b1 mean + (1 - b1) g) + weight_decay x)`, and `b2 mean + (1 - b2) g`. Source: Chen et
    al., 2023.
    
    ```mlir
    %x2, %m2 = composite.lion_update %x, %g, %m, %rate
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
    ```
  }];
}
def : LayerFunction<LionUpdateOp> {
  let example = [{
    >>> x, m = ct.nn.lion_update(ct.array([1.0]), ct.array([-3.0]), ct.zeros(1), 0.5, b2=0.5)
    >>> x.tolist(), m.tolist()
    ([1.5], [-1.5])
  }];
}

#endif
