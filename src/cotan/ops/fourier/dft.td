#ifndef COTAN_OPS_DFT
#define COTAN_OPS_DFT

include "cotan/ir/prim/prim.td"

def DftOp : Prim_Op<"dft",
    [SameOperandsAndResultType, IsLinear, HasVjp, HasBatch, IsRuntimeCall, HasSizes]> {
  let summary = "Discrete Fourier transforms of complex numbers that are pairs of real ones.";
  let description = [{
    The last axis of x is that of the pairs. `y[k]` is the sum over j of
    `x[j] exp(-2 pi i j k / n)` along each of `axes`, which increase; `inverse` has `+` in place of
    `-`. Neither divides by n, so that one after the other multiplies by it. Each transform of n
    numbers takes O(n log n), whatever n is.

    ```mlir
    %y = prim.dft %x axes [0] : tensor<8x2xf64>
    %z = prim.dft %y axes [0] inverse : tensor<8x2xf64>   // 8 x
    ```
  }];
  let arguments = (ins FloatTensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$inverse);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `axes` $axes (`inverse` $inverse^)? attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def DftR2cOp : Prim_Op<"dft_r2c", [InfersType, IsLinear, HasVjp, HasBatch, IsRuntimeCall]> {
  let summary = "Discrete Fourier transforms of real numbers along an axis: the first half.";
  let description = [{
    `prim.dft` of numbers whose imaginary parts are 0. The other half of the n results are the
    conjugates of these `n / 2 + 1` pairs.

    ```mlir
    %y = prim.dft_r2c %x axis 0 : tensor<8xf64>   // tensor<5x2xf64>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$axis);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
}

def DftC2rOp : Prim_Op<"dft_c2r", [InfersType, IsLinear, HasVjp, HasBatch, IsRuntimeCall]> {
  let summary = "Inverse discrete Fourier transforms along an axis whose results are real numbers.";
  let description = [{
    `prim.dft` with `inverse` of n pairs, of which x has the first half and the others are the
    conjugates; n is `2 m - 2` of m pairs, or with `odd` `2 m - 1`. Imaginary parts that cannot be,
    of the first number and, where n is even, the last, are taken for 0.

    ```mlir
    %y = prim.dft_c2r %x axis 0 : tensor<5x2xf64>       // tensor<8xf64>
    %z = prim.dft_c2r %x axis 0 odd : tensor<5x2xf64>   // tensor<9xf64>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$axis, UnitAttr:$odd);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `axis` $axis (`odd` $odd^)? attr-dict `:` type($x)";
}

#endif
