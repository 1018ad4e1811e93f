// Complex numbers: their parts, and functions that are something else of them than of real numbers.
include "cotan/functions/function.td"

def : Alias<"conjugate", "conj">;

def : Function<"complex", (ins Tensor:$x, Tensor:$y)> {
  let summary = "The complex numbers x + iy.";
  let description = [{Of float64 they are complex128, of all else complex64. Shapes broadcast.}];
  let example = [{
    >>> ct.complex(ct.array([1.0, 0.0]), 2.0)
    Tensor([1.+2.j, 0.+2.j], dtype=complex64)
  }];
}

def : Function<"real", (ins Tensor:$x)> {
  let summary = "The real parts of complex numbers; real numbers are given back.";
  let example = [{
    >>> ct.real(ct.array([1 + 2j, 3j]))
    Tensor([1., 0.], dtype=float32)
  }];
}

def : Function<"imag", (ins Tensor:$x)> {
  let summary = "The imaginary parts of complex numbers, 0 of real ones.";
  let example = [{
    >>> ct.imag(ct.array([1 + 2j, 3j]))
    Tensor([2., 3.], dtype=float32)
  }];
}

def : Function<"conj", (ins Tensor:$x)> {
  let summary = "Complex conjugates; real numbers are given back.";
  let isMethod = true;
  let example = [{
    >>> ct.conj(ct.array([1 + 2j, 3j]))
    Tensor([1.-2.j, 0.-3.j], dtype=complex64)
  }];
}

def : Function<"angle", (ins Tensor:$z, No:$deg)> {
  let summary = "The angles of complex numbers in the plane, in radians from -pi to pi.";
  let example = [{
    >>> ct.angle(ct.array([1 + 0j, -1j]))
    Tensor([ 0.       , -1.5707964], dtype=float32)
  }];
}

def : Function<"abs", (ins Tensor:$x)> {
  let summary = "How far numbers are from 0; of complex ones, too.";
  let description = [{
    Of a complex number it is real, as if by hypot of its parts. The slope at 0 is 0.
    The least integer of a type has no positive counterpart and stays.
  }];
  let example = [{
    >>> ct.abs(ct.array([-1.5, 2.0])), ct.abs(3 + 4j).item()
    (Tensor([1.5, 2. ], dtype=float32), 5.0)
  }];
}

def : Function<"sign", (ins Tensor:$x)> {
  let summary = "-1, 0 or 1; of complex numbers x / abs(x).";
  let description = [{NaN stays NaN. Of real numbers the slope is 0.}];
  let example = [{
    >>> ct.sign(ct.array([-1.5, 0.0, 2.5])), ct.sign(ct.array([3 + 4j, 0j]))
    (Tensor([-1.,  0.,  1.], dtype=float32), Tensor([0.6+0.8j, 0. +0.j ], dtype=complex64))
  }];
}

def : Function<"isreal", (ins Tensor:$x)> {
  let summary = "Whether the imaginary part is 0.";
  let example = [{
    >>> ct.isreal(ct.array([1 + 0j, 1j]))
    Tensor([ True, False], dtype=bool)
  }];
}

def : Function<"iscomplex", (ins Tensor:$x)> {
  let summary = "Whether the imaginary part is not 0.";
  let example = [{
    >>> ct.iscomplex(ct.array([1 + 0j, 1j]))
    Tensor([False,  True], dtype=bool)
  }];
}

def : Function<"sort_complex", (ins Tensor:$a)> {
  let summary = "Complex numbers in order along the last axis: by their real parts, then by the imaginary ones.";
  let description = [{
    Real ones become complex.
  }];
  let example = [{
    >>> ct.sort_complex(ct.array([2 + 1j, 1 + 0j, 2 - 1j]))
    Tensor([1.+0.j, 2.-1.j, 2.+1.j], dtype=complex64)
  }];
}
