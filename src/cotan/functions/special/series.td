// Functions that are sums of a few terms each.
include "cotan/functions/function.td"

let module = "special" in {

def : Function<"zeta", (ins Tensor:$x, Default<Tensor, "1.0">:$q)> {
  let summary = "The Hurwitz zeta function, of q = 1 Riemann's: the sum of (k + q)^-x over k >= 0, elementwise.";
  let description = [{
    Shapes broadcast. Infinite where x is 1 or q is 0, NaN where x is less or q is negative.
  }];
  let example = [{
    >>> ct.special.zeta(ct.array([1.0, 2.0]), ct.array([1.0, 3.0]))
    Tensor([       inf, 0.39493406], dtype=float32)
  }];
}

def : Function<"spence", (ins Tensor:$x)> {
  let summary = "Spence's function, the dilogarithm of 1 - x, elementwise.";
  let description = [{
    NaN where x is negative.
  }];
  let example = [{
    >>> ct.special.spence(ct.array([0.0, 0.5, 3.0]))
    Tensor([ 1.644934 ,  0.5822405, -1.4367464], dtype=float32)
  }];
}

def : Function<"bernoulli", (ins Int:$n)> {
  let summary = "The Bernoulli numbers B0 to Bn, of which B1 is -1/2.";
  let description = [{
    n is known when a function is traced. The result is float32, computed in float64; it has n + 1 elements. ValueError: n
    is negative.
  }];
  let example = [{
    >>> ct.special.bernoulli(4)
    Tensor([ 1.        , -0.5       ,  0.16666667,  0.        , -0.03333334], dtype=float32)
  }];
}

}
