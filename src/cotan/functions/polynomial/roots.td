// Polynomials and their roots.
include "cotan/functions/function.td"

def : Function<"poly", (ins Tensor:$seq_of_zeros)> {
  let summary = "The polynomial with these roots, or the characteristic one of a square matrix.";
  let description = [{
    A vector of coefficients, the highest power first, which is 1; real ones of a real matrix. Integers
    become floats. Of no roots it is the number 1.
  }];
  let example = [{
    >>> ct.poly(ct.array([1.0, 2.0]))
    Tensor([ 1., -3.,  2.], dtype=float32)
  }];
}

def : Function<"roots", (ins Tensor:$p, KeywordOnly, Yes:$strip_zeros)> {
  let summary = "The roots of a polynomial, a vector of coefficients, the highest power first; complex numbers.";
  let description = [{
    They are the eigenvalues of the companion matrix, the largest first. Without strip_zeros, as in functions
    that are traced, there are as many as coefficients but one: NaN for each of the first ones that is 0.
  }];
  let example = [{
    >>> ct.roots(ct.array([2.0, -6.0, 4.0, 0.0]))
    Tensor([2.+0.j, 1.+0.j, 0.+0.j], dtype=complex64)
  }];
}
