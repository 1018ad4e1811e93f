// Polynomials as vectors of coefficients, the highest power first: sums, products, derivatives.
include "cotan/functions/function.td"

def : Function<"polyadd", (ins Tensor:$a1, Tensor:$a2)> {
  let summary = "The sum of two polynomials, which are vectors of coefficients, the highest power first.";
  let example = [{
    >>> ct.polyadd(ct.array([1, 2]), ct.array([9, 5, 4]))
    Tensor([9, 6, 6], dtype=int64)
  }];
}

def : Function<"polysub", (ins Tensor:$a1, Tensor:$a2)> {
  let summary = "The difference of two polynomials, which are vectors of coefficients, the highest power first.";
  let example = [{
    >>> ct.polysub(ct.array([2, 10, -2]), ct.array([3, 10, -4]))
    Tensor([-1,  0,  2], dtype=int64)
  }];
}

def : Function<"polymul", (ins Tensor:$a1, Tensor:$a2, KeywordOnly, No:$trim_leading_zeros)> {
  let summary = "The product of two polynomials, which are vectors of coefficients, the highest power first.";
  let description = [{
    With trim_leading_zeros, zeros before the first other coefficient are left out, as NumPy does: how
    many there are must be known, so a function that is traced refuses.
  }];
  let example = [{
    >>> ct.polymul(ct.array([1, 2]), ct.array([1, -2]))
    Tensor([ 1,  0, -4], dtype=int64)
  }];
}

def : Function<"polydiv",
               (ins Tensor:$u, Tensor:$v, KeywordOnly, No:$trim_leading_zeros),
               "std::pair<Tensor, Tensor>"> {
  let summary = "The quotient and the remainder of two polynomials.";
  let description = [{
    They are vectors of coefficients, the highest power first; integers become floats. The remainder has as
    many as u, the first ones 0. With trim_leading_zeros, those of it that are almost 0 are left out, as
    NumPy does, which a function that is traced refuses. The first coefficient of v must not be 0.
  }];
  let example = [{
    >>> ct.polydiv(ct.array([3.0, 5.0, 2.0]), ct.array([2.0, 1.0]))
    (Tensor([1.5 , 1.75], dtype=float32), Tensor([0.  , 0.  , 0.25], dtype=float32))
  }];
}

def : Function<"polyder", (ins Tensor:$p, Default<Int, "1">:$m)> {
  let summary = "The derivative of order m of a polynomial, a vector of coefficients, the highest power first.";
  let example = [{
    >>> ct.polyder(ct.array([1, 1, 1, 1]))
    Tensor([3, 2, 1], dtype=int64)
  }];
}

def : Function<"polyint", (ins Tensor:$p, Default<Int, "1">:$m, OptionalTensor:$k)> {
  let summary = "The antiderivative of order m of a polynomial, a vector of coefficients, the highest power first.";
  let description = [{
    k has the constants of integration, m of them or one for all; 0 without them. Integers become floats.
  }];
  let example = [{
    >>> ct.polyint(ct.array([3.0, 2.0, 1.0]), k=7)
    Tensor([1., 1., 1., 7.], dtype=float32)
  }];
}

def : Function<"trim_zeros",
               (ins Tensor:$filt, Default<String, "\"fb\"">:$trim, OptionalAxes:$axis)> {
  let summary = "Without the zeros at the front of each axis (f in trim), the back (b), or both.";
  let description = [{
    Of more axes than one, the slices that have nothing but zeros; axis says along which, else along all. How many there are must be known, so a function that is traced refuses.
  }];
  let example = [{
    >>> ct.trim_zeros(ct.array([0, 0, 1, 0, 2, 0]))
    Tensor([1, 0, 2], dtype=int64)
  }];
}
