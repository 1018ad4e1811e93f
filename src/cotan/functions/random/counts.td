// Distributions of whole numbers.
include "cotan/functions/function.td"

let module = "random" in {

def : Function<"poisson",
               (ins Tensor:$key, Tensor:$lam, OptionalShape:$shape, DTypeOr<"int64">:$dtype, KeywordOnly, OptionalNoMethod:$method)> {
  let summary = "Poisson-distributed with mean lam.";
  let description = [{
    Without a shape: of that of lam. -1 where lam is negative, infinite or NaN. By inversion below 10, and
    from there by Hörmann's transformed rejection (1993). Computed in float64 whatever the type.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.poisson(ct.random.key(0), 4.0, (10000,))
    >>> abs(float(ct.mean(x)) - 4) < 0.1
    True
  }];
}

def : Function<"binomial",
               (ins Tensor:$key, Tensor:$n, Tensor:$p, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "How many of n trials succeed, each with probability p; as floats, as in jax.random.";
  let description = [{
    Without a shape: of that of n and p together. NaN where n is negative, p outside [0, 1], or one is NaN.
    By inversion where fewer than 10 are expected to be of the rarer outcome, and from there by Hörmann's
    transformed rejection (1993). Computed in float64 whatever the type.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.binomial(ct.random.key(0), 10, 0.3, (10000,))
    >>> abs(float(ct.mean(x)) - 3) < 0.1
    True
  }];
}

def : Function<"multinomial",
               (ins Tensor:$key, Tensor:$n, Tensor:$p, OptionalShape:$shape,
                    DefaultDType:$dtype, KeywordOnly, NoCount<"1">:$unroll)> {
  let summary = "How often each of several outcomes occurs in n trials, with probabilities along the last axis of p; as floats.";
  let description = [{
    The shape counts the vectors of results; without it, of that of n and of p without its last axis together.
    The probabilities are divided by their sum. NaN where n or a probability is negative, or NaN. Each number is
    binomial, of the trials that those before it leave. ValueError: p is a number.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.multinomial(ct.random.key(0), 10, ct.array([0.2, 0.3, 0.5]), (1000,))
    >>> x.shape, bool(ct.all(ct.sum(x, -1) == 10))
    ((1000, 3), True)
  }];
}

def : Function<"geometric",
               (ins Tensor:$key, Tensor:$p, OptionalShape:$shape, DTypeOr<"int64">:$dtype)> {
  let summary = "How many trials it takes until one succeeds, each with probability p.";
  let description = [{
    Without a shape: of that of p. -1 where p is outside (0, 1].
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.geometric(ct.random.key(0), ct.array([1.0, 1.0]))
    Tensor([1, 1], dtype=int64)
  }];
}

}
