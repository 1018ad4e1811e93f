// Differences, slopes and integrals of sampled functions.
include "cotan/functions/function.td"

def : Function<"diff",
               (ins Tensor:$a, Default<Int, "1">:$n, Default<Int, "-1">:$axis,
                    OptionalTensor:$prepend, OptionalTensor:$append)> {
  let summary = "The differences of neighbours along an axis, n times.";
  let example = [{
    >>> ct.diff(ct.array([1, 4, 9]))
    Tensor([3, 5], dtype=int64)
  }];
}

def : Function<"ediff1d",
               (ins Tensor:$ary, OptionalTensor:$to_end, OptionalTensor:$to_begin)> {
  let summary = "The differences of neighbours of all elements in one row.";
  let example = [{
    >>> ct.ediff1d(ct.array([1, 4, 9]), to_end=0)
    Tensor([3, 5, 0], dtype=int64)
  }];
}

def : Function<"gradient",
               (ins Tensor:$f, RestOfTensors:$spacings, OptionalAxes:$axis, OptionalInt:$edge_order),
               "dynamic::OneOrList"> {
  let overloads = [{
    std::vector<Tensor> gradient(const Tensor &f, const std::vector<Tensor> &spacings = {}, const Axes &axis = {}, int64_t edge_order = 1);
  }];
  let summary = "Slopes from both neighbours, at the ends from one; of several axes, a list.";
  let description = [{
    After f, a distance or a vector of coordinates for each axis, or one for all. With edge_order=2, the slopes
    at the ends are those of the parabola through the three elements there.
  }];
  let example = [{
    >>> ct.gradient(ct.array([1.0, 4.0, 9.0]), 2.0)
    Tensor([1.5, 2. , 2.5], dtype=float32)
  }];
}

def : Function<"trapezoid",
               (ins Tensor:$y, OptionalTensor:$x, Default<Tensor, "1.0">:$dx,
                    Default<Int, "-1">:$axis)> {
  let summary = "The integral by trapezoids, at coordinates x or at distances dx.";
  let example = [{
    >>> ct.trapezoid(ct.array([1.0, 2.0, 3.0]))
    Tensor(4., dtype=float32)
  }];
}

def : Function<"cumulative_sum",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$axis, OptionalDType:$dtype,
                    No:$include_initial)> {
  let summary = "Running sum along an axis, which vectors need not name.";
  let description = [{
    With include_initial it begins with 0; dtype is what is computed in.
  }];
  let example = [{
    >>> ct.cumulative_sum(ct.array([1, 2, 3]), include_initial=True)
    Tensor([0, 1, 3, 6], dtype=int64)
  }];
}

def : Function<"cumulative_prod",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$axis, OptionalDType:$dtype,
                    No:$include_initial)> {
  let summary = "Running product along an axis, which vectors need not name.";
  let description = [{
    With include_initial it begins with 1; dtype is what is computed in.
  }];
  let example = [{
    >>> ct.cumulative_prod(ct.array([2, 3]), include_initial=True)
    Tensor([1, 2, 6], dtype=int64)
  }];
}

def : Function<"unwrap",
               (ins Tensor:$p, OptionalTensor:$discont, Default<Int, "-1">:$axis,
                    Default<Tensor, "2 * std::numbers::pi", "6.283185307179586">:$period)> {
  let summary = "Without jumps of more than discont, half of the period if left out: periods are added.";
  let example = [{
    >>> ct.unwrap(ct.array([0, 3, 2, 1]), period=4)
    Tensor([ 0, -1, -2, -3], dtype=int64)
  }];
}
