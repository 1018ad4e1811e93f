"""Programs that make functions of functions in loops, for grown_test.py: at once, Python keeps them; compiled, rows do."""

import functools

import cotan as ct


def compose(f, g):
    return lambda y: f(g(y))


def composed(x, n):
    h = lambda y: y * y  # noqa: E731
    for _ in range(n):
        h = compose(lambda y: x * ct.sin(y) + 0.5, h)
    return h(x)


def by_defaults(x, n):
    h = ct.sin
    for i in range(n):
        h = lambda y, h=h, k=x * 0.5: h(y) * k + y  # noqa: E731
    return h(x)


def scaled(h, k, y):
    return h(y) * k - y


def by_partial(x, n):
    h = ct.cos
    for _ in range(n):
        h = functools.partial(scaled, h, x)
    return h(x)


def by_while(x, n):
    h, i, total = ct.sin, 0 * n, x
    while i < n:
        h = compose(ct.cos, compose(h, lambda y: y * x))
        total = total + h(total)
        i = i + 1
    return total


def in_tuple(x, n):
    pair = (ct.sin, x)
    for _ in range(n):
        pair = (compose(ct.sin, pair[0]), pair[1] * 1.5)
    return pair[0](pair[1])


def in_dict(x, n):
    held = {"f": ct.sin, "k": x}
    for _ in range(n):
        held = {"f": compose(held["f"], lambda y: y + x), "k": held["k"] * 0.5}
    return held["f"](held["k"])


def in_branch(x, n):
    h = ct.sin
    for i in range(n):
        if i % 2 == 0:
            h = compose(lambda y: y * x, h)
        elif x > 10:
            h = ct.cos
    return h(x)


def fibonacci(x, n):
    g, h = ct.sin, lambda y: y * x
    for _ in range(n):
        g, h = h, compose(g, h)
    return h(x)


def of_vectors(x, n):
    h = lambda v: v * v  # noqa: E731
    for i in range(n):
        h = (lambda h, w, c: lambda v: ct.where(c, ct.tanh(h(v) * w), h(v)))(h, ct.stack([x, x * x, x + i]), i % 3 != 1)
    return ct.sum(h(ct.stack([x, 2 * x, 3 * x])))


def grown(x, n):
    h = ct.sin
    for _ in range(n):
        h = compose(lambda y: y * x, h)
    return h


def of_two_loops(x, n):
    g, h = grown(x, n), grown(x * x, n + 1)
    for _ in range(n):
        g = (lambda g, h: lambda y: g(y) + h(y))(g, h)
    return g(x)


def again_and_again(x, n):
    h = grown(x, n)
    for _ in range(2):
        for _ in range(n):
            h = compose(ct.cos, h)
        x = h(x)
    return x


def applied_in_turns(x, n):
    h, y = ct.sin, x
    for _ in range(n):
        h = (lambda h, k: lambda t: h(t) * k)(h, y)
        y = h(y) + ct.grad(h)(y)
    return y


def applied_twice(x, n):
    h, k = lambda y: y * x, x
    for _ in range(n):
        h = compose(lambda y: ct.sin(y) * k, h)
        k = ct.sin(k + h(x))
        k = ct.sin(k - h(x))
    return k


def of_objects(x, n):
    h = ct.sin
    for _ in range(n):
        h = (lambda layer: lambda y: layer[0] * layer[1](y))((x, h))
    return h(x)


def with_number(x, n):
    h, k = ct.sin, 1
    for _ in range(n):
        h, k = (lambda h, k: lambda y: h(y) * k)(h, k), k + 1
    return h(x)


def by_while_loop(x, n):
    def more(state):
        return state[0] < n

    def turn(state):
        return state[0] + 1, compose(lambda y: y * x, state[1])

    return ct.while_loop(more, turn, (0, ct.sin))[1](x)


def by_fori_loop(x, n):
    return ct.fori_loop(0, n, lambda i, h: compose(lambda y: ct.cos(y) * x, h), ct.sin)(x)


