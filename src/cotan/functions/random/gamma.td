// The gamma distribution, and those that are made of it. Samples move with the parameters: derivatives
// are those of quantiles (implicit reparametrization: Figurnov and others, 2018), of any order.
include "cotan/functions/function.td"

let module = "random" in {

def : Function<"gamma",
               (ins Tensor:$key, Tensor:$a, OptionalShape:$shape, DefaultDType:$dtype, KeywordOnly, OptionalNoMethod:$method)> {
  let summary = "Gamma-distributed with shape a and scale 1.";
  let description = [{
    Without a shape: of that of a. NaN where a is not positive. By Marsaglia and Tsang (2000); each
    sample takes the first of its proposals that is accepted, so the time is that of the slowest. A
    derivative with respect to a is that of a quantile, and takes about a microsecond each.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.gamma(ct.random.key(0), 3.0, (10000,))
    >>> abs(float(ct.mean(x)) - 3) < 0.1
    True
  }];
}

def : Function<"loggamma",
               (ins Tensor:$key, Tensor:$a, OptionalShape:$shape, DefaultDType:$dtype, KeywordOnly, OptionalNoMethod:$method)> {
  let summary = "The logarithm of what gamma gives, where that may be too small for a number.";
  let description = [{
    Finite for the smallest shapes a. Else as gamma.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.loggamma(ct.random.key(0), 1e-4) < -1)
    True
  }];
}

def : Function<"beta",
               (ins Tensor:$key, Tensor:$a, Tensor:$b, OptionalShape:$shape,
                    DefaultDType:$dtype, KeywordOnly, OptionalNoMethod:$method)> {
  let summary = "Beta-distributed: x / (x + y) of gamma-distributed x and y of shapes a and b.";
  let description = [{
    Without a shape: of that of a and b together. NaN where a or b is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.beta(ct.random.key(0), 2.0, 6.0, (10000,))
    >>> abs(float(ct.mean(x)) - 0.25) < 0.01
    True
  }];
}

def : Function<"dirichlet",
               (ins Tensor:$key, Tensor:$alpha, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "Dirichlet-distributed: shares that sum to 1 along the last axis, that of alpha.";
  let description = [{
    The shape counts the vectors; without it, of that of alpha without its last axis. NaN where alpha is
    not positive. ValueError: alpha has no axes, or does not fit the shape.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.dirichlet(ct.random.key(0), ct.array([1.0, 2.0, 3.0]), (4,))
    >>> x.shape, bool(ct.allclose(ct.sum(x, -1), 1.0))
    ((4, 3), True)
  }];
}

def : Function<"chisquare",
               (ins Tensor:$key, Tensor:$df, OptionalShape:$shape, DefaultDType:$dtype, KeywordOnly, OptionalNoMethod:$method)> {
  let summary = "Chi-square-distributed with df degrees of freedom.";
  let description = [{
    Without a shape: of that of df. NaN where df is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.chisquare(ct.random.key(0), ct.array([1.0, 2.0])).shape
    (2,)
  }];
}

def : Function<"f",
               (ins Tensor:$key, Tensor:$dfnum, Tensor:$dfden, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "F-distributed: the quotient of two chi-square-distributed numbers, each by its degrees of freedom.";
  let description = [{
    Without a shape: of that of both parameters together. NaN where one is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.f(ct.random.key(0), 3.0, 5.0) > 0)
    True
  }];
}

def : Function<"t",
               (ins Tensor:$key, Tensor:$df, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "Distributed as Student's t with df degrees of freedom.";
  let description = [{
    Without a shape: of that of df. NaN where df is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.t(ct.random.key(0), 3.0, (4,)).shape
    (4,)
  }];
}

def : Function<"generalized_normal",
               (ins Tensor:$key, Tensor:$p, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "With a density proportional to exp(-abs(x)^p).";
  let description = [{
    Without a shape: of that of p. NaN where p is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.generalized_normal(ct.random.key(0), 1.5, (4,)).shape
    (4,)
  }];
}

def : Function<"ball",
               (ins Tensor:$key, Int:$d, Default<Tensor, "2">:$p, ShapeOfNumber:$shape,
                    DefaultDType:$dtype)> {
  let summary = "Points of the unit ball of d dimensions and of the p-norm, evenly distributed.";
  let description = [{
    The result has the shape followed by d. By Barthe and others (2005). ValueError: d is negative.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.ball(ct.random.key(0), 3, shape=(100,))
    >>> x.shape, bool(ct.all(ct.linalg.norm(x, axis=1) < 1))
    ((100, 3), True)
  }];
}

}
