// The normal distribution, and what keeps its digits.
include "cotan/functions/function.td"

let module = "special" in {

def : Function<"ndtr", (ins Tensor:$x)> {
  let summary = "The probability that a normal number is below x, elementwise.";
  let example = [{
    >>> ct.special.ndtr(ct.array([-2.0, 0.0, 1.0]))
    Tensor([0.02275013, 0.5       , 0.8413448 ], dtype=float32)
  }];
}

def : Function<"log_ndtr", (ins Tensor:$x, NoCount<"3">:$series_order)> {
  let summary = "The logarithm of ndtr, with all digits where that is near 0 or 1, elementwise.";
  let description = [{
    Finite down to where the square of x overflows; so are derivatives.
  }];
  let example = [{
    >>> ct.special.log_ndtr(ct.array([-40.0, 0.0, 1.0]))
    Tensor([-8.0460846e+02, -6.9314718e-01, -1.7275378e-01], dtype=float32)
  }];
}

def : Function<"erfcx", (ins Tensor:$x)> {
  let summary = "exp(x^2) times erfc(x), elementwise.";
  let example = [{
    >>> ct.special.erfcx(ct.array([-1.0, 0.0, 100.0]))
    Tensor([5.0089803 , 1.        , 0.00564161], dtype=float32)
  }];
}

}
