"""The training step of programs/transformer.py in PyTorch, with its AdamW."""

import pathlib
import sys

import torch
import torch.nn.functional as functional

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from programs import transformer as sizes  # noqa: E402


def heads_of(x):
    return x.view(sizes.B, sizes.T, sizes.HEADS, sizes.HEAD).transpose(1, 2)


def attention(x, p, mask):
    q, k, v = torch.addmm(p["qkv_bias"], x, p["qkv"]).split(sizes.D, 1)
    scores = heads_of(q) @ heads_of(k).transpose(2, 3) * sizes.HEAD**-0.5
    shares = torch.softmax(scores.masked_fill(mask, -1e9), 3)
    mixed = (shares @ heads_of(v)).transpose(1, 2).reshape(-1, sizes.D)
    return torch.addmm(p["out_bias"], mixed, p["out"])


def norm(x, scale, bias):
    return functional.layer_norm(x, (sizes.D,), scale, bias)


def layer(x, p, mask):
    x = x + attention(norm(x, p["norm1_scale"], p["norm1_bias"]), p, mask)
    y = torch.addmm(p["up_bias"], norm(x, p["norm2_scale"], p["norm2_bias"]), p["up"])
    return x + torch.addmm(p["down_bias"], functional.gelu(y, approximate="tanh"), p["down"])


def loss_of(p, tokens, targets, mask):
    x = functional.embedding(tokens, p["tokens_table"]) + p["places_table"]
    x = x.view(-1, sizes.D)
    for i in range(sizes.LAYERS):
        x = layer(x, {name: p[f"{name}{i}"] for name in sizes.LAYER}, mask)
    logits = norm(x, p["norm_scale"], p["norm_bias"]) @ p["head"]
    return functional.cross_entropy(logits, targets.view(-1))


def adamw(p, step, first, second):
    """Continued from the given moments."""
    optimizer = torch.optim.AdamW(p, lr=sizes.RATE, betas=(sizes.BETA1, sizes.BETA2), eps=sizes.EPSILON,
                                  weight_decay=sizes.DECAY)
    for x, m, v in zip(p, first, second):
        optimizer.state[x] = {"step": step - 1, "exp_avg": m, "exp_avg_sq": v}
    return optimizer


def training_step(tokens, targets, step, *state):
    """The first call gives what Cotan's program gives; later ones go on training."""
    names = list(sizes.parameters())
    count = len(names)
    p = {name: x.requires_grad_() for name, x in zip(names, state)}
    mask = torch.ones(sizes.T, sizes.T, dtype=torch.bool).triu(1)
    optimizer = adamw(list(p.values()), step, state[count:2 * count], state[2 * count:])

    def run():
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(p, tokens, targets, mask)
        loss.backward()
        optimizer.step()
        moments = [[optimizer.state[x][key] for x in p.values()] for key in ("exp_avg", "exp_avg_sq")]
        return [loss, *p.values(), *moments[0], *moments[1]]
    return run
