// Transformations of data towards a normal distribution.
include "cotan/functions/function.td"

let module = "special" in {

def : Function<"boxcox", (ins Tensor:$x, Tensor:$lmbda)> {
  let summary = "(x^lmbda - 1) / lmbda, and log(x) where lmbda is 0, elementwise.";
  let description = [{
    Shapes broadcast. NaN where x is negative. Derivatives at lmbda 0 are those of the function.
  }];
  let example = [{
    >>> ct.special.boxcox(ct.array([1.0, 4.0, 4.0]), ct.array([3.0, 0.5, 0.0]))
    Tensor([0.       , 2.       , 1.3862944], dtype=float32)
  }];
}

def : Function<"boxcox1p", (ins Tensor:$x, Tensor:$lmbda)> {
  let summary = "boxcox of 1 + x, with all digits where x is small, elementwise.";
  let description = [{
    Shapes broadcast. NaN where x is below -1.
  }];
  let example = [{
    >>> ct.special.boxcox1p(ct.array([1e-4, 3.0, 3.0]), ct.array([3.0, 0.5, 0.0]))
    Tensor([1.00009995e-04, 2.00000000e+00, 1.38629436e+00], dtype=float32)
  }];
}

}
