"""The workloads in PyTorch: each takes its inputs once, and gives a function that runs it and returns
its results in the order of Cotan's."""

import torch
import torch.nn.functional as functional

import torch_front_door
import torch_functions
import torch_transformer


def scalar_while(step):
    def prepare(x0, c0, n):
        def run():
            x, c, i = x0.clone().requires_grad_(), c0.clone().requires_grad_(), torch.zeros((), dtype=torch.int64)
            y = x
            while i < n:
                y = y + c * step(y)
                i = i + 1
            y.backward()
            return y, x.grad, c.grad
        return run
    return prepare


def rows(function):
    def prepare(*inputs):
        def run():
            with torch.no_grad():
                return [function(*inputs)]
        return run
    return prepare


def rows_and_gradient(function, arguments):
    """The last input is the cotangent."""
    def prepare(*inputs):
        *primal, seed = inputs
        for x in primal[:arguments]:
            x.requires_grad_()

        def run():
            y = function(*primal)
            return [y, *torch.autograd.grad(y, primal[:arguments], seed)]
        return run
    return prepare


def chain(x, y):
    return torch.tanh(x * y + x) * torch.exp(-(y * y)) + 0.5 * x


def layer_norm(x, scale, bias):
    return functional.layer_norm(x, scale.shape, scale, bias)


def gru(xs, w, u, b, h0, length):
    parameters = [w, u, b]
    for parameter in parameters:
        parameter.requires_grad_()

    def run():
        h, i = h0, 0
        while i < length:
            xr, xz, xn = torch.addmm(b, xs[i], w).chunk(3, 1)
            hr, hz, hn = (h @ u).chunk(3, 1)
            r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz)
            n = torch.tanh(xn + r * hn)
            h = torch.lerp(n, h, z)
            i += 1
        loss = h.square().sum()
        return [loss, *torch.autograd.grad(loss, parameters)]
    return run


PROGRAMS = {
    "sine": scalar_while(torch.sin),
    "logistic": scalar_while(lambda x: x * (1 - x)),
    "softmax": rows(lambda x: torch.softmax(x, 1)),
    "log_softmax_gradient": rows_and_gradient(lambda x: torch.log_softmax(x, 1), 1),
    "layer_norm": rows(layer_norm),
    "layer_norm_gradient": rows_and_gradient(layer_norm, 3),
    "chain": rows(chain),
    "chain_gradient": rows_and_gradient(chain, 2),
    "gru": gru,
    "transformer": torch_transformer.training_step,
    **torch_functions.PROGRAMS,
    "gpt": torch_front_door.gpt,
    "beam": torch_front_door.beam,
    "lstm_sequence": torch_front_door.sequence(torch.nn.LSTM),
    "lstm_gradient": torch_front_door.sequence_gradient(torch.nn.LSTM),
    "gru_sequence": torch_front_door.sequence(torch.nn.GRU),
    "gru_gradient": torch_front_door.sequence_gradient(torch.nn.GRU),
    "network": torch_front_door.network,
    "network_last": torch_front_door.network,
    "network_gradient": torch_front_door.network_gradient("first"),
    "network_gradient_last": torch_front_door.network_gradient("last"),
    "cache": torch_front_door.cache,
    "decode": torch_front_door.decode,
    "normal": torch_front_door.eager(lambda x: [torch.randn(x.shape)]),
    "mask": torch_front_door.eager(lambda x: [x[x > 0.5]]),
    "top_k": torch_front_door.eager(lambda x: torch.topk(x, 100)),
    "tanh": torch_front_door.eager(lambda x: [torch.tanh(x)]),
    "one_more": torch_front_door.eager(lambda x: [x + 1]),
}


def prepare(name, inputs):
    return PROGRAMS[name](*inputs)
