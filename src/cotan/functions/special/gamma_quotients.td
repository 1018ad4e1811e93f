// Functions made of the gamma function, and what SciPy calls those that there are already.
include "cotan/functions/function.td"

def : Module<"special", "Special functions, as in jax.scipy.special.">;
foreach name = ["betainc", "digamma", "erf", "erfc", "erfinv"] in
  def : Alias<"special." # name, name>;
def : Alias<"special.expit", "nn.sigmoid">;
def : Alias<"special.gammainc", "igamma">;
def : Alias<"special.gammaincc", "igammac">;
def : Alias<"special.gammaln", "lgamma">;
def : Alias<"special.logit", "nn.logit">;
def : Alias<"special.psi", "digamma">;

let module = "special" in {

def : Function<"polygamma", (ins Int:$n, Tensor:$x)> {
  let summary = "The derivative of digamma of order n, elementwise.";
  let description = [{
    n is between 0 and 1000 and known when a function is traced. Otherwise a ValueError.
  }];
  let example = [{
    >>> ct.special.polygamma(1, ct.array([0.5, 2.0]))
    Tensor([4.934802  , 0.64493406], dtype=float32)
  }];
}

def : Function<"loggamma", (ins Tensor:$x)> {
  let summary = "The logarithm of the gamma function, elementwise.";
  let description = [{
    NaN where x is negative: there it is complex on the principal branch. gammaln is that of the
    absolute value.
  }];
  let example = [{
    >>> ct.special.loggamma(ct.array([0.5, 10.0]))
    Tensor([ 0.5723649, 12.801827 ], dtype=float32)
  }];
}

def : Function<"gammasgn", (ins Tensor:$x)> {
  let summary = "The sign of the gamma function: -1 or 1, elementwise.";
  let description = [{
    At 0 the sign of that; NaN at the negative integers, where there is none, and at minus infinity.
  }];
  let example = [{
    >>> ct.special.gammasgn(ct.array([-1.5, -0.5, 2.0]))
    Tensor([ 1., -1.,  1.], dtype=float32)
  }];
}

def : Function<"factorial", (ins Tensor:$n, No:$exact)> {
  let summary = "n!, that is gamma(n + 1), and 0 where n is negative, elementwise.";
  let description = [{
    Integers become floats. With exact=True n are integers, and the results int64, which ends with 20!.
  }];
  let example = [{
    >>> ct.special.factorial(ct.array([0.0, 5.0, -1.0]))
    Tensor([  1., 120.,   0.], dtype=float32)
  }];
}

def : Function<"betaln", (ins Tensor:$a, Tensor:$b)> {
  let summary = "The logarithm of the absolute value of the beta function, elementwise.";
  let description = [{
    Shapes broadcast. It keeps its digits where the logarithms of gamma functions that it is made of
    cancel. Derivatives, too.
  }];
  let example = [{
    >>> ct.special.betaln(ct.array([0.5, 1e6]), ct.array([0.5, 2.0]))
    Tensor([  1.1447299, -27.631021 ], dtype=float32)
  }];
}

def : Function<"beta", (ins Tensor:$a, Tensor:$b)> {
  let summary = "The beta function gamma(a) gamma(b) / gamma(a + b), elementwise.";
  let description = [{
    Shapes broadcast. NaN where a or b is a negative integer.
  }];
  let example = [{
    >>> ct.special.beta(ct.array([0.5, 2.0]), ct.array([0.5, 3.0]))
    Tensor([3.1415927 , 0.08333334], dtype=float32)
  }];
}

def : Function<"poch", (ins Tensor:$z, Tensor:$m)> {
  let summary = "The rising factorial gamma(z + m) / gamma(z), elementwise.";
  let description = [{
    Shapes broadcast. Where z is 0 or a negative integer the quotient's limit for a whole m, and
    otherwise 0; derivatives are not given there.
  }];
  let example = [{
    >>> ct.special.poch(ct.array([1.0, 2.5]), ct.array([4.0, 2.0]))
    Tensor([24.  ,  8.75], dtype=float32)
  }];
}

def : Function<"comb", (ins Tensor:$N, Tensor:$k, No:$repetition)> {
  let summary = "How many ways there are to choose k of N, elementwise.";
  let description = [{
    Shapes broadcast; integers become floats. 0 where k or N is negative or k is greater than N. With
    repetition each may be chosen more than once. Of whole numbers the result is whole.
  }];
  let example = [{
    >>> ct.special.comb(ct.array([5.0, 10.0]), ct.array([2.0, 11.0]))
    Tensor([10.,  0.], dtype=float32)
  }];
}

def : Function<"multigammaln", (ins Tensor:$a, Int:$d)> {
  let summary = "The logarithm of the multivariate gamma function of dimension d, elementwise.";
  let description = [{
    d (d - 1) / 4 log(pi) and the sum of lgamma(a - i / 2) for i below d, which is known when a
    function is traced. NaN where a is not above (d - 1) / 2. ValueError: d below 1.
  }];
  let example = [{
    >>> ct.special.multigammaln(ct.array([2.0, 7.5]), 3)
    Tensor([ 1.5963126, 21.493273 ], dtype=float32)
  }];
}

}
