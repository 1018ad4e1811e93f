// Reductions that leave out NaN. Of integers and truth values they are the ones of reduction.td.
include "cotan/functions/reduction/options.td"

def : Function<"nansum", (ins Tensor:$a, OptionalAxes:$axis, SumOptions:$options)> {
  let summary = "Sum along axes of what is not NaN.";
  let example = [{
    >>> ct.nansum(ct.array([1.0, ct.nan]))
    Tensor(1., dtype=float32)
  }];
}

def : Function<"nanprod", (ins Tensor:$a, OptionalAxes:$axis, SumOptions:$options)> {
  let summary = "Product along axes of what is not NaN.";
  let example = [{
    >>> ct.nanprod(ct.array([2.0, ct.nan, 3.0]))
    Tensor(6., dtype=float32)
  }];
}

def : Function<"nanmax", (ins Tensor:$a, OptionalAxes:$axis, ExtremumOptions:$options)> {
  let summary = "Largest element along axes; NaN only where all are NaN.";
  let example = [{
    >>> ct.nanmax(ct.array([2.0, ct.nan, 3.0]))
    Tensor(3., dtype=float32)
  }];
}

def : Function<"nanmin", (ins Tensor:$a, OptionalAxes:$axis, ExtremumOptions:$options)> {
  let summary = "Smallest element along axes; NaN only where all are NaN.";
  let example = [{
    >>> ct.nanmin(ct.array([2.0, ct.nan, 3.0]))
    Tensor(2., dtype=float32)
  }];
}

def : Function<"nanmean", (ins Tensor:$a, OptionalAxes:$axis, MeanOptions:$options)> {
  let summary = "Mean along axes of what is not NaN.";
  let example = [{
    >>> ct.nanmean(ct.array([2.0, ct.nan, 3.0]))
    Tensor(2.5, dtype=float32)
  }];
}

def : Function<"nanvar", (ins Tensor:$a, OptionalAxes:$axis, MomentOptions:$options)> {
  let summary = "Variance along axes of what is not NaN.";
  let example = [{
    >>> ct.nanvar(ct.array([2.0, ct.nan, 4.0]))
    Tensor(1., dtype=float32)
  }];
}

def : Function<"nanstd", (ins Tensor:$a, OptionalAxes:$axis, MomentOptions:$options)> {
  let summary = "Standard deviation along axes of what is not NaN.";
  let example = [{
    >>> ct.nanstd(ct.array([2.0, ct.nan, 6.0]))
    Tensor(2., dtype=float32)
  }];
}

def : Function<"nanargmax", (ins Tensor:$a, OptionalInt:$axis, No:$keepdims)> {
  let summary = "Where the largest number is, the first of several; -1 where all are NaN.";
  let example = [{
    >>> ct.nanargmax(ct.array([ct.nan, 3.0, 5.0]))
    Tensor(2, dtype=int64)
  }];
}

def : Function<"nanargmin", (ins Tensor:$a, OptionalInt:$axis, No:$keepdims)> {
  let summary = "Where the smallest number is, the first of several; -1 where all are NaN.";
  let example = [{
    >>> ct.nanargmin(ct.array([ct.nan, 3.0, 5.0]))
    Tensor(1, dtype=int64)
  }];
}

def : Function<"nancumsum", (ins Tensor:$a, OptionalInt:$axis, OptionalDType:$dtype)> {
  let summary = "Running sum of what is not NaN.";
  let example = [{
    >>> ct.nancumsum(ct.array([1.0, ct.nan, 2.0]))
    Tensor([1., 1., 3.], dtype=float32)
  }];
}

def : Function<"nancumprod", (ins Tensor:$a, OptionalInt:$axis, OptionalDType:$dtype)> {
  let summary = "Running product of what is not NaN.";
  let example = [{
    >>> ct.nancumprod(ct.array([2.0, ct.nan, 3.0]))
    Tensor([2., 2., 6.], dtype=float32)
  }];
}
