"""The workloads of front_door/in_cotan.py in PyTorch."""

import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as functional

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from front_door import parameters as given, resnet  # noqa: E402

HEAD = given.FEATURES // given.HEADS


def norm(x, p):
    return functional.layer_norm(x, (given.FEATURES,), p["scale"], p["bias"])


def attention(x, p, mask):
    def heads(part):
        return part.view(*part.shape[:2], given.HEADS, HEAD).transpose(1, 2)

    q, k, v = map(heads, (x @ p["qkv"]).split(given.FEATURES, 2))
    scores = (q @ k.transpose(2, 3) * HEAD**-0.5).masked_fill(mask, -1e30)
    return (torch.softmax(scores, 3) @ v).transpose(1, 2).reshape(x.shape) @ p["out"]


def loss_of(p, tokens, mask):
    x = functional.embedding(tokens[:, :-1], p["token"]) + p["place"]
    for layer in p["layers"]:
        x = x + attention(norm(x, layer["before"]), layer, mask)
        x = x + functional.gelu(norm(x, layer["middle"]) @ layer["up"], approximate="tanh") @ layer["down"]
    logits = norm(x, p["end"]) @ p["token"].T
    return functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


def gpt(tokens, *leaves):
    for x in leaves:
        x.requires_grad_()
    p = given.nest(given.GPT, iter(leaves))
    mask = torch.ones(given.CONTEXT, given.CONTEXT, dtype=torch.bool).triu(1)
    optimizer = torch.optim.AdamW(leaves, lr=given.RATE, betas=given.BETAS, weight_decay=given.DECAY)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(p, tokens, mask)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return lambda: [step() for _ in range(given.STEPS)]


def beam(points, *flat):
    for x in flat:
        x.requires_grad_()
    load = np.pi**4 * torch.sin(np.pi * points)

    def deflection(x):
        y = x[:, None]
        *inner, (weights, bias) = given.pairs(flat)
        for w, b in inner:
            y = torch.tanh(torch.addmm(b, y, w))
        return x * (1 - x) * torch.addmm(bias, y, weights)[:, 0]

    def run():
        x = points.clone().requires_grad_()
        orders = [deflection(x)]
        for _ in range(4):
            orders.append(torch.autograd.grad(orders[-1].sum(), x, create_graph=True)[0])
        second, fourth = orders[2], orders[4]
        ends = second[0] ** 2 + second[-1] ** 2
        loss = ((fourth - load) ** 2).mean() / np.pi**8 + ends / np.pi**4
        return [loss, *torch.autograd.grad(loss, flat)]

    return run


def classify(images, leaves):
    def normalize(x, scale, bias):
        return functional.batch_norm(x, None, None, scale, bias, training=True)

    def convolve(x, kernel, stride):
        return functional.conv2d(x, kernel, stride=stride, padding=kernel.shape[2] // 2)

    return resnet.forward(images, leaves, convolve, normalize, functional.relu).mean((2, 3)) @ leaves[-1]


def channels_first(images, leaves):
    """In libtorch's own order: images of [batch, channel, ...], kernels of [to, from, ...]."""
    return images.permute(0, 3, 1, 2).contiguous(), \
        [x.permute(3, 2, 0, 1).contiguous() if x.ndim == 4 else x for x in leaves]


def network(images, labels, *leaves):
    images, leaves = channels_first(images, leaves)

    def run():
        with torch.no_grad():
            return [classify(images, leaves)]
    return run


def network_gradient(channels):
    """Computes in libtorch's order, and says the kernels' derivatives in that of the other side."""
    def prepare(images, labels, *leaves):
        images, leaves = channels_first(images, leaves)
        for x in leaves:
            x.requires_grad_()

        def run():
            loss = functional.cross_entropy(classify(images, leaves), labels)
            slopes = torch.autograd.grad(loss, leaves)
            if channels == "last":
                slopes = [x.permute(2, 3, 1, 0) if x.ndim == 4 else x for x in slopes]
            return [loss, *slopes]
        return run
    return prepare


def cache(rows, weights, out):
    def run():
        with torch.no_grad():
            keys = torch.zeros(len(weights), *rows.shape)
            for t, row in enumerate(rows):
                for layer in range(len(weights)):
                    keys[layer, t] = row * (layer + 1)
        return [keys]
    return run


def decode(rows, weights, out):
    def run():
        with torch.no_grad():
            keys, values, results = torch.zeros(2, len(weights), *rows.shape).unbind() + (torch.zeros_like(rows),)
            for t, x in enumerate(rows):
                for layer in range(len(weights)):
                    query, keys[layer, t], values[layer, t] = (x @ weights[layer]).chunk(3)
                    shares = torch.softmax(keys[layer, :t + 1] @ query * rows.shape[1]**-0.5, 0)
                    x = x + shares @ values[layer, :t + 1] @ out[layer]
                results[t] = x
        return [results]
    return run


def eager(function):
    def prepare(*inputs):
        def run():
            with torch.no_grad():
                return list(function(*inputs))
        return run
    return prepare


def layer(kind, x, weights):
    made = kind(x.shape[-1], weights[0].shape[1])
    with torch.no_grad():
        for parameter, given in zip(made.parameters(), weights):
            parameter.copy_(given)
    return made


def sequence(kind):
    def prepare(x, *weights):
        network = layer(kind, x, weights)

        def run():
            with torch.no_grad():
                return [network(x)[0]]
        return run
    return prepare


def sequence_gradient(kind):
    def prepare(x, *weights):
        network = layer(kind, x, weights)
        x.requires_grad_()

        def run():
            loss = network(x)[0].square().mean()
            return [loss, *torch.autograd.grad(loss, [x, *network.parameters()])]
        return run
    return prepare
