// Tensors made by rule: triangles, diagonals, coordinates of grids, sequences of powers.
include "cotan/functions/function.td"

def : Function<"tri",
               (ins Size:$N, OptionalSize:$M, Default<Tensor, "0">:$k, DefaultDType:$dtype)> {
  let summary = "Ones at and below diagonal k.";
  let example = [{
    >>> ct.tri(2, 3)
    Tensor([[1., 0., 0.],
            [1., 1., 0.]], dtype=float32)
  }];
}

def : Function<"identity", (ins Size:$n, DefaultDType:$dtype)> {
  let summary = "The square matrix with ones on the diagonal.";
  let example = [{
    >>> ct.identity(2)
    Tensor([[1., 0.],
            [0., 1.]], dtype=float32)
  }];
}

def : Function<"meshgrid",
               (ins RestOfTensors:$xs, YesNoEffect:$copy, No:$sparse, Default<String, "\"xy\"">:$indexing),
               "std::vector<Tensor>"> {
  let overloads = [{
    std::vector<Tensor> meshgrid(const std::vector<Tensor> &xs, bool sparse = false, bool xy = true);
  }];
  let summary = "A list of the coordinates of a grid's points, of vectors with those of its axes.";
  let description = [{
    With indexing "xy" the first vector goes along the second axis, with "ij" along the first.
  }];
  let example = [{
    >>> [x.tolist() for x in ct.meshgrid(ct.arange(2), ct.arange(3), indexing="ij")]
    [[[0, 0, 0], [1, 1, 1]], [[0, 1, 2], [0, 1, 2]]]
  }];
}

def : Function<"indices",
               (ins Shape:$dimensions, DTypeOr<"int64">:$dtype,
                    No:$sparse), "dynamic::OneOrTuple"> {
  let overloads = [{
    Tensor indices(const Shape &dimensions, DType dtype = DType::int64);
    /// Each element is its index along `axis`.
    Tensor iota(const Shape &shape, int64_t axis, DType dtype = DType::int64);
  }];
  let summary = "For each axis, each element's index along it; sparse ones as a tuple.";
  let example = [{
    >>> ct.indices((2, 2)).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
  }];
}

def : Function<"tril_indices",
               (ins Int:$n, Default<Int, "0">:$k, OptionalInt:$m), "std::pair<Tensor, Tensor>"> {
  let summary = "The rows and columns of the elements at and below diagonal k of an n by m matrix.";
  let example = [{
    >>> ct.tril_indices(2)
    (Tensor([0, 1, 1], dtype=int64), Tensor([0, 0, 1], dtype=int64))
  }];
}

def : Function<"triu_indices",
               (ins Int:$n, Default<Int, "0">:$k, OptionalInt:$m), "std::pair<Tensor, Tensor>"> {
  let summary = "The rows and columns of the elements at and above diagonal k of an n by m matrix.";
  let example = [{
    >>> ct.triu_indices(2)
    (Tensor([0, 0, 1], dtype=int64), Tensor([0, 1, 1], dtype=int64))
  }];
}

def : Function<"diag", (ins Tensor:$v, Default<Int, "0">:$k)> {
  let summary = "The matrix with a vector on diagonal k; of a matrix, its diagonal.";
  let example = [{
    >>> ct.diag(ct.array([1, 2]))
    Tensor([[1, 0],
            [0, 2]], dtype=int64)
  }];
}

def : Function<"diagflat", (ins Tensor:$v, Default<Int, "0">:$k)> {
  let summary = "The matrix with all elements of v on diagonal k.";
  let example = [{
    >>> ct.diagflat(ct.array([[1], [2]]), 1).shape
    (3, 3)
  }];
}

def : Function<"logspace",
               (ins Tensor:$start, Tensor:$stop, Default<Int, "50">:$num, Yes:$endpoint,
                    Default<Tensor, "10.0">:$base, OptionalDType:$dtype, Default<Int, "0">:$axis)> {
  let summary = "From base**start to base**stop; exponents are at equal distances.";
  let description = [{
    start, stop and base broadcast; the numbers are along a new axis, the first one unless axis says another.
  }];
  let example = [{
    >>> ct.logspace(0, 3, 4)
    Tensor([   1.,   10.,  100., 1000.], dtype=float32)
  }];
}

def : Function<"geomspace",
               (ins Tensor:$start, Tensor:$stop, Default<Int, "50">:$num, Yes:$endpoint,
                    OptionalDType:$dtype, Default<Int, "0">:$axis)> {
  let summary = "From start to stop; each number is the one before times a constant.";
  let description = [{
    start and stop must have one sign, and broadcast; the numbers are along a new axis, the first one unless
    axis says another.
  }];
  let example = [{
    >>> ct.geomspace(1, 16, 5)
    Tensor([ 1.,  2.,  4.,  8., 16.], dtype=float32)
  }];
}

def : Function<"vander", (ins Tensor:$x, OptionalInt:$N, No:$increasing)> {
  let summary = "Powers of a vector as columns, the highest one first unless increasing.";
  let example = [{
    >>> ct.vander(ct.array([2, 3]), 3)
    Tensor([[4, 2, 1],
            [9, 3, 1]], dtype=int64)
  }];
}

def : Function<"polyval", (ins Tensor:$p, Tensor:$x, KeywordOnly, PythonOnly<"int64_t", "16">:$unroll)> {
  let summary = "The polynomial with coefficients p, the highest power first, at each element of x.";
  let example = [{
    >>> ct.polyval(ct.array([1.0, 0.0, -2.0]), ct.array([3.0, 4.0]))
    Tensor([ 7., 14.], dtype=float32)
  }];
}
