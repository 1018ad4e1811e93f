// Activations that are written by hand; others come from the table in elementwise.cpp.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

void bindAlong(Module &m, const char *name, Tensor (*function)(const Tensor &, int64_t),
               const char *doc) {
  bindFunction(m, name, function, py::arg("x"), py::arg("axis") = -1, doc);
}

void bindRectifiers(Module &nn) {
  bindFunction(nn, "elu", ct::nn::elu, py::arg("x"), py::arg("alpha") = 1.0,
               R"(x where it is above 0, else alpha * (exp(x) - 1).

>>> import cotan as ct
>>> ct.nn.elu(ct.array([-1.0, 2.0]))
Tensor([-0.63212055,  2.        ], dtype=float32)
)");
  bindFunction(nn, "celu", ct::nn::celu, py::arg("x"), py::arg("alpha") = 1.0,
               R"(As elu, with exp(x / alpha), so that the slope is 1 on both sides of 0.

>>> import cotan as ct
>>> ct.nn.celu(ct.array([-1.0, 2.0]), alpha=0.5)
Tensor([-0.43233237,  2.        ], dtype=float32)
)");
  bindUnary(nn, "selu", ct::nn::selu, R"(elu scaled so that layers keep mean 0 and variance 1.

>>> import cotan as ct
>>> ct.nn.selu(ct.array([-1.0, 2.0]))
Tensor([-1.1113307,  2.101402 ], dtype=float32)
)");
  bindFunction(nn, "leaky_relu", ct::nn::leaky_relu, py::arg("x"), py::arg("negative_slope") = 0.01,
               R"(x where it is at least 0, else x scaled down.

>>> import cotan as ct
>>> ct.nn.leaky_relu(ct.array([-1.0, 2.0]), negative_slope=0.5)
Tensor([-0.5,  2. ], dtype=float32)
)");
  bindFunction(nn, "gelu", ct::nn::gelu, py::arg("x"), py::arg("approximate") = true,
               R"(x times the probability that a normal number is less; approximately, by tanh.

>>> import cotan as ct
>>> ct.nn.gelu(ct.array([-1.0, 2.0]), approximate=False)
Tensor([-0.15865526,  1.9544997 ], dtype=float32)
)");
}

void bindHard(Module &nn) {
  bindUnary(nn, "hard_tanh", ct::nn::hard_tanh, R"(x cut off below -1 and above 1.

>>> import cotan as ct
>>> ct.nn.hard_tanh(ct.array([-3.0, 0.5]))
Tensor([-1. ,  0.5], dtype=float32)
)");
  bindUnary(nn, "hard_sigmoid", ct::nn::hard_sigmoid, R"(relu6(x + 3) / 6.

>>> import cotan as ct
>>> ct.nn.hard_sigmoid(ct.array([-3.0, 1.5]))
Tensor([0.  , 0.75], dtype=float32)
)");
  bindUnary(nn, "hard_silu", ct::nn::hard_silu, R"(x * hard_sigmoid(x); also called hard_swish.

>>> import cotan as ct
>>> ct.nn.hard_silu(ct.array([-3.0, 1.5]))
Tensor([-0.   ,  1.125], dtype=float32)
)");
  bindUnary(nn, "soft_sign", ct::nn::soft_sign, R"(x / (|x| + 1).

>>> import cotan as ct
>>> ct.nn.soft_sign(ct.array([-3.0, 1.0]))
Tensor([-0.75,  0.5 ], dtype=float32)
)");
  bindFunction(nn, "squareplus", ct::nn::squareplus, py::arg("x"), py::arg("b") = 4.0,
               R"((x + sqrt(x^2 + b)) / 2.

>>> import cotan as ct
>>> ct.nn.squareplus(ct.array([0.0, 1.5]))
Tensor([1., 2.], dtype=float32)
)");
  bindUnary(nn, "identity", ct::nn::identity, R"(x itself.

>>> import cotan as ct
>>> ct.nn.identity(ct.array(1.5))
Tensor(1.5, dtype=float32, weak_type=True)
)");
}

void bindAlongAxes(Module &nn) {
  bindAlong(nn, "softmax", ct::nn::softmax, R"(Exponentials that sum to one along an axis.

>>> import cotan as ct
>>> ct.nn.softmax(ct.zeros(4))
Tensor([0.25, 0.25, 0.25, 0.25], dtype=float32)
)");
  bindAlong(nn, "log_softmax", ct::nn::log_softmax,
            R"(Logarithm of softmax along an axis, without overflow.

>>> import cotan as ct
>>> ct.nn.log_softmax(ct.array([0.0, 1000.0]))
Tensor([-1000.,     0.], dtype=float32)
)");
  bindAlong(nn, "glu", ct::nn::glu, R"(The first half along an axis times the sigmoid of the second.

ValueError: the size of the axis is odd.

>>> import cotan as ct
>>> ct.nn.glu(ct.array([3.0, 0.0]))
Tensor([1.5], dtype=float32)
)");
  bindFunction(
      nn, "standardize", ct::nn::standardize, py::arg("x"), py::arg("axis") = -1,
      py::arg("mean") = py::none(), py::arg("variance") = py::none(), py::arg("epsilon") = 1e-5,
      R"((x - mean) / sqrt(variance + epsilon), of the mean and variance along axes unless they are given.

>>> import cotan as ct
>>> ct.nn.standardize(ct.array([1.0, 3.0]), epsilon=0.0)
Tensor([-1.,  1.], dtype=float32)
)");
}

} // namespace

void bindActivations(Module &m) {
  Module nn = m.attr("nn").cast<Module>();
  bindRectifiers(nn);
  bindHard(nn);
  bindAlongAxes(nn);
  nn.attr("logsumexp") = m.attr("logsumexp");
  nn.attr("tanh") = m.attr("tanh");
  nn.attr("swish") = nn.attr("silu");
  nn.attr("hard_swish") = nn.attr("hard_silu");
}

} // namespace ct::python
