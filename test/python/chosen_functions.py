"""Functions of a float x and an integer n in which functions are values: Python's own arithmetic runs them, too."""

import dataclasses
import functools

import cotan as ct


def square(t):
    return t * t


def shift(t):
    return t + 0.5


def scaled(k):
    return lambda t: t * k


def compose(f, g):
    return lambda t: f(g(t))


def one_of_two(x, n):
    f = square if n > 2 else shift
    return f(x) * f(f(x))


def one_of_many(x, n):
    if n == 0:
        f = square
    elif n == 1:
        f = shift
    elif n == 2:
        f = lambda t: t / (1 + t * t)  # noqa: E731
    else:
        f = scaled(x)
    return f(f(x))


def captured_in_a_branch(x, n):
    if n > 2:
        y = x * n

        def f(t):
            return t * y
    else:
        def f(t):
            return t - x
    return f(f(x))


def one_function_of_two_captures(x, n):
    f = scaled(x * x) if n > 2 else scaled(n - x)
    return f(3.0) + f(x)


def functions_in_functions(x, n):
    f = compose(square, scaled(x)) if n > 2 else compose(shift, square)
    return f(x * 1.5)


def returned(x, n):
    def pick(k):
        if k == 0:
            return square
        if k < 3:
            return lambda t: t * k + x
        return compose(shift, scaled(x))

    return pick(n)(x) + pick(n - 2)(x)


def in_a_dict(x, n):
    table = {"f": square, "rest": (shift, x)} if n > 2 else {"f": scaled(2.0), "rest": (scaled(x), 1.5)}
    g, y = table["rest"]
    return table["f"](g(y))


def in_dicts_of_two_orders(x, n):
    if n > 2:
        table = {"f": square, "k": x, "g": scaled(x)}
    else:
        table = {"g": shift, "f": scaled(2.0), "k": 1.5}
    return table["f"](table["g"](table["k"]))


def as_an_argument(x, n):
    def twice(f, t):
        return f(f(t))

    return twice(scaled(x) if n % 2 == 0 else square, x)


def partials(x, n):
    def line(a, b, t):
        return a * t + b

    f = functools.partial(line, x) if n > 2 else functools.partial(line, n * 1.0)
    g = functools.partial(line, x, b=2.0) if n > 3 else shift
    return f(x, 2.0) * g(t=x)


class Model:
    def __init__(self, weight):
        self.weight = weight

    def up(self, t):
        return t * self.weight

    def down(self, t):
        return t - self.weight


def methods(x, n):
    model = Model(x)
    f = model.up if n > 2 else model.down
    return f(x * x) + f(1.0)


@dataclasses.dataclass
class Line:
    slope: float

    def __call__(self, t):
        return self.slope * t + 1


def callable_objects(x, n):
    f = Line(x) if n > 2 else square
    return f(f(x))


def variables_that_change_later(x, n):
    k = x
    f = (lambda t: t * k) if n > 2 else (lambda t: t + k)  # noqa: E731
    k = x * x
    return f(x)


def defaults(x, n):
    k = x
    f = (lambda t, k=k: t * k) if n > 2 else (lambda t, k=2.0: t + k)  # noqa: E731
    k = 5.0
    return f(x) + k


def in_a_loop(x, n):
    f = shift
    i = 0
    while i < n:
        x = f(x) * 0.75
        if i % 3 == 0:
            f = square
        elif i % 3 == 1:
            f = lambda t: t - x  # noqa: E731
        else:
            f = shift
        i = i + 1
    return f(x)


def captured_before_a_loop(x, n):
    f = compose(scaled(x), shift)
    g = scaled(x * x)
    for i in range(n):
        y = g(x) * 0.1
        f, g = (compose(g, square) if i % 2 == 0 else scaled(y)), (scaled(y) if i > 1 else shift)
    return f(x) + g(x)


def captured_in_a_turn(x, n):
    f = scaled(1.0)
    for i in range(n):
        y = f(x) + i
        f = scaled(y) if i % 2 == 0 else compose(shift, scaled(y * 0.5))
    return f(x)


def a_pair_in_a_loop(x, n):
    pair = (square, x)
    while n > 0:
        f, y = pair
        pair = (shift if n % 2 == 0 else square, f(y) * 0.5)
        n = n - 1
    return pair[0](pair[1])


def chosen_by_another(x, n):
    f = square if n > 1 else shift
    g = f if n > 3 else scaled(x)
    return g(f(x))


def carried_through_recursion(x, n):
    def folded(f, k, t):
        return t if k <= 0 else folded(f, k - 1, f(t) * 0.5)

    return folded(square if n > 2 else scaled(x), n, x)


def left_early(x, n):
    for i in range(n):
        if i > 2:
            return scaled(i + x)(x)
        x = x * 0.9
    f = square if n > 1 else shift
    return f(x)


def by_cond(x, n):
    f = ct.cond(n > 2, lambda t: scaled(t), lambda t: square, x)
    g, k = ct.cond(n < 1, lambda: (compose(f, shift), 1.5), lambda: (f, 0.5))
    return f(g(x)) * k


def by_switch(x, n):
    f = ct.switch(n, [lambda: square, lambda: scaled(x), lambda: compose(shift, scaled(x * x))])
    return f(f(x))


def in_while_loop(x, n):
    _, y, f = ct.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[2](s[1]) * 0.7, scaled(s[1])), (0, x, square))
    return f(y)


def in_fori_loop(x, n):
    y, (f, g) = ct.fori_loop(0, n, lambda i, s: (s[1][0](s[0]) * 0.7, (s[1][1], shift)), (x, (square, scaled(x))))
    return f(y) + g(y)


FUNCTIONS = [one_of_two, one_of_many, captured_in_a_branch, one_function_of_two_captures, functions_in_functions,
             returned, in_a_dict, in_dicts_of_two_orders, as_an_argument, partials, methods, callable_objects,
             variables_that_change_later, defaults, in_a_loop, captured_before_a_loop, captured_in_a_turn,
             a_pair_in_a_loop, chosen_by_another, carried_through_recursion, left_early, by_cond, by_switch,
             in_while_loop, in_fori_loop]
