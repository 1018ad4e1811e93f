// Discrete Fourier transforms.
include "cotan/functions/function.td"

def : Module<"fft", "Discrete Fourier transforms, as in jax.numpy.fft.">;

/// Which way is divided by the number of elements.
class Norm<string explanation> {
  string text = "Transforms are FFTW's, in O(n log n) of any size n, and have derivatives of any "
                "order. `norm` says what is divided by n: the inverse (\"backward\"), the other way "
                "(\"forward\"), or both by its root (\"ortho\"). Half types and integers are taken as "
                "float32. " # explanation;
}
defvar alongOne = Norm<"Along the axis, elements beyond n are left out, and zeros are put where there are less.">.text;
defvar alongSome = Norm<"Along each axis, elements beyond s are left out, and zeros are put where there are less. "
                        "Without axes they are the last ones, as many as s has, or all.">.text;

let module = "fft" in {

def : Function<"fft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The discrete Fourier transform along an axis.";
  let description = alongOne;
  let example = [{
    >>> ct.fft.fft(ct.array([1.0, 2.0, 3.0, 4.0]))
    Tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)
  }];
}

def : Function<"ifft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The inverse discrete Fourier transform along an axis.";
  let description = alongOne;
  let example = [{
    >>> ct.fft.ifft(ct.fft.fft(ct.array([1.0, 2.0, 3.0])))
    Tensor([1.+0.j, 2.+0.j, 3.+0.j], dtype=complex64)
  }];
}

def : Function<"fftn", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "The discrete Fourier transform along several axes.";
  let description = alongSome;
  let example = [{
    >>> ct.fft.fftn(ct.ones((2, 2)))
    Tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex64)
  }];
}

def : Function<"ifftn", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "The inverse discrete Fourier transform along several axes.";
  let description = alongSome;
  let example = [{
    >>> ct.fft.ifftn(ct.ones((2, 2)))
    Tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex64)
  }];
}

def : Function<"fft2", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "fftn along two axes, the last ones if none are given.";
  let example = [{
    >>> ct.fft.fft2(ct.ones((3, 2, 2))).shape
    (3, 2, 2)
  }];
}

def : Function<"ifft2", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "ifftn along two axes, the last ones if none are given.";
  let example = [{
    >>> ct.fft.ifft2(ct.ones((3, 2, 2))).shape
    (3, 2, 2)
  }];
}

def : Function<"rfft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The first half of the discrete Fourier transform of real numbers, n // 2 + 1 of n.";
  let description = alongOne # " The other half are conjugates of these.";
  let example = [{
    >>> ct.fft.rfft(ct.array([1.0, 2.0, 3.0, 4.0]))
    Tensor([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)
  }];
}

def : Function<"irfft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The real numbers of which a is the first half of the discrete Fourier transform.";
  let description = alongOne # " `n` counts the results, without it 2 (m - 1) of m elements. The first "
                    "element, and of an even number the last, are taken for real.";
  let example = [{
    >>> ct.fft.irfft(ct.array([10, -2 + 2j, -2]))
    Tensor([1., 2., 3., 4.], dtype=float32)
  }];
}

def : Function<"rfftn", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "rfft along the last of the axes, then fft along the others.";
  let description = alongSome;
  let example = [{
    >>> ct.fft.rfftn(ct.ones((4, 6))).shape
    (4, 4)
  }];
}

def : Function<"irfftn", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "ifft along all axes but the last, then irfft along that.";
  let description = alongSome;
  let example = [{
    >>> ct.fft.irfftn(ct.ones((4, 4))).shape
    (4, 6)
  }];
}

def : Function<"rfft2", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "rfftn along two axes, the last ones if none are given.";
  let example = [{
    >>> ct.fft.rfft2(ct.ones((3, 4, 6))).shape
    (3, 4, 4)
  }];
}

def : Function<"irfft2", (ins Tensor:$a, OptionalShape:$s, OptionalAxes:$axes, OptionalString:$norm)> {
  let summary = "irfftn along two axes, the last ones if none are given.";
  let example = [{
    >>> ct.fft.irfft2(ct.ones((3, 4, 4))).shape
    (3, 4, 6)
  }];
}

def : Function<"hfft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The discrete Fourier transform, real, of numbers of which a is the first half and the others are conjugates.";
  let description = alongOne # " `n` counts the results, without it 2 (m - 1) of m elements.";
  let example = [{
    >>> ct.fft.hfft(ct.array([1 + 0j, 2j, 0j]))
    Tensor([ 1.,  5.,  1., -3.], dtype=float32)
  }];
}

def : Function<"ihfft", (ins Tensor:$a, OptionalInt:$n, Default<Int, "-1">:$axis, OptionalString:$norm)> {
  let summary = "The first half of the inverse discrete Fourier transform of real numbers.";
  let description = alongOne;
  let example = [{
    >>> ct.fft.ihfft(ct.array([1.0, 5.0, 1.0, -3.0]))
    Tensor([1.+0.j, 0.+2.j, 0.+0.j], dtype=complex64)
  }];
}

def : Function<"fftfreq",
               (ins Int:$n, Default<Float, "1">:$d, DefaultDType:$dtype, KeywordOnly,
                    Device:$device)> {
  let summary = "The frequencies that belong to the elements of fft, in cycles for each unit of d, the distance of samples.";
  let example = [{
    >>> ct.fft.fftfreq(4, 0.5)
    Tensor([ 0. ,  0.5, -1. , -0.5], dtype=float32)
  }];
}

def : Function<"rfftfreq",
               (ins Int:$n, Default<Float, "1">:$d, DefaultDType:$dtype, KeywordOnly,
                    Device:$device)> {
  let summary = "The frequencies that belong to the elements of rfft, in cycles for each unit of d, the distance of samples.";
  let example = [{
    >>> ct.fft.rfftfreq(4, 0.5)
    Tensor([0. , 0.5, 1. ], dtype=float32)
  }];
}

def : Function<"fftshift", (ins Tensor:$x, OptionalAxes:$axes)> {
  let summary = "Moves the element of frequency 0 to the middle of the axes.";
  let example = [{
    >>> ct.fft.fftshift(ct.array([0, 1, 2, -2, -1]))
    Tensor([-2, -1,  0,  1,  2], dtype=int64)
  }];
}

def : Function<"ifftshift", (ins Tensor:$x, OptionalAxes:$axes)> {
  let summary = "The inverse of fftshift, which differs from it along axes of odd size.";
  let example = [{
    >>> ct.fft.ifftshift(ct.array([-2, -1, 0, 1, 2]))
    Tensor([ 0,  1,  2, -2, -1], dtype=int64)
  }];
}

}
