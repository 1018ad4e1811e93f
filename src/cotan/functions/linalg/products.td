// Products of vectors and matrices beyond those of contraction.td.
include "cotan/functions/function.td"

def : Function<"trace",
               (ins Tensor:$a, Default<Int, "0">:$offset, Default<Int, "0">:$axis1,
                    Default<Int, "1">:$axis2, OptionalDType:$dtype)> {
  let summary = "The sum of a diagonal of two axes, in dtype if it is given.";
  let example = [{
    >>> ct.trace(ct.array([[1, 2], [3, 4]]))
    Tensor(5, dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"kron", (ins Tensor:$a, Tensor:$b)> {
  let summary = "Each element of a times the whole of b, in blocks.";
  let example = [{
    >>> ct.kron(ct.array([1, 10]), ct.array([1, 2]))
    Tensor([ 1,  2, 10, 20], dtype=int64)
  }];
}

def : Function<"cross",
               (ins Tensor:$a, Tensor:$b, Default<Int, "-1">:$axisa, Default<Int, "-1">:$axisb,
                    Default<Int, "-1">:$axisc, OptionalInt:$axis)> {
  let summary = "The vector product along axes of size 3, or of size 2 in a plane.";
  let example = [{
    >>> ct.cross(ct.array([1, 0, 0]), ct.array([0, 1, 0]))
    Tensor([0, 0, 1], dtype=int64)
  }];
}

def : Function<"vecdot",
               (ins Tensor:$x1, Tensor:$x2, Default<Int, "-1">:$axis, KeywordOnly,
                    Precision:$precision, OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor vecdot(const Tensor &x1, const Tensor &x2, int64_t axis = -1);
  }];
  let summary = "The product of vectors along an axis, for each index of the others; the conjugates of complex x1.";
  let example = [{
    >>> ct.vecdot(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
  }];
}

def : Function<"matvec", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "A matrix times a vector, for each index of further axes.";
  let example = [{
    >>> ct.matvec(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
  }];
}

def : Function<"vecmat", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "A vector, conjugate if it is complex, times a matrix, for each index of further axes.";
  let example = [{
    >>> ct.vecmat(ct.array([1, 1]), ct.array([[1, 2], [3, 4]]))
    Tensor([4, 6], dtype=int64)
  }];
}

def : Function<"convolve",
               (ins Tensor:$a, Tensor:$v, Default<String, "\"full\"">:$mode, KeywordOnly, Precision:$precision, OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor convolve(const Tensor &a, const Tensor &v, Overlap overlap = Overlap::full);
  }];
  let summary = "Sums of products of two vectors, v backwards, at each distance between them.";
  let description = [{
    Mode "full": wherever they touch; "same": as many as the longer one has elements; "valid": where the
    shorter one lies within the longer one.
  }];
  let example = [{
    >>> ct.convolve(ct.array([1, 2, 3]), ct.array([1, 10]))
    Tensor([ 1, 12, 23, 30], dtype=int64)
  }];
}

def : Function<"correlate",
               (ins Tensor:$a, Tensor:$v, Default<String, "\"valid\"">:$mode, KeywordOnly, Precision:$precision, OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor correlate(const Tensor &a, const Tensor &v, Overlap overlap = Overlap::valid);
  }];
  let summary = "Sums of products of two vectors, v conjugated, at each distance between them; modes as for ct.convolve.";
  let example = [{
    >>> ct.correlate(ct.array([1, 2, 3]), ct.array([1, 10]))
    Tensor([21, 32], dtype=int64)
  }];
}
