// Distributions that are a formula of those in random.td.
include "cotan/functions/function.td"

let module = "random" in {

def : Function<"maxwell", (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Maxwell-distributed: the length of three normally distributed coordinates.";
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.all(ct.random.maxwell(ct.random.key(0), (100,)) > 0))
    True
  }];
}

def : Function<"double_sided_maxwell",
               (ins Tensor:$key, Tensor:$loc, Tensor:$scale, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "loc plus or minus scale times a Maxwell-distributed number.";
  let description = [{
    Without a shape: of that of both parameters together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.double_sided_maxwell(ct.random.key(0), 0.0, 1.0, (4,)).shape
    (4,)
  }];
}

def : Function<"lognormal",
               (ins Tensor:$key, Default<Tensor, "1">:$sigma, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "exp(sigma x) of normally distributed x.";
  let description = [{
    Without a shape: of that of sigma.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.lognormal(ct.random.key(0)) > 0)
    True
  }];
}

def : Function<"pareto",
               (ins Tensor:$key, Tensor:$b, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "Pareto-distributed: above x >= 1 with probability x^-b.";
  let description = [{
    Without a shape: of that of b.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.pareto(ct.random.key(0), 2.0) >= 1)
    True
  }];
}

def : Function<"rayleigh",
               (ins Tensor:$key, Tensor:$scale, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "Rayleigh-distributed: scale times the length of two normally distributed coordinates.";
  let description = [{
    Without a shape: of that of scale.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.rayleigh(ct.random.key(0), 2.0) > 0)
    True
  }];
}

def : Function<"triangular",
               (ins Tensor:$key, Tensor:$left, Tensor:$mode, Tensor:$right, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "With a density that rises from left to mode, and falls to right.";
  let description = [{
    Without a shape: of that of the parameters together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> 1 <= float(ct.random.triangular(ct.random.key(0), 1.0, 1.5, 3.0)) <= 3
    True
  }];
}

def : Function<"wald",
               (ins Tensor:$key, Tensor:$mean, OptionalShape:$shape, DefaultDType:$dtype)> {
  let summary = "Wald-distributed (inverse Gaussian) with this mean and scale 1.";
  let description = [{
    Without a shape: of that of mean. By Michael, Schucany and Haas (1976): one of two roots, so a
    derivative with respect to mean is that of the root, not of a quantile.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.wald(ct.random.key(0), 2.0) > 0)
    True
  }];
}

def : Function<"weibull_min",
               (ins Tensor:$key, Tensor:$scale, Tensor:$concentration, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "Weibull-distributed: scale times x^(1 / concentration) of exponentially distributed x.";
  let description = [{
    Without a shape: of that of both parameters together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.random.weibull_min(ct.random.key(0), 2.0, 1.5) > 0)
    True
  }];
}

}
