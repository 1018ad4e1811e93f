"""Recurrent networks, entry by entry, and the loss of their labels, alignment by alignment."""

import itertools

import numpy as np

from .losses import DTYPE
from .rows import call, each, table

FUNCTIONS, of = table()
_RANDOM = np.random.default_rng(5)


def numbers(*shape, dtype=np.float32):
    return (_RANDOM.normal(size=shape) / 2).astype(dtype)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def affine(x, weight, bias):
    return x @ weight.T if bias is None else x @ weight.T + bias


def rnn_cell(x, h, w, u, a=None, b=None, nonlinearity="tanh"):
    sums = affine(x, w, a) + affine(h, u, b)
    return np.tanh(sums) if nonlinearity == "tanh" else np.maximum(sums, 0)


def lstm_cell(x, h, c, w, u, a=None, b=None):
    i, f, g, o = np.split(affine(x, w, a) + affine(h, u, b), 4, -1)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def gru_cell(x, h, w, u, a=None, b=None):
    r, z, n = np.split(affine(x, w, a), 3, -1)
    s, y, m = np.split(affine(h, u, b), 3, -1)
    update = sigmoid(z + y)
    return (1 - update) * np.tanh(n + sigmoid(r + s) * m) + update * h


def one_direction(cell, x, states, weights, lengths, is_back):
    turns = range(len(x))
    y = np.zeros((*x.shape[:-1], states[0].shape[-1]))
    for t in reversed(turns) if is_back else turns:
        inside = np.asarray(True if lengths is None else t < lengths)[..., None]
        following = cell(x[t], *states, *weights)
        following = following if isinstance(following, tuple) else (following,)
        states = [np.where(inside, new, old) for new, old in zip(following, states)]
        y[t] = np.where(inside, states[0], 0)
    return y, states


