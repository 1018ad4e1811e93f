// Parts of divergences.
include "cotan/functions/function.td"

let module = "special" in {

def : Function<"rel_entr", (ins Tensor:$p, Tensor:$q)> {
  let summary = "p log(p / q), a part of a relative entropy, elementwise.";
  let description = [{
    Shapes broadcast. 0 where p is 0 and q is not negative; otherwise infinite where one of them is
    not positive.
  }];
  let example = [{
    >>> ct.special.rel_entr(ct.array([0.0, 0.5, 1.0]), ct.array([1.0, 0.25, 0.0]))
    Tensor([0.       , 0.3465736,       inf], dtype=float32)
  }];
}

def : Function<"kl_div", (ins Tensor:$p, Tensor:$q)> {
  let summary = "p log(p / q) - p + q, a part of a divergence that is never negative, elementwise.";
  let description = [{
    Shapes broadcast. q where p is 0 and q is not negative; otherwise infinite where one of them is
    not positive.
  }];
  let example = [{
    >>> ct.special.kl_div(ct.array([0.0, 0.5, 1.0]), ct.array([1.0, 0.25, 0.0]))
    Tensor([1.        , 0.09657359,        inf], dtype=float32)
  }];
}

}
