// Choosing between several tensors, putting elements into one, and comparing whole tensors.
include "cotan/functions/function.td"

def : Function<"select",
               (ins Tensors:$condlist, Tensors:$choicelist, Default<Tensor, "0">:$default)> {
  let summary = "The element of the first choice whose condition holds at its place, else default.";
  let description = [{
    jax.lax.select, of one condition, is `where`.
  }];
  let example = [{
    >>> x = ct.array([1, 5, 9])
    >>> ct.select([x < 3, x < 7], [x, 10 * x], -1)
    Tensor([ 1, 50, -1], dtype=int64)
  }];
}

def : Function<"choose",
               (ins Tensor:$a, Tensors:$choices, KeywordOnly, Default<String, "\"raise\"">:$mode)> {
  let overloads = [{
    Tensor choose(const Tensor &a, const std::vector<Tensor> &choices,
                  IndexMode mode = IndexMode::raise);
  }];
  let summary = "The element of the choice whose number a says, elementwise.";
  let description = [{
    mode: what a number that is out of range does, "raise", "wrap" or "clip"; in functions that are
    traced it cannot raise.
  }];
  let example = [{
    >>> ct.choose(ct.array([1, 0]), [ct.array([1, 2]), ct.array([10, 20])])
    Tensor([10,  2], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"isclose",
               (ins Tensor:$a, Tensor:$b, Default<Tensor, "1e-5">:$rtol,
                    Default<Tensor, "1e-8">:$atol, No:$equal_nan)> {
  let summary = "Whether |a - b| <= atol + rtol * |b|, elementwise.";
  let example = [{
    >>> ct.isclose(ct.array([1.0, ct.nan]), ct.array([1.000001, ct.nan]))
    Tensor([ True, False], dtype=bool)
  }];
}

def : Function<"allclose",
               (ins Tensor:$a, Tensor:$b, Default<Tensor, "1e-5">:$rtol,
                    Default<Tensor, "1e-8">:$atol, No:$equal_nan)> {
  let summary = "Whether all elements are close, as isclose says.";
  let example = [{
    >>> ct.allclose(ct.array([1.0, 2.0]), ct.array([1.000001, 2.0]))
    Tensor(True, dtype=bool)
  }];
}

def : Function<"array_equal", (ins ArrayLike:$a1, ArrayLike:$a2, No:$equal_nan)> {
  let summary = "Whether shapes and all elements are equal.";
  let example = [{
    >>> ct.array_equal(ct.array([1, 2]), ct.array([1, 2, 3]))
    Tensor(False, dtype=bool)
  }];
}

def : Function<"array_equiv", (ins ArrayLike:$a1, ArrayLike:$a2)> {
  let summary = "Whether all elements are equal, and the shapes go together as in broadcasting.";
  let example = [{
    >>> ct.array_equiv(ct.array([1, 2]), ct.array([[1, 2], [1, 2]]))
    Tensor(True, dtype=bool)
  }];
}