def network(cell, x, states, weights, lengths, has_biases, bidirectional, batch_first):
    size, directions = 4 if has_biases else 2, 2 if bidirectional else 1
    y, last = np.swapaxes(x, 0, 1) if batch_first else x, []
    for layer in range(len(weights) // size // directions):
        sides = []
        for side in range(directions):
            number = layer * directions + side
            one, state = one_direction(cell, y, [s[number] for s in states],
                                       weights[number * size:(number + 1) * size], lengths, side == 1)
            sides.append(one)
            last.append(state)
        y = np.concatenate(sides, -1)
    return np.swapaxes(y, 0, 1) if batch_first else y, *(np.stack(each_) for each_ in zip(*last))


def rnn(x, h, weights, lengths=None, has_biases=True, bidirectional=False, batch_first=False, nonlinearity="tanh"):
    def cell(*args):
        return rnn_cell(*args, nonlinearity=nonlinearity)
    return network(cell, x, [h], weights, lengths, has_biases, bidirectional, batch_first)


def lstm(x, h, c, weights, lengths=None, has_biases=True, bidirectional=False, batch_first=False):
    return network(lstm_cell, x, [h, c], weights, lengths, has_biases, bidirectional, batch_first)


def gru(x, h, weights, lengths=None, has_biases=True, bidirectional=False, batch_first=False):
    return network(gru_cell, x, [h], weights, lengths, has_biases, bidirectional, batch_first)


def labels_of(path, blank):
    return [k for k, _ in itertools.groupby(path) if k != blank]


def ctc_loss(x, targets, lengths, counts, blank=0, reduction="mean", zero_infinity=False):
    if x.ndim == 2:
        losses = ctc_loss(x[:, None], targets[None], lengths[None], counts[None], blank, "none", zero_infinity)
    else:
        losses = []
        for i, (n, m) in enumerate(zip(np.clip(lengths, 0, len(x)), np.clip(counts, 0, targets.shape[1]))):
            ways = (path for path in itertools.product(range(x.shape[2]), repeat=n)
                    if labels_of(path, blank) == list(targets[i, :m]))
            losses.append(-np.log(sum(np.exp(sum(x[t, i, k] for t, k in enumerate(path))) for path in ways)))
        losses = np.array(losses)
        if zero_infinity:
            losses = np.where(np.isinf(losses), 0, losses)
    if reduction == "none":
        return losses.reshape(counts.shape)
    if reduction == "sum":
        return losses.sum()
    return (losses.reshape(counts.shape) / np.maximum(counts, 1)).mean()


def weights(gates, inputs, units, layers=1, directions=1, biases=True, dtype=np.float32):
    given = []
    for layer in range(layers):
        for _ in range(directions):
            given += [numbers(gates * units, inputs if layer == 0 else units * directions, dtype=dtype),
                      numbers(gates * units, units, dtype=dtype)]
            given += [numbers(gates * units, dtype=dtype) for _ in range(2)] if biases else []
    return given


def cell(name, reference, gates, *rest, states=1):
    """`rest`: further rows."""
    h = [numbers(2, 2) for _ in range(states)]
    more = [numbers(2, 1, 2, dtype=np.float64) for _ in range(states)]
    of(f"nn.{name}", reference, call(numbers(2, 3), *h, *weights(gates, 3, 2)),
       call(numbers(3), *(one[0] for one in h), *weights(gates, 3, 2, biases=False)),
       call(numbers(2, 1, 3), *more, *weights(gates, 3, 2)[:3]),
       call(numbers(0, 3), *(one[:0] for one in h), *weights(gates, 3, 2)), *rest,
       dtype=DTYPE if states == 1 else each(DTYPE, DTYPE), tolerance=4)


def sequence(name, reference, gates, *rest, states=1):
    x, ones = numbers(4, 2, 3), [numbers(1, 2, 2) for _ in range(states)]
    many = [numbers(4, 2, 2) for _ in range(states)]
    lengths = np.array([3, 1])
    of(f"nn.{name}", reference, call(x, *ones, weights(gates, 3, 2)),
       call(x.astype(np.float64), *ones, weights(gates, 3, 2), lengths),
       call(np.swapaxes(x, 0, 1), *many, weights(gates, 3, 2, 2, 2, biases=False), np.array([5, 0], np.int32),
            has_biases=False, bidirectional=True, batch_first=True),
       call(x[:1, 0], *(one[:, 0] for one in ones), weights(gates, 3, 2)),
       call(x[:0], *ones, weights(gates, 3, 2)),
       call(x[:, :0], *(one[:, :0] for one in ones), weights(gates, 3, 2)), *rest,
       dtype=each(*[DTYPE] * (1 + states)), tolerance=8)


cell("rnn_cell", rnn_cell, 1, call(numbers(2, 3), numbers(2, 2), *weights(1, 3, 2), "relu"))
cell("lstm_cell", lstm_cell, 4, states=2)
cell("gru_cell", gru_cell, 3)
sequence("rnn", rnn, 1, call(numbers(3, 2, 3), numbers(1, 2, 2), weights(1, 3, 2), nonlinearity="relu"))
sequence("lstm", lstm, 4, states=2)
sequence("gru", gru, 3)

LOGS, LABELS = numbers(4, 2, 3), np.array([[1, 2], [1, 1]])
LENGTHS, COUNTS = np.array([4, 3]), np.array([2, 2])
of("nn.ctc_loss", ctc_loss, call(LOGS, LABELS, LENGTHS, COUNTS), call(LOGS, LABELS, LENGTHS, COUNTS, reduction="none"),
   call(LOGS.astype(np.float64), LABELS - 1, np.array([3, 3]), np.array([1, 2], np.int32), 2, "none"),
   call(LOGS, LABELS, np.array([9, 2]), np.array([0, 9]), reduction="sum", zero_infinity=True),
   call(LOGS[:, 0], LABELS[0], LENGTHS[0], COUNTS[0]),
   call(LOGS[:2], LABELS, np.array([2, 2]), COUNTS, reduction="none", grad="a loss is infinite"),
   call(LOGS[:0], LABELS[:, :0], np.array([0, 0]), np.array([0, 0]), reduction="none"), dtype=DTYPE, tolerance=8)
