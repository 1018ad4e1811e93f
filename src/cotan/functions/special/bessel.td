// Bessel functions and exponential integrals.
include "cotan/functions/function.td"

def : Alias<"special.i0", "i0">;

def : Function<"i0", (ins Tensor:$x)> {
  let summary = "The modified Bessel function of the first kind of order 0, elementwise.";
  let example = [{
    >>> ct.i0(ct.array([0.0, 1.0, 2.0]))
    Tensor([1.       , 1.2660658, 2.2795854], dtype=float32)
  }];
}

let module = "special" in {

def : Function<"i1", (ins Tensor:$x)> {
  let summary = "The modified Bessel function of the first kind of order 1, elementwise.";
  let example = [{
    >>> ct.special.i1(ct.array([0.0, 1.0, 2.0]))
    Tensor([0.       , 0.5651591, 1.5906368], dtype=float32)
  }];
}

def : Function<"i0e", (ins Tensor:$x)> {
  let summary = "i0 times exp(-|x|), which does not overflow, elementwise.";
  let example = [{
    >>> ct.special.i0e(ct.array([0.0, 1.0, 1e6]))
    Tensor([1.0000000e+00, 4.6575961e-01, 3.9894233e-04], dtype=float32)
  }];
}

def : Function<"i1e", (ins Tensor:$x)> {
  let summary = "i1 times exp(-|x|), which does not overflow, elementwise.";
  let example = [{
    >>> ct.special.i1e(ct.array([0.0, 1.0, 1e6]))
    Tensor([0.        , 0.20791042, 0.00039894], dtype=float32)
  }];
}

def : Function<"exp1", (ins Tensor:$x)> {
  let summary = "The exponential integral E of order 1, elementwise.";
  let description = [{
    Infinite at 0, NaN below.
  }];
  let example = [{
    >>> ct.special.exp1(ct.array([0.0, 1.0, 2.0]))
    Tensor([       inf, 0.21938394, 0.04890051], dtype=float32)
  }];
}

def : Function<"expn", (ins Int:$n, Tensor:$x)> {
  let summary = "The exponential integral E of order n, elementwise.";
  let description = [{
    n is between 0 and 1000 and known when a function is traced. Otherwise a ValueError. NaN where x
    is negative.
  }];
  let example = [{
    >>> ct.special.expn(2, ct.array([0.0, 1.0, 2.0]))
    Tensor([1.        , 0.14849551, 0.03753426], dtype=float32)
  }];
}

}
