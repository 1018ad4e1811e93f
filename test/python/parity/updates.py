"""Steps of optimizers, as their papers and PyTorch have them, in plain NumPy."""

import numpy as np

from .rows import DOUBLES, POSITIVE, X, Y, _promoted, arrays_in, call, table

FUNCTIONS, of = table()
MEAN, SQUARE = Y / 4, POSITIVE / 2
RATE, ONE, LATE, PRODUCT = np.float32(0.25), np.int64(1), np.int32(12), np.float32(1)


def sgd(x, g, velocity, rate, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
    g = g + weight_decay * x
    velocity = momentum * velocity + (1 - dampening) * g
    return x - rate * (g + momentum * velocity if nesterov else velocity), velocity


def adagrad(x, g, total, rate, step, rate_decay=0.0, epsilon=1e-10, weight_decay=0.0):
    g = g + weight_decay * x
    total = total + g * g
    return x - rate / (1 + (step - 1) * rate_decay) * g / (np.sqrt(total) + epsilon), total


def adadelta(x, g, square, change, rate, rho=0.9, epsilon=1e-6, weight_decay=0.0):
    g = g + weight_decay * x
    square = rho * square + (1 - rho) * g * g
    delta = np.sqrt(change + epsilon) / np.sqrt(square + epsilon) * g
    return x - rate * delta, square, rho * change + (1 - rho) * delta * delta


def rmsprop(x, g, square, mean, velocity, rate, alpha=0.99, momentum=0.0, epsilon=1e-8, weight_decay=0.0, centered=False):
    g = g + weight_decay * x
    square = alpha * square + (1 - alpha) * g * g
    spread = square
    if centered:
        mean = alpha * mean + (1 - alpha) * g
        spread = square - mean * mean
    velocity = momentum * velocity + g / (np.sqrt(spread) + epsilon)
    return x - rate * velocity, square, mean, velocity


def lion(x, g, mean, rate, b1=0.9, b2=0.99, weight_decay=0.0):
    change = np.sign(b1 * mean + (1 - b1) * g) + weight_decay * x
    return x - rate * change, b2 * mean + (1 - b2) * g


def moments(g, mean, square, b1, b2):
    return b1 * mean + (1 - b1) * g, b2 * square + (1 - b2) * g * g


def adam(x, g, mean, square, rate, step, b1=0.9, b2=0.999, epsilon=1e-8, weight_decay=0.0):
    mean, square = moments(g + weight_decay * x, mean, square, b1, b2)
    change = mean / (1 - b1**step) / (np.sqrt(square / (1 - b2**step)) + epsilon)
    return x - rate * change, mean, square


def adamw(x, g, mean, square, rate, step, b1=0.9, b2=0.999, epsilon=1e-8, weight_decay=0.01):
    return adam(x * (1 - rate * weight_decay), g, mean, square, rate, step, b1, b2, epsilon)


def adamax(x, g, mean, square, rate, step, b1=0.9, b2=0.999, epsilon=1e-8, weight_decay=0.0):
    g = g + weight_decay * x
    mean = b1 * mean + (1 - b1) * g
    square = np.maximum(b2 * square, np.abs(g) + epsilon)
    return x - rate / (1 - b1**step) * mean / square, mean, square


def radam(x, g, mean, square, rate, step, b1=0.9, b2=0.999, epsilon=1e-8, weight_decay=0.0):
    mean, square = moments(g + weight_decay * x, mean, square, b1, b2)
    corrected, left = mean / (1 - b1**step), 1 - b2**step
    most = 2 / (1 - b2) - 1
    length = most - 2 * step * b2**step / left
    if length > 5:
        scale = np.sqrt((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length))
        corrected = corrected * scale * np.sqrt(left) / (np.sqrt(square) + epsilon)
    return x - rate * corrected, mean, square


def lamb(x, g, mean, square, rate, step, b1=0.9, b2=0.999, epsilon=1e-6, weight_decay=0.0):
    mean, square = moments(g, mean, square, b1, b2)
    change = mean / (1 - b1**step) / (np.sqrt(square / (1 - b2**step)) + epsilon) + weight_decay * x
    return x - rate * np.linalg.norm(x) / np.linalg.norm(change) * change, mean, square


def nadam(x, g, mean, square, rate, step, product, b1=0.9, b2=0.999, epsilon=1e-8, weight_decay=0.0, momentum_decay=4e-3):
    g = g + weight_decay * x
    mean, square = moments(g, mean, square, b1, b2)
    now, following = (b1 * (1 - 0.5 * 0.96 ** (t * momentum_decay)) for t in (step, step + 1))
    product = product * now
    root = np.sqrt(square / (1 - b2**step)) + epsilon
    x = x - rate * (1 - now) / (1 - product) * g / root
    return x - rate * following / (1 - product * following) * mean / root, mean, square, product


def adafactor(x, g, rows, columns, rate, step, rate_decay=-0.8, least_scale=1e-3, cut=1.0, weight_decay=0.0):
    tiny, share = np.finfo(x.dtype).eps, step**rate_decay
    rows = (1 - share) * rows + share * (g * g).mean(-1)
    columns = (1 - share) * columns + share * (g * g).mean(-2)
    variance = rows[..., :, None] * columns[..., None, :] / np.maximum(rows.mean(-1)[..., None, None], tiny)
    d = g / np.sqrt(np.maximum(variance, tiny * tiny))
    d = d / max(1, np.sqrt((d * d).mean()) / cut)
    scale = max(least_scale, np.sqrt((x * x).mean()))
    return x * (1 - rate * weight_decay) - scale * min(rate, 1 / np.sqrt(step)) * d, rows, columns


def update(name, reference, results, *calls):
    def dtype(*args):
        return [_promoted([x for x in arrays_in(list(args)) if x.dtype.kind == "f"])] * results

    of(f"nn.{name}_update", reference, *calls, dtype=dtype, tolerance=16,
       vmap="the rate is one number")


update("sgd", sgd, 2, call(X, Y, MEAN, RATE), call(X, Y, MEAN, 0.5, 0.9, 0.5, 0.1, True), call(DOUBLES, Y, MEAN, RATE, 0.9))
update("adagrad", adagrad, 2, call(X, Y, SQUARE, RATE, ONE), call(X, Y, SQUARE, 0.5, LATE, 0.5, 1e-3, 0.1))
update("adadelta", adadelta, 3, call(X, Y, SQUARE, SQUARE, RATE), call(X, Y, SQUARE, SQUARE, 1.0, 0.5, 1e-3, 0.1))
update("rmsprop", rmsprop, 4, call(X, Y, SQUARE, MEAN, X, RATE), call(X, Y, SQUARE + 5, MEAN, X, 0.5, 0.75, 0.5, 1e-3, 0.1, True))
update("lion", lion, 2, call(X, Y, MEAN, RATE), call(X, Y, MEAN, 0.5, 0.5, 0.75, 0.1))
for name, reference in {"adam": adam, "adamw": adamw, "adamax": adamax, "radam": radam, "lamb": lamb}.items():
    update(name, reference, 3, call(X, Y, MEAN, SQUARE, RATE, ONE), call(X, Y, MEAN, SQUARE, 0.5, LATE, 0.8, 0.99, 1e-3, 0.1),
           call(DOUBLES, Y, MEAN, SQUARE, RATE, 3))
update("nadam", nadam, 4, call(X, Y, MEAN, SQUARE, RATE, ONE, PRODUCT),
       call(X, Y, MEAN, SQUARE, 0.5, LATE, 0.25, 0.8, 0.99, 1e-3, 0.1, 0.5))
update("adafactor", adafactor, 3, call(X, Y, SQUARE[:, 0], SQUARE[0], RATE, ONE),
       call(DOUBLES, Y, SQUARE[:, 0], SQUARE[0], 0.5, LATE, -0.5, 1e-2, 0.5, 0.1))
