// The distinct elements.
include "cotan/functions/function.td"

def : Function<"unique",
               (ins Tensor:$ar, No:$return_index, No:$return_inverse, No:$return_counts,
                    OptionalInt:$axis, KeywordOnly, Yes:$equal_nan, OptionalInt:$size,
                    OptionalTensor:$fill_value, YesNoEffect:$sorted), "dynamic::OneOrTuple"> {
  let overloads = [{
    Unique unique(const Tensor &ar, const UniqueOptions &options = {});
  }];
  let summary = "The distinct elements in order; along an axis, the distinct slices.";
  let description = [{
    If asked for, also where each is first, which of them each element is, and how often each occurs. In
    functions that are traced, size says how many results there are: too many are left out, for too few
    there is fill_value, or the smallest element.
  }];
  let example = [{
    >>> ct.unique(ct.array([3, 1, 3]), return_counts=True)
    (Tensor([1, 3], dtype=int64), Tensor([1, 2], dtype=int64))
    >>> ct.jit(lambda x: ct.unique(x, size=3, fill_value=0))(ct.array([3, 1, 3]))
    Tensor([1, 3, 0], dtype=int64)
  }];
}

def : Function<"unique_all",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$size, OptionalTensor:$fill_value), "std::tuple<Tensor, Tensor, Tensor, Tensor>"> {
  let tuple = "UniqueAllResult";
  let summary = "All that unique can say of a tensor. No NaN is equal to another.";
  let description = [{
    size and fill_value are as of unique.
  }];
  let example = [{
    >>> ct.unique_all(ct.array([3, 1, 3])).counts
    Tensor([1, 2], dtype=int64)
  }];
}

def : Function<"unique_counts",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$size, OptionalTensor:$fill_value), "std::pair<Tensor, Tensor>"> {
  let tuple = "UniqueCountsResult";
  let summary = "The distinct elements in order, and how often each occurs. No NaN is equal to another.";
  let description = [{
    size and fill_value are as of unique.
  }];
  let example = [{
    >>> ct.unique_counts(ct.array([3, 1, 3]))
    UniqueCountsResult(values=Tensor([1, 3], dtype=int64), counts=Tensor([1, 2], dtype=int64))
  }];
}

def : Function<"unique_inverse",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$size, OptionalTensor:$fill_value), "std::pair<Tensor, Tensor>"> {
  let tuple = "UniqueInverseResult";
  let summary = "The distinct elements in order, and which of them each element is.";
  let description = [{
    size and fill_value are as of unique.
  }];
  let example = [{
    >>> ct.unique_inverse(ct.array([3, 1, 3])).inverse_indices
    Tensor([1, 0, 1], dtype=int64)
  }];
}

def : Function<"unique_values",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$size, OptionalTensor:$fill_value)> {
  let summary = "The distinct elements in order. No NaN is equal to another.";
  let description = [{
    size and fill_value are as of unique.
  }];
  let example = [{
    >>> ct.unique_values(ct.array([3, 1, 3]))
    Tensor([1, 3], dtype=int64)
  }];
}
