// The products of several matrices in the cheapest order.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"multi_dot", (ins Tensors:$arrays, KeywordOnly, Precision:$precision)> {
  let summary = "The product of several matrices in the order that takes the fewest multiplications.";
  let description = [{
    The first and the last may be vectors.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.multi_dot([ct.ones((2, 30)), ct.ones((30, 4)), ct.ones(4)])
    Tensor([120., 120.], dtype=float32)
  }];
}

}
