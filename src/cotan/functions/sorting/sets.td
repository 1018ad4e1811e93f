// Vectors as sets.
include "cotan/functions/function.td"

def : Function<"union1d",
               (ins Tensor:$ar1, Tensor:$ar2, KeywordOnly, OptionalInt:$size, OptionalTensor:$fill_value)> {
  let summary = "The distinct elements of both, in order.";
  let description = [{
    In functions that are traced, size says how many results there are: too many are left out, for too few
    there is fill_value, or the smallest element.
  }];
  let example = [{
    >>> ct.union1d(ct.array([3, 1]), ct.array([2, 3]))
    Tensor([1, 2, 3], dtype=int64)
  }];
}

def : Function<"intersect1d",
               (ins Tensor:$ar1, Tensor:$ar2, No:$assume_unique, No:$return_indices, KeywordOnly,
                    OptionalInt:$size, OptionalTensor:$fill_value), "dynamic::OneOrTuple"> {
  let overloads = [{
    Intersection intersect1d(const Tensor &ar1, const Tensor &ar2,
                             std::optional<int64_t> size = {},
                             const std::optional<Tensor> &fill_value = {});
  }];
  let summary = "The distinct elements that are in both, in order.";
  let description = [{
    If asked for, also where each is first, in ar1 and in ar2. NaN is equal to nothing. In functions that are
    traced, size says how many results there are: too many are left out, for too few there is fill_value, or
    the least, and the place behind the last. assume_unique changes nothing.
  }];
  let example = [{
    >>> ct.intersect1d(ct.array([3, 1, 2, 3]), ct.array([2, 3]))
    Tensor([2, 3], dtype=int64)
  }];
}

def : Function<"setdiff1d",
               (ins Tensor:$ar1, Tensor:$ar2, No:$assume_unique, KeywordOnly, OptionalInt:$size,
                    OptionalTensor:$fill_value)> {
  let summary = "The distinct elements of the first that are not in the second, in order.";
  let description = [{
    With assume_unique all elements of ar1 that are not in ar2, in their order. In functions that are traced,
    size says how many results there are: too many are left out, for too few there is fill_value, or 0.
  }];
  let example = [{
    >>> ct.setdiff1d(ct.array([3, 1, 2, 3]), ct.array([2, 5]))
    Tensor([1, 3], dtype=int64)
  }];
}

def : Function<"setxor1d",
               (ins Tensor:$ar1, Tensor:$ar2, No:$assume_unique, KeywordOnly, OptionalInt:$size,
                    OptionalTensor:$fill_value)> {
  let summary = "The distinct elements that are in one of both alone, in order.";
  let description = [{
    In functions that are traced, size says how many results there are: too many are left out, for too few
    there is fill_value, or the least. assume_unique changes nothing.
  }];
  let example = [{
    >>> ct.setxor1d(ct.array([3, 1]), ct.array([2, 3]))
    Tensor([1, 2], dtype=int64)
  }];
}
