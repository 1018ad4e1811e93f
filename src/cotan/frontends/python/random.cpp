// Random numbers.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

void bindKeys(Module &m) {
  m.def("key", random::key, py::arg("seed"), R"(The key of a sequence of random numbers.

>>> import cotan as ct
>>> ct.random.key(7)
Tensor([0, 7], dtype=uint32)
)");
  bindFunction(m, "split", random::split, py::arg("key"), py::arg("num") = 2,
               R"(Several keys from one, which is not to be used again.

>>> import cotan as ct
>>> first, second = ct.random.split(ct.random.key(7))
>>> bool(ct.all(first == second))
False
)");
  bindFunction(m, "fold_in", random::fold_in, py::arg("key"), py::arg("data"),
               R"(A key from a key and an integer, as the number of a step.

>>> import cotan as ct
>>> ct.random.fold_in(ct.random.key(7), 3).shape
(2,)
)");
}

void bindDistribution(Module &m, const char *name,
                      Tensor (*function)(const Tensor &, const Shape &, DType), const char *dtype,
                      const char *doc) {
  bindFunction(m, name, function, py::arg("key"), py::arg("shape") = py::tuple(),
               py::arg("dtype") = dtype, doc);
}

void bindBounded(Module &m) {
  bindFunction(m, "uniform", random::uniform, py::arg("key"), py::arg("shape") = py::tuple(),
               py::arg("dtype") = "float32", py::arg("minval") = 0, py::arg("maxval") = 1,
               R"(Evenly distributed from minval to below maxval, which may be tensors.

>>> import cotan as ct
>>> x = ct.random.uniform(ct.random.key(0), (1000,), minval=-1.0)
>>> -1 <= float(ct.min(x)) < -0.9 and 0.9 < float(ct.max(x)) < 1
True
)");
  bindFunction(
      m, "truncated_normal", random::truncated_normal, py::arg("key"), py::arg("lower"),
      py::arg("upper"), py::arg("shape") = py::none(), py::arg("dtype") = "float32",
      R"(Normally distributed between lower and upper, which may be tensors and have derivatives.

Without a shape: of that of both bounds together.

>>> import cotan as ct
>>> x = ct.random.truncated_normal(ct.random.key(0), -1.0, 0.5, (1000,))
>>> -1 <= float(ct.min(x)) < -0.9 and 0.45 < float(ct.max(x)) <= 0.5
True
)");
}

void bindContinuous(Module &m) {
  bindDistribution(m, "normal", random::normal, "float32",
                   R"(Normally distributed with mean 0 and variance 1.

>>> import cotan as ct
>>> ct.random.normal(ct.random.key(0), (2, 3)).shape
(2, 3)
)");
  bindDistribution(m, "exponential", random::exponential, "float32",
                   R"(Exponentially distributed with mean 1.

>>> import cotan as ct
>>> bool(ct.all(ct.random.exponential(ct.random.key(0), (100,)) >= 0))
True
)");
  bindDistribution(m, "gumbel", random::gumbel, "float32",
                   R"(Gumbel-distributed: -log(-log(u)) of u between 0 and 1.

>>> import cotan as ct
>>> ct.random.gumbel(ct.random.key(0), (4,), "float64").dtype
dtype('float64')
)");
  bindDistribution(m, "cauchy", random::cauchy, "float32",
                   R"(Cauchy-distributed: the quotient of two normally distributed numbers.

>>> import cotan as ct
>>> ct.random.cauchy(ct.random.key(0), (4,)).shape
(4,)
)");
  bindDistribution(m, "logistic", random::logistic, "float32",
                   R"(Logistically distributed: below x with probability sigmoid(x).

>>> import cotan as ct
>>> ct.random.logistic(ct.random.key(0), (4,)).shape
(4,)
)");
  bindDistribution(m, "laplace", random::laplace, "float32",
                   R"(Laplace-distributed: exponential, with either sign.

>>> import cotan as ct
>>> ct.random.laplace(ct.random.key(0)).shape
()
)");
}

void bindDiscrete(Module &m) {
  bindDistribution(m, "bits", random::bits, "uint32",
                   R"(Random bits, as uint8, uint16, uint32 or uint64.

>>> import cotan as ct
>>> ct.random.bits(ct.random.key(0), (2,), "uint8").dtype
dtype('uint8')
)");
  bindFunction(m, "randint", random::randint, py::arg("key"), py::arg("shape"), py::arg("minval"),
               py::arg("maxval"), py::arg("dtype") = "int64",
               R"(Integers from minval to below maxval; always minval if there are none.

>>> import cotan as ct
>>> sorted(set(ct.random.randint(ct.random.key(0), (1000,), 1, 7).tolist()))
[1, 2, 3, 4, 5, 6]
)");
  bindDistribution(m, "rademacher", random::rademacher, "int64", R"(-1 or 1, equally likely.

>>> import cotan as ct
>>> sorted(set(ct.random.rademacher(ct.random.key(0), (100,)).tolist()))
[-1, 1]
)");
  bindFunction(m, "bernoulli", random::bernoulli, py::arg("key"), py::arg("p") = 0.5,
               py::arg("shape") = py::none(),
               R"(True with probability p; without a shape, of that of p.

>>> import cotan as ct
>>> ct.random.bernoulli(ct.random.key(0), ct.array([0.0, 1.0]))
Tensor([False,  True], dtype=bool)
)");
  bindFunction(m, "categorical", random::categorical, py::arg("key"), py::arg("logits"),
               py::arg("axis") = -1, py::arg("shape") = py::none(),
               R"(Indices along an axis, each as likely as softmax of the logits says.

The shape, if given, ends with that of the logits without the axis; what is before counts draws.

>>> import cotan as ct
>>> ct.random.categorical(ct.random.key(0), ct.log(ct.array([0.0, 1.0, 0.0])), shape=(4,))
Tensor([1, 1, 1, 1], dtype=int64)
)");
}

void bindChoices(Module &m) {
  bindFunction(
      m, "permutation", random::permutation, py::arg("key"), py::arg("x"), py::arg("axis") = 0,
      py::arg("independent") = false,
      R"(The slices of x along an axis in a random order; of an integer n, those of arange(n).

Independent: each line along the axis in an order of its own.

>>> import cotan as ct
>>> sorted(ct.random.permutation(ct.random.key(0), 5).tolist())
[0, 1, 2, 3, 4]
)");
  bindFunction(
      m, "choice", random::choice, py::arg("key"), py::arg("a"), py::arg("shape") = py::tuple(),
      py::arg("replace") = true, py::arg("p") = py::none(), py::arg("axis") = 0,
      R"(Slices of a along an axis, or of an integer n numbers below n, each as likely as p says.

Without p all are equally likely; without replace none is taken twice. ValueError: there are too few.

>>> import cotan as ct
>>> ct.random.choice(ct.random.key(0), ct.array([10, 20]), (3,), p=ct.array([0.0, 1.0]))
Tensor([20, 20, 20], dtype=int64)
)");
}

} // namespace

void bindRandom(Module &m) {
  Module random = m.def_submodule("random", "Random numbers by keys, as in jax.random.");
  bindKeys(random);
  bindBounded(random);
  bindContinuous(random);
  bindDiscrete(random);
  bindChoices(random);
}

} // namespace ct::python