def reset(x, n):
    h = ct.sin
    for i in range(n):
        h = compose(lambda y: y * x, h)
        if i == 2:
            h = ct.cos
    return h(x)


def stacked(x, n, h):
    if n <= 0:
        return h
    return stacked(x, n - 1, compose(lambda y: y * x, h))


def from_recursion(x, n):
    total = x
    for i in range(n):
        h = lambda y: y * x  # noqa: E731
        for _ in range(i):
            h = compose(ct.sin, h)
        total = total + h(total)
    return total


def counted(n):
    h = lambda: ct.array(0)  # noqa: E731
    for _ in range(n):
        h = (lambda h: lambda: h() + 1)(h)
    return h()


def derivative_of_sixth(x, n):
    h = lambda y: y**6  # noqa: E731
    for _ in range(n):
        h = ct.grad(h)
    return h(x)


def derivative_of_itself(x, n):
    if n == 0:
        return ct.sin(x)
    return ct.grad(lambda y: derivative_of_itself(y, n - 1))(x) * x


def printing(x, n):
    print("begin")
    h = ct.sin
    for i in range(n):
        print(f"turn {i}")
        h = compose(lambda y: y * x, h)
    y = h(x)
    print("end")
    return y


#--- programs written at random

_WRAPS = ("lambda y: ct.sin(y) * k", "lambda y: y * k + x", "ct.tanh", "lambda y, k=k: y - k * 0.5")


def _statements(rng, depth, loops):
    lines = []
    for _ in range(rng.randint(1, 3)):
        f, g = rng.choice("fgh"), rng.choice("fgh")
        kind = rng.randrange(8 if depth < 2 else 6)
        if kind == 0:
            lines.append(f"{f} = compose({rng.choice(_WRAPS)}, {g})")
        elif kind == 1:
            lines.append(f"{f} = compose({f}, {g})" if rng.random() < 0.3 else f"{f} = compose({f}, {rng.choice(_WRAPS)})")
        elif kind == 2:
            lines.append(f"{f}, {g} = {g}, {f}" if f != g else f"{f} = functools.partial(scaled, {g}, k)")
        elif kind == 3:
            lines.append(f"k = ct.tanh({f}(k))")
        elif kind == 4:
            lines.append(f"{f} = (lambda a, b, c: lambda y: a(y) * c - b(y))({f}, {g}, k)" if rng.random() < 0.5 else
                         f"{f} = (lambda a, c: lambda y: ct.tanh(a(y) + c))({g}, k)")
        elif kind == 5:
            lines.append(f"k = k * 0.5 + ct.tanh(ct.grad(lambda y: ct.tanh({f}(y)))(k))" if rng.random() < 0.3 else f"k = ct.sin(k + {f}(x))")
        elif kind == 6:
            lines.append(f"if k > {rng.choice((0.2, 0.5))}:")
            lines += ["    " + line for line in _statements(rng, depth + 1, loops)]
            if rng.random() < 0.5:
                lines.append("else:")
                lines += ["    " + line for line in _statements(rng, depth + 1, loops)]
        elif loops < 2:
            lines.append(f"for _ in range({rng.choice(('n', '2'))}):")
            lines += ["    " + line for line in _statements(rng, depth + 1, loops + 1)]
        else:
            lines.append("k = k * x")
    return lines


def source(rng):
    lines = ["import functools", "", "import cotan as ct", "", "from grown_functions import compose, scaled", "", "",
             "def program(x, n):", "    f, g, h, k = ct.sin, (lambda y: y * x), ct.tanh, x * 0.5", "    for _ in range(n):"]
    lines += ["        " + line for line in _statements(rng, 0, 1)]
    lines.append("    return ct.tanh(f(x)) + ct.tanh(g(x)) * k + ct.tanh(h(k))")
    return "\n".join(lines) + "\n"
