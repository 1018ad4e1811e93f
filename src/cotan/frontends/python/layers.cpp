// What layers of neural networks are made of: normalization, dropout, attention; and losses.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

using Optional = std::optional<Operand>;
std::optional<Tensor> tensorOf(const Optional &operand) {
  return operand ? std::optional(operand->tensor) : std::nullopt;
}

void bindNorms(Module &nn) {
  bindFunction(nn, "layer_norm", nn::layer_norm, py::arg("x"), py::arg("scale") = py::none(),
               py::arg("bias") = py::none(), py::arg("axis") = -1, py::arg("epsilon") = 1e-5,
               R"((x - mean) / sqrt(variance + epsilon) * scale + bias along axes (Ba et al. 2016).

scale (1 if left out) and bias (0) have the sizes of x along these axes. ValueError: they have not.

>>> import cotan as ct
>>> ct.nn.layer_norm(ct.array([[1.0, 3.0]]), epsilon=0.0)
Tensor([[-1.,  1.]], dtype=float32)
)");
  bindFunction(nn, "rms_norm", nn::rms_norm, py::arg("x"), py::arg("scale") = py::none(),
               py::arg("axis") = -1, py::arg("epsilon") = 1e-5,
               R"(x / sqrt(mean(x^2) + epsilon) * scale along axes (Zhang and Sennrich 2019).

>>> import cotan as ct
>>> ct.nn.rms_norm(ct.array([1.0, 7.0]), ct.array([5.0, 10.0]), epsilon=0.0)
Tensor([ 1., 14.], dtype=float32)
)");
}

void bindBatchNorms(Module &nn) {
  nn.def(
      "batch_norm",
      [](const Operand &x, const Operand &scale, const Operand &bias, int64_t axis,
         double epsilon) {
        auto all = unlocked(
            [&] { return nn::batch_norm(x.tensor, scale.tensor, bias.tensor, axis, epsilon); });
        return py::make_tuple(all.y, all.mean, all.variance);
      },
      py::arg("x"), py::arg("scale"), py::arg("bias"), py::arg("axis") = -1,
      py::arg("epsilon") = 1e-5,
      R"(For training: each feature with mean 0 and variance 1 over the batch, times scale plus bias.

A feature is an index along the axis; mean and variance are those along all other axes, and returned
too, for the running averages that batch_norm_inference takes (Ioffe and Szegedy 2015). ValueError:
scale or bias do not have one element per feature.

>>> import cotan as ct
>>> y, mean, variance = ct.nn.batch_norm(ct.array([[1.0], [3.0]]), ct.ones(1), ct.zeros(1), epsilon=0.0)
>>> y.tolist(), mean.tolist(), variance.tolist()
([[-1.0], [1.0]], [2.0], [1.0])
)");
  bindFunction(nn, "batch_norm_inference", nn::batch_norm_inference, py::arg("x"), py::arg("scale"),
               py::arg("bias"), py::arg("mean"), py::arg("variance"), py::arg("axis") = -1,
               py::arg("epsilon") = 1e-5,
               R"(The same with a given mean and variance of each feature.

>>> import cotan as ct
>>> one, zero = ct.ones(1), ct.zeros(1)
>>> ct.nn.batch_norm_inference(ct.array([[1.0], [3.0]]), one, zero, one, 4 * one, epsilon=0.0).tolist()
[[0.0], [1.0]]
)");
}

void bindDropout(Module &nn) {
  bindFunction(nn, "dropout", nn::dropout, py::arg("x"), py::arg("key"), py::arg("rate"),
               R"(Each element replaced by 0 with probability rate, the others divided by 1 - rate.

The same key drops the same elements: use every key once. ValueError: the rate is not from 0 to 1.

>>> import cotan as ct
>>> sorted(set(ct.nn.dropout(ct.ones(1000), ct.random.key(0), 0.5).tolist()))
[0.0, 2.0]
)");
}

