// Random numbers by keys.
include "cotan/functions/function.td"

def : Module<"random", "Random numbers by keys, as in jax.random.">;

let module = "random" in {

def : Function<"key", (ins Tensor:$seed, KeywordOnly, OptionalNoMethod:$impl)> {
  let summary = "The key of a sequence of random numbers, by an integer.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.key(7)
    Tensor([0, 7], dtype=uint32)
  }];
}

def : Function<"split", (ins Tensor:$key, Default<Axes, "{2}", "2">:$num)> {
  let overloads = [{
    Tensor split(const Tensor &key, int64_t num = 2);
  }];
  let summary = "Several keys from one, which is not to be used again; of a tuple as num, in that shape.";
  let example = [{
    >>> import cotan as ct
    >>> first, second = ct.random.split(ct.random.key(7))
    >>> bool(ct.all(first == second))
    False
  }];
}

def : Function<"fold_in", (ins Tensor:$key, Tensor:$data)> {
  let summary = "A key from a key and an integer, as the number of a step.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.fold_in(ct.random.key(7), 3).shape
    (2,)
  }];
}

def : Function<"bits", (ins Tensor:$key, ShapeOfNumber:$shape, DTypeOr<"uint32">:$dtype)> {
  let summary = "Random bits, as uint8, uint16, uint32 or uint64.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.bits(ct.random.key(0), (2,), "uint8").dtype
    dtype('uint8')
  }];
}

def : Function<"uniform",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype,
                    Default<Tensor, "0">:$minval, Default<Tensor, "1">:$maxval)> {
  let summary = "Evenly distributed from minval to below maxval, which may be tensors.";
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.uniform(ct.random.key(0), (1000,), minval=-1.0)
    >>> -1 <= float(ct.min(x)) < -0.9 and 0.9 < float(ct.max(x)) < 1
    True
  }];
}

def : Function<"normal",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Normally distributed with mean 0 and variance 1, which of complex numbers is that of both parts together.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.normal(ct.random.key(0), (2, 3)).shape
    (2, 3)
  }];
}

def : Function<"randint",
               (ins Tensor:$key, Shape:$shape, Tensor:$minval, Tensor:$maxval,
                    DTypeOr<"int64">:$dtype)> {
  let summary = "Integers from minval to below maxval; always minval if there are none.";
  let example = [{
    >>> import cotan as ct
    >>> sorted(set(ct.random.randint(ct.random.key(0), (1000,), 1, 7).tolist()))
    [1, 2, 3, 4, 5, 6]
  }];
}

def : Function<"bernoulli",
               (ins Tensor:$key, Default<Tensor, "0.5">:$p, OptionalShape:$shape, KeywordOnly, OptionalString:$mode)> {
  let summary = "True with probability p; without a shape, of that of p.";
  let description = [{
    p has 24 digits of two, or those of its type; with mode="high" 53, which tells probabilities below 1e-7 apart.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.bernoulli(ct.random.key(0), ct.array([0.0, 1.0]))
    Tensor([False,  True], dtype=bool)
  }];
}

def : Function<"exponential",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Exponentially distributed with mean 1.";
  let example = [{
    >>> import cotan as ct
    >>> bool(ct.all(ct.random.exponential(ct.random.key(0), (100,)) >= 0))
    True
  }];
}

def : Function<"gumbel",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype, KeywordOnly, OptionalNoMethod:$mode)> {
  let summary = "Gumbel-distributed: -log(-log(u)) of u between 0 and 1.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.gumbel(ct.random.key(0), (4,), "float64").dtype
    dtype('float64')
  }];
}

def : Function<"laplace",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Laplace-distributed: exponential, with either sign.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.laplace(ct.random.key(0)).shape
    ()
  }];
}

def : Function<"cauchy",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Cauchy-distributed: the quotient of two normally distributed numbers.";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.cauchy(ct.random.key(0), (4,)).shape
    (4,)
  }];
}

def : Function<"logistic",
               (ins Tensor:$key, ShapeOfNumber:$shape, DefaultDType:$dtype)> {
  let summary = "Logistically distributed: below x with probability sigmoid(x).";
  let example = [{
    >>> import cotan as ct
    >>> ct.random.logistic(ct.random.key(0), (4,)).shape
    (4,)
  }];
}

def : Function<"rademacher",
               (ins Tensor:$key, ShapeOfNumber:$shape, DTypeOr<"int64">:$dtype)> {
  let summary = "-1 or 1, equally likely.";
  let example = [{
    >>> import cotan as ct
    >>> sorted(set(ct.random.rademacher(ct.random.key(0), (100,)).tolist()))
    [-1, 1]
  }];
}

def : Function<"truncated_normal",
               (ins Tensor:$key, Tensor:$lower, Tensor:$upper, OptionalShape:$shape,
                    DefaultDType:$dtype)> {
  let summary = "Normally distributed between lower and upper, which may be tensors and have derivatives.";
  let description = [{
    Without a shape: of that of both bounds together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.random.truncated_normal(ct.random.key(0), -1.0, 0.5, (1000,))
    >>> -1 <= float(ct.min(x)) < -0.9 and 0.45 < float(ct.max(x)) <= 0.5
    True
  }];
}

}
