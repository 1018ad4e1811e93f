"""Steps of optimizers as their papers have them, in plain NumPy: NAME(p, g, t, kept, rate) is the next p.

`t` is 1 at the first step; `kept` is a dict, empty then.
"""

import numpy as np

RATE = 0.05


def mean(kept, name, new, decay, start=0.0):
    kept[name] = decay * kept.get(name, start + np.zeros_like(new)) + (1 - decay) * new
    return kept[name]


def nadam(p, g, t, kept, rate, b1=0.9, b2=0.999):
    """Dozat 2016, algorithm 2, with one b1 for all steps."""
    m, v = mean(kept, "m", g, b1), mean(kept, "v", g * g, b2)
    look = b1 * m / (1 - b1 ** (t + 1)) + (1 - b1) * g / (1 - b1**t)
    return p - rate * look / (np.sqrt(v / (1 - b2**t)) + 1e-8)


def amsgrad(p, g, t, kept, rate):
    m, v = mean(kept, "m", g, 0.9), mean(kept, "v", g * g, 0.999)
    kept["most"] = np.maximum(kept.get("most", 0), v / (1 - 0.999**t))
    return p - rate * m / (1 - 0.9**t) / (np.sqrt(kept["most"]) + 1e-8)


def yogi(p, g, t, kept, rate):
    """Zaheer et al. 2018, algorithm 2, with sums that begin with 1e-6 and are made unbiased."""
    m, v = mean(kept, "m", g, 0.9, 1e-6), kept.get("v", 1e-6)
    kept["v"] = v - 0.001 * np.sign(v - g * g) * g * g
    return p - rate * m / (1 - 0.9**t) / (np.sqrt(kept["v"] / (1 - 0.999**t)) + 1e-3)


def adabelief(p, g, t, kept, rate):
    """Zhuang et al. 2020, algorithm 2."""
    m = mean(kept, "m", g, 0.9)
    s = mean(kept, "s", (g - m) ** 2, 0.999)
    s += 1e-16
    return p - rate * m / (1 - 0.9**t) / (np.sqrt(s / (1 - 0.999**t)) + 1e-16)


def lion(p, g, t, kept, rate, decay=0.1):
    """Chen et al. 2023, algorithm 2."""
    m = kept.get("m", np.zeros_like(g))
    kept["m"] = 0.99 * m + 0.01 * g
    return p - rate * (np.sign(0.9 * m + 0.1 * g) + decay * p)


def lamb(p, g, t, kept, rate, decay=0.1):
    """You et al. 2020, algorithm 2, with phi(z) = z."""
    m, v = mean(kept, "m", g, 0.9), mean(kept, "v", g * g, 0.999)
    r = m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-6) + decay * p
    return p - rate * np.linalg.norm(p) / np.linalg.norm(r) * r


def lars(p, g, t, kept, rate, decay=0.1):
    g = g + decay * p
    local = 0.001 * np.linalg.norm(p) / np.linalg.norm(g)
    kept["v"] = 0.9 * kept.get("v", 0) + rate * local * g
    return p - kept["v"]


def novograd(p, g, t, kept, rate, decay=0.1):
    """Ginsburg et al. 2019, algorithm 1, with b2 = 0.25."""
    square = np.sum(g * g)
    kept["v"] = square if t == 1 else 0.25 * kept["v"] + 0.75 * square
    kept["m"] = 0.9 * kept.get("m", 0) + g / (np.sqrt(kept["v"]) + 1e-6) + decay * p
    return p - rate * kept["m"]


def fromage(p, g, t, kept, rate):
    """Bernstein et al. 2020, algorithm 1."""
    return (p - rate * g * np.linalg.norm(p) / np.linalg.norm(g)) / np.sqrt(1 + rate**2)


def sign_sgd(p, g, t, kept, rate):
    return p - rate * np.sign(g)


def signum(p, g, t, kept, rate):
    return p - rate * np.sign(mean(kept, "m", g, 0.9))


def optimistic(p, g, t, kept, rate):
    """Mokhtari et al. 2019: p - 2 rate * g + rate * the gradient before."""
    before, kept["g"] = kept.get("g", g), g
    return p - 2 * rate * g + rate * before


def optimistic_adam(p, g, t, kept, rate):
    """Daskalakis et al. 2018, algorithm 1, with Nesterov's look ahead."""
    moved = nadam(np.zeros_like(p), g, t, kept, -1.0)
    before, kept["moved"] = kept.get("moved", moved), moved
    return p - 2 * rate * moved + rate * before


def adan(p, g, t, kept, rate):
    """Xie et al. 2022, algorithm 1, with 1 - their betas; made unbiased."""
    change = g - kept.get("g", g)
    kept["g"] = g
    m, v = mean(kept, "m", g, 0.98), mean(kept, "v", change, 0.92)
    n = mean(kept, "n", (g + 0.92 * change) ** 2, 0.99)
    moved = m / (1 - 0.98**t) + 0.92 * v / (1 - 0.92**t)
    return p - rate * moved / (np.sqrt(n / (1 - 0.99**t) + 1e-8) + 1e-8)


def sm3(p, g, t, kept, rate):
    """Anil et al. 2019, SM3-II, whose sets are rows and columns, with momentum of what is scaled."""
    sets = kept.setdefault("sets", [np.zeros(n) for n in p.shape])
    least = sets[0] if p.ndim == 1 else np.minimum.outer(*sets)
    v = least + g * g
    kept["sets"] = [v] if p.ndim == 1 else [v.max(axis=1), v.max(axis=0)]
    return p - rate * mean(kept, "m", g / np.sqrt(v + 1e-8), 0.9)


def adafactor(p, g, t, kept, rate):
    """Shazeer and Stern 2018, algorithms 4 and 5, with d = 1 and relative steps; factors for all matrices."""
    decay, square = 1 - t**-0.8, g * g + 1e-30
    if p.ndim == 2:
        r, c = mean(kept, "r", square.sum(axis=1), decay), mean(kept, "c", square.sum(axis=0), decay)
        v = np.outer(r, c) / r.sum()
    else:
        v = mean(kept, "v", square, decay)
    u = g / np.sqrt(v)
    u = u / max(1.0, np.sqrt(np.mean(u * u)))
    return p - rate * max(1e-3, np.sqrt(np.mean(p * p))) * u


def rectified(p, g, t, kept, rate):
    """Liu et al. 2020, algorithm 2, where the variance is known for rho >= 5."""
    m, v = mean(kept, "m", g, 0.9), mean(kept, "v", g * g, 0.99)
    most, power = 2 / (1 - 0.99) - 1, 0.99**t
    rho = most - 2 * t * power / (1 - power)
    if rho < 5:
        return p - rate * m / (1 - 0.9**t)
    r = np.sqrt((rho - 4) * (rho - 2) * most / ((most - 4) * (most - 2) * rho))
    return p - rate * r * m / (1 - 0.9**t) / (np.sqrt(v / (1 - power)) + 1e-8)
