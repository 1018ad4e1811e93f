#ifndef COTAN_OPS_FFT
#define COTAN_OPS_FFT

include "cotan/ir/composite/composite.td"

/// A transform of complex numbers along axes.
class Composite_FourierOp<string mnemonic>
    : Composite_Op<mnemonic, [IsLinear, IsOfWholeComplex, SameOperandsAndResultType]> {
  let arguments = (ins ComplexTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs ComplexTensor:$y);
  let assemblyFormat = "$x `axes` $axes attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def FftOp : Composite_FourierOp<"fft"> {
  let summary = "Discrete Fourier transforms along axes.";
  let description = [{
    `y[k]` is the sum over j of `x[j] exp(-2 pi i j k / n)`, as of `numpy.fft.fftn`. `axes` increase.

    Composite: it is `prim.dft` of the parts of complex numbers, and has its derivative and code.

    ```mlir
    %y = composite.fft %x axes [0] : tensor<8xcomplex<f32>>
    ```
  }];
}

def IfftOp : Composite_FourierOp<"ifft"> {
  let summary = "Inverse discrete Fourier transforms along axes.";
  let description = [{
    `x[j]` is the mean over k of `y[k] exp(2 pi i j k / n)`, as of `numpy.fft.ifftn`. `axes` increase.

    Composite: it is `prim.dft` of the parts of complex numbers, and has its derivative and code.

    ```mlir
    %x = composite.ifft %y axes [0] : tensor<8xcomplex<f32>>
    ```
  }];
}

def RfftOp : Composite_Op<"rfft", [IsLinear, IsOfWholeComplex, InfersType]> {
  let summary = "Discrete Fourier transforms of real numbers along an axis: the first half.";
  let description = [{
    The `n / 2 + 1` first of the n results, whose conjugates the others are, as of `numpy.fft.rfft`.

    Composite: it is `prim.dft_r2c`, whose pairs are taken for complex numbers at no cost.

    ```mlir
    %y = composite.rfft %x axis 0 : tensor<8xf32>   // tensor<5xcomplex<f32>>
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32, F64]>:$x, I64Attr:$axis);
  let results = (outs ComplexTensor:$y);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
}

def IrfftOp : Composite_Op<"irfft", [IsLinear, IsOfWholeComplex, InfersType]> {
  let summary = "Inverse discrete Fourier transforms along an axis whose results are real numbers.";
  let description = [{
    `composite.ifft` of n numbers, of which x has the first half and the others are the conjugates,
    as of `numpy.fft.irfft`. Of m numbers n is `2 m - 2`, or with `odd` `2 m - 1`.

    Composite: it is `prim.dft_c2r` of the parts of complex numbers, and has its derivative and code.

    ```mlir
    %x = composite.irfft %y axis 0 : tensor<5xcomplex<f32>>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins ComplexTensor:$x, I64Attr:$axis, UnitAttr:$odd);
  let results = (outs RankedTensorOf<[F32, F64]>:$y);
  let assemblyFormat = "$x `axis` $axis (`odd` $odd^)? attr-dict `:` type($x)";
}

#endif
