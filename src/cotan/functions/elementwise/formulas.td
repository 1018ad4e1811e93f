// Functions of numbers that are made of others.
include "cotan/functions/function.td"

def : Function<"sinc", (ins Tensor:$x)> {
  let summary = "sin(pi x) / (pi x), and 1 at 0, elementwise.";
  let description = [{
    Derivatives at 0 are those of the function.
  }];
  let example = [{
    >>> ct.sinc(ct.array([0.0, 0.5, 1.5]))
    Tensor([ 1.        ,  0.63661975, -0.21220659], dtype=float32)
  }];
}

def : Function<"heaviside", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "0 where x1 is below 0, 1 where it is above, else x2.";
  let example = [{
    >>> ct.heaviside(ct.array([-2.0, 0.0, 2.0]), 0.5)
    Tensor([0. , 0.5, 1. ], dtype=float32)
  }];
}

def : Function<"logaddexp", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "log(exp(x1) + exp(x2)) without overflow, elementwise.";
  let example = [{
    >>> ct.logaddexp(ct.array([0.0, 1000.0]), 0.0)
    Tensor([6.931472e-01, 1.000000e+03], dtype=float32)
  }];
}

def : Function<"logaddexp2", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "log2(2**x1 + 2**x2) without overflow, elementwise.";
  let example = [{
    >>> ct.logaddexp2(3.0, ct.array([3.0, 1000.0]))
    Tensor([   4., 1000.], dtype=float32)
  }];
}

def : Function<"deg2rad", (ins Tensor:$x)> {
  let summary = "Degrees to radians, elementwise.";
  let example = [{
    >>> ct.deg2rad(ct.array([0.0, 180.0]))
    Tensor([0.       , 3.1415927], dtype=float32)
  }];
}

def : Function<"rad2deg", (ins Tensor:$x)> {
  let summary = "Radians to degrees, elementwise.";
  let example = [{
    >>> ct.rad2deg(ct.array([0.0, ct.pi]))
    Tensor([  0., 180.], dtype=float32)
  }];
}

def : Function<"float_power", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "x1 to the power x2, as floats, elementwise.";
  let example = [{
    >>> ct.float_power(ct.array([2, 4]), -1)
    Tensor([0.5 , 0.25], dtype=float32)
  }];
}

def : Function<"nan_to_num",
               (ins Tensor:$x, YesNoEffect:$copy, Default<Tensor, "0.0">:$nan, OptionalTensor:$posinf,
                    OptionalTensor:$neginf)> {
  let summary = "With numbers in the places of NaN and infinities, elementwise.";
  let description = [{
    Without posinf and neginf, infinities become the largest and the smallest finite number.
  }];
  let example = [{
    >>> ct.nan_to_num(ct.array([ct.nan, ct.inf, 1.0]), posinf=9.0)
    Tensor([0., 9., 1.], dtype=float32)
  }];
}

def : Function<"round", (ins Tensor:$a, Default<Int, "0">:$decimals)> {
  let summary = "To the nearest number with this many decimals, halves to the even one, elementwise.";
  let description = [{
    Integers stay as they are; a negative number of decimals is an error for them.
  }];
  let example = [{
    >>> ct.round(ct.array([0.125, 1.5, 2.5])), ct.round(ct.array([0.126, 17.3]), 1)
    (Tensor([0., 2., 2.], dtype=float32), Tensor([ 0.1, 17.3], dtype=float32))
  }];
  let isMethod = true;
}

def : Function<"clamp", (ins Tensor:$min, Tensor:$x, Tensor:$max)> {
  let summary = "x, but at least min and at most max, elementwise.";
  let example = [{
    >>> ct.clamp(0.0, ct.array([-1.0, 0.5, 2.0]), 1.0)
    Tensor([0. , 0.5, 1. ], dtype=float32)
  }];
}

def : Function<"positive", (ins Tensor:$x)> {
  let summary = "x as it is; truth values become numbers.";
  let example = [{
    >>> ct.positive(ct.array([-1.0, 2.0]))
    Tensor([-1.,  2.], dtype=float32)
  }];
}

def : Function<"fabs", (ins Tensor:$x)> {
  let summary = "The absolute value as a float, elementwise.";
  let example = [{
    >>> ct.fabs(ct.array([-1, 2]))
    Tensor([1., 2.], dtype=float32)
  }];
}

def : Function<"fmax", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "The larger number, elementwise; of a number and NaN, the number.";
  let example = [{
    >>> ct.fmax(ct.array([1.0, ct.nan]), ct.array([2.0, 3.0]))
    Tensor([2., 3.], dtype=float32)
  }];
}

def : Function<"fmin", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "The smaller number, elementwise; of a number and NaN, the number.";
  let example = [{
    >>> ct.fmin(ct.array([1.0, ct.nan]), ct.array([2.0, 3.0]))
    Tensor([1., 3.], dtype=float32)
  }];
}

def : Function<"power", (ins Tensor:$x, Tensor:$y)> {
  let summary = "x to the power y, elementwise.";
  let description = [{
    Shapes broadcast as in NumPy; operands take one element type. Small whole numbers and a half become
    products and roots.
  }];
  let example = [{
    >>> ct.power(ct.array([1.5, 3.0]), 2)
    Tensor([2.25, 9.  ], dtype=float32)
  }];
}