void bindAttention(Module &nn) {
  nn.def(
      "dot_product_attention",
      [](const Operand &query, const Operand &key, const Operand &value, const Optional &bias,
         const Optional &mask, std::optional<double> scale, bool isCausal) {
        return unlocked([&] {
          return nn::dot_product_attention(query.tensor, key.tensor, value.tensor,
                                           {tensorOf(bias), tensorOf(mask), scale, isCausal});
        });
      },
      py::arg("query"), py::arg("key"), py::arg("value"), py::arg("bias") = py::none(),
      py::arg("mask") = py::none(), py::kw_only(), py::arg("scale") = py::none(),
      py::arg("is_causal") = false,
      R"(Attention of several heads, as jax.nn.dot_product_attention (Vaswani et al. 2017).

query is (batch, queries, heads, features), key and value (batch, keys, heads, features); all may lack
the batch. Several heads of the query may share one of key and value. The scores, of shape (batch,
heads, queries, keys), are multiplied by scale, 1 / sqrt(features) if left out, and bias is added; a
query does not meet keys where mask is False, nor with is_causal keys after it. Without bias and mask,
memory does not grow with the product of queries and keys. ValueError: the shapes do not go together.

>>> import cotan as ct
>>> x = ct.reshape(ct.arange(4.0), (1, 4, 1, 1))
>>> ct.nn.dot_product_attention(ct.zeros((1, 4, 1, 1)), x, x, is_causal=True).ravel()
Tensor([0. , 0.5, 1. , 1.5], dtype=float32)
)");
}

template <Tensor (*function)(const Tensor &, const Tensor &, int64_t)>
void bindLabelLoss(Module &nn, const char *name, const char *x, const char *doc) {
  bindFunction(nn, name, function, py::arg(x), py::arg("labels"), py::arg("axis") = -1, doc);
}

void bindLosses(Module &nn) {
  bindLabelLoss<nn::cross_entropy>(
      nn, "cross_entropy", "logits",
      R"(Minus the logarithm of the probability that logits along an axis give to each label.

Labels are integers, of the shape of the logits without the axis, which is the result's too: take the
mean for the usual loss. The loss of a label that is no class is 0. TypeError: labels are no integers.

>>> import cotan as ct
>>> ct.nn.cross_entropy(ct.zeros((2, 2)), ct.array([0, 1]))
Tensor([0.6931472, 0.6931472], dtype=float32)
)");
  nn.attr("softmax_cross_entropy_with_integer_labels") = nn.attr("cross_entropy"); // optax's name
  bindLabelLoss<nn::nll_loss>(nn, "nll_loss", "x",
                              R"(The same of logarithms of probabilities, as log_softmax gives them.

>>> import cotan as ct
>>> ct.nn.nll_loss(ct.log(ct.array([[0.5, 0.5]])), ct.array([1]))
Tensor([0.6931472], dtype=float32)
)");
  bindFunction(nn, "mse", nn::mse, py::arg("x"), py::arg("y"),
               R"(The mean of the squared differences, a number.

>>> import cotan as ct
>>> ct.nn.mse(ct.array([1.0, 5.0]), 2.0)
Tensor(5., dtype=float32)
)");
  bindFunction(
      nn, "huber", nn::huber, py::arg("x"), py::arg("y"), py::arg("delta") = 1.0,
      R"(The mean of d^2 / 2 where |d| is at most delta, else delta * (|d| - delta / 2); d = x - y.

>>> import cotan as ct
>>> ct.nn.huber(ct.array([1.0, 5.0]), 2.0)
Tensor(1.5, dtype=float32)
)");
}

} // namespace

void bindLayers(Module &m) {
  Module nn = m.attr("nn").cast<Module>();
  bindNorms(nn);
  bindBatchNorms(nn);
  bindDropout(nn);
  bindAttention(nn);
  bindLosses(nn);
}

} // namespace ct::python
