#ifndef COTAN_OPS_REGRESSION
#define COTAN_OPS_REGRESSION

include "cotan/ir/composite/composite.td"

def MseOp : Composite_LossOp<"mse"> {
  let summary = "Squared differences, or their mean.";
  let description = [{
    `(x - y)^2`; `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.mse %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<MseOp> {
  let aliases = ["mse_loss"];
  let example = [{
    >>> ct.nn.mse(ct.array([1.0, 5.0]), 2.0)
    Tensor(5., dtype=float32)
  }];
}

def L1LossOp : Composite_LossOp<"l1_loss"> {
  let summary = "Sizes of differences, or their mean.";
  let description = [{
    `|x - y|`; `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.l1_loss %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<L1LossOp> {
  let example = [{
    >>> ct.nn.l1_loss(ct.array([1.0, 5.0]), 2.0)
    Tensor(2., dtype=float32)
  }];
}

def HuberOp : Composite_LossOp<"huber", (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$delta)> {
  let summary = "Differences, squared where small, absolute where large, or their mean.";
  let description = [{
    `d^2 / 2` where `|d|` is at most `delta`, else `delta * (|d| - delta / 2)`, where `d = x - y`;
    `delta` is positive. `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.huber %x, %y delta 0.5 : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
  let assemblyFormat = "operands (`delta` $delta^)? (`reduction` $reduction^)? attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<HuberOp> {
  let aliases = ["huber_loss"];
  let example = [{
    >>> ct.nn.huber(ct.array([1.0, 5.0]), 2.0)
    Tensor(1.5, dtype=float32)
  }];
}

def SmoothL1LossOp : Composite_LossOp<"smooth_l1_loss", (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$beta)> {
  let summary = "Sizes of differences, smooth where they are small, or their mean.";
  let description = [{
    `d^2 / (2 beta)` where `|d|` is less than `beta`, else `|d| - beta / 2`, where `d = x - y`; `beta` is
    at least 0. `reduction` is "mean" (the default), "sum" or "none". Source: Girshick, 2015.

    ```mlir
    %loss = composite.smooth_l1_loss %x, %y {beta = 0.5} : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}
def : LayerFunction<SmoothL1LossOp> {
  let example = [{
    >>> ct.nn.smooth_l1_loss(ct.array([1.0, 5.0]), 2.0)
    Tensor(1.5, dtype=float32)
  }];
}

def LogCoshOp : Composite_LossOp<"log_cosh"> {
  let summary = "Logarithms of the hyperbolic cosine of differences, or their mean.";
  let description = [{
    `log(cosh(x - y))`, without overflow; `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.log_cosh %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<LogCoshOp> {
  let example = [{
    >>> ct.nn.log_cosh(ct.array([1.0, 5.0]), 2.0)
    Tensor(1.3715..., dtype=float32)
  }];
}

def PoissonNllLossOp : Composite_LossOp<"poisson_nll_loss", (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<BoolAttr, "true">:$log_input, UnitAttr:$full,
         DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-8)">:$epsilon)> {
  let summary = "Minus the logarithm of the probability of counts y, of Poisson's distribution, or its mean.";
  let description = [{
    `exp(x) - x y`, of the logarithms x of the expected counts; with `log_input = false`, of the counts
    themselves: `x - y log(x + epsilon)`. With `full`, where y is above 1, Stirling's
    `y log(y) - y + log(2 pi y) / 2` is added. `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.poisson_nll_loss %x, %y {log_input = false} : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<PoissonNllLossOp> {
  let example = [{
    >>> ct.nn.poisson_nll_loss(ct.array([0.0, 0.0]), ct.array([1.0, 3.0]))
    Tensor(1., dtype=float32)
  }];
}

def GaussianNllLossOp : Composite_LossOp<"gaussian_nll_loss",
    (ins FloatTensor:$x, FloatTensor:$y, FloatTensor:$variance),
    (ins UnitAttr:$full, DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-6)">:$epsilon)> {
  let summary = "Minus the logarithm of the density of y, of a normal distribution of mean x, or its mean.";
  let description = [{
    `(log(v) + (x - y)^2 / v) / 2`, where v is `variance`, but at least `epsilon`; with `full`, half of
    `log(2 pi)` is added. `reduction` is "mean" (the default), "sum" or "none". The slope of a variance
    below `epsilon` is 0.

    ```mlir
    %loss = composite.gaussian_nll_loss %x, %y, %variance : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<GaussianNllLossOp> {
  let example = [{
    >>> ct.nn.gaussian_nll_loss(ct.array([1.0, 5.0]), 2.0, 1.0)
    Tensor(2.5, dtype=float32)
  }];
}

#endif
