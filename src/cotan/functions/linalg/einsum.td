// Einstein's notation: pairs of operands are multiplied, the cheapest first, each by one product of matrices.
include "cotan/functions/function.td"

def : Function<"einsum", (ins String:$subscripts, RestOfTensors:$operands, EinsumPath:$optimize, Precision:$precision,
                    OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor einsum(const std::string &subscripts, const std::vector<Tensor> &operands);
  }];
  let summary = "Sums of products in Einstein's notation, as \"ij,jk->ik\".";
  let description = [{
    A letter for each axis; axes whose letter is not in the result are summed, "..." stands for any
    axes. Without "->" the letters that stand once are in the result, in alphabetical order.
  }];
  let example = [{
    >>> ct.einsum("ij,j->i", ct.array([[1, 2], [3, 4]]), ct.array([1, 10]))
    Tensor([21, 43], dtype=int64)
  }];
}
