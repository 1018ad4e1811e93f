// Tensors made from sizes and numbers.
include "cotan/functions/function.td"

def : Function<"zeros", (ins Shape:$shape, DefaultDType:$dtype, KeywordOnly, Device:$device)> {
  let summary = "Zeros of this shape.";
  let example = [{
    >>> ct.zeros((2, 3))
    Tensor([[0., 0., 0.],
            [0., 0., 0.]], dtype=float32)
  }];
}

def : Function<"ones", (ins Shape:$shape, DefaultDType:$dtype, KeywordOnly, Device:$device)> {
  let summary = "Ones of this shape.";
  let example = [{
    >>> ct.ones(2, dtype="int64")
    Tensor([1, 1], dtype=int64)
  }];
}

def : Function<"empty", (ins Shape:$shape, DefaultDType:$dtype, KeywordOnly, Device:$device)> {
  let summary = "Elements that nothing is said of, of this shape: zeros here.";
  let example = [{
    >>> ct.empty((2, 3)).shape
    (2, 3)
  }];
}

def : Function<"empty_like", (ins Like:$prototype, OptionalDType:$dtype, OptionalShape:$shape, KeywordOnly, Device:$device)> {
  let summary = "Elements that nothing is said of, in the shape of prototype and of its element type.";
  let example = [{
    >>> ct.empty_like(ct.array([1, 2])).dtype
    dtype('int64')
  }];
}

def : Function<"full", (ins Shape:$shape, Tensor:$fill_value, OptionalDType:$dtype, KeywordOnly, Device:$device)> {
  let summary = "One value everywhere, of its element type unless another is given.";
  let example = [{
    >>> ct.full((2,), 7)
    Tensor([7, 7], dtype=int64)
  }];
}

def : Function<"zeros_like", (ins Like:$a, OptionalDType:$dtype, OptionalShape:$shape, KeywordOnly, Device:$device)> {
  let summary = "Zeros in the shape of a, and of its element type.";
  let example = [{
    >>> ct.zeros_like(ct.array([1, 2]))
    Tensor([0, 0], dtype=int64)
  }];
}

def : Function<"ones_like", (ins Like:$a, OptionalDType:$dtype, OptionalShape:$shape, KeywordOnly, Device:$device)> {
  let summary = "Ones in the shape of a, and of its element type.";
  let example = [{
    >>> ct.ones_like(ct.array([1.5, 2.5]))
    Tensor([1., 1.], dtype=float32)
  }];
}

def : Function<"full_like", (ins Like:$a, Tensor:$fill_value, OptionalDType:$dtype, OptionalShape:$shape, KeywordOnly, Device:$device)> {
  let summary = "One value in the shape of a, and of its element type.";
  let example = [{
    >>> ct.full_like(ct.array([1, 2]), 9)
    Tensor([9, 9], dtype=int64)
  }];
}

def : Function<"arange",
               (ins Kind<"const dynamic::Bound &">:$start,
                    Optional<"const std::optional<dynamic::Bound> &">:$stop,
                    Default<Kind<"const dynamic::Bound &">, "1">:$step, OptionalDType:$dtype,
                    KeywordOnly, Device:$device)> {
  let overloads = [{
    Tensor arange(double stop);
    /// As many as a tensor says, which may be traced: the size of the result is open then.
    Tensor arange(const Tensor &stop);
    Tensor arange(double start, double stop, double step = 1, std::optional<DType> dtype = {});
    /// The same of integers, which stay exact.
    Tensor count_up(int64_t start, int64_t stop, int64_t step, DType dtype = DType::int64);
    template <std::integral I>
    Tensor arange(I start, I stop, I step = 1, std::optional<DType> dtype = {}) {
    return count_up(start, stop, step, dtype.value_or(DType::int64));
    }
  }];
  let summary = "start, start + step, ... below stop; with one argument, from 0 to below it.";
  let description = [{
    Of int64 if all are integers, else of float32.
  }];
  let example = [{
    >>> ct.arange(2, 11, 3)
    Tensor([2, 5, 8], dtype=int64)
  }];
}

def : Function<"linspace",
               (ins Tensor:$start, Tensor:$stop, Default<Int, "50">:$num, Yes:$endpoint,
                    No:$retstep, OptionalDType:$dtype, Default<Int, "0">:$axis, KeywordOnly, Device:$device),
               "std::variant<Tensor, std::pair<Tensor, Tensor>>"> {
  let overloads = [{
    Tensor linspace(const Tensor &start, const Tensor &stop, int64_t num = 50, bool endpoint = true, std::optional<DType> dtype = {});
  }];
  let summary = "Numbers at equal distances, along a new first axis; without endpoint, stop is left out.";
  let description = [{
    With retstep, a pair of them and their distance.
  }];
  let example = [{
    >>> ct.linspace(0, 1, 5), ct.linspace(0, 1, 4, endpoint=False)
    (Tensor([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32), Tensor([0.  , 0.25, 0.5 , 0.75], dtype=float32))
  }];
}

def : Function<"eye",
               (ins Size:$N, OptionalSize:$M, Default<Tensor, "0">:$k, DefaultDType:$dtype,
                    KeywordOnly, Device:$device)> {
  let summary = "N rows and M columns (N if None) of zeros, with ones on the k-th diagonal above the main one.";
  let example = [{
    >>> ct.eye(2, 3, k=1)
    Tensor([[0., 1., 0.],
            [0., 0., 1.]], dtype=float32)
  }];
}

let module = "nn" in {

def : Function<"one_hot",
               (ins ArrayLike:$x, Int:$num_classes, DefaultDType:$dtype, KeywordOnly, Default<Int, "-1">:$axis)> {
  let summary = "For each index in x a vector that is 1 there and 0 elsewhere.";
  let example = [{
    >>> ct.nn.one_hot(ct.array([0, 2]), 3)
    Tensor([[1., 0., 0.],
            [0., 0., 1.]], dtype=float32)
  }];
}

}
