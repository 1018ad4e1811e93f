"""Functions of a float x and an integer n that call themselves: Python's own arithmetic runs them, too."""

import functools


def power(x, n):
    return 1.0 if n <= 0 else x * power(x, n - 1)


def fibonacci(x, n):
    if n < 2:
        return x / (1 + x * x)
    return fibonacci(x, n - 1) * 0.5 + fibonacci(x, n - 2) * x


def nested_calls(x, n):
    """The result of one call goes into another."""
    if n < 1:
        return x * x
    inner = nested_calls(x, n - 2)
    return nested_calls(inner, n - 3) / (1 + inner * inner) + x


def accumulates(x, n, total=0.0):
    if n <= 0:
        return total
    return accumulates(x, n - 1, total + x * n)


def counts_its_depth(x, n, depth=0):
    if n < 1:
        return x * depth
    return counts_its_depth(x * 1.5, n // 2, depth + 1)


def even(x, n):
    return x if n <= 0 else odd(x * 1.25, n - 1)


def odd(x, n):
    return x * x if n <= 0 else even(x - 0.5, n - 1)


def inner_function_with_captures(x, n):
    scale = x * x

    def inner(k, y):
        if k <= 0:
            return y
        return inner(k - 1, y * 0.5 + scale) + x

    return inner(n, x)


def two_that_call_each_other_and_themselves(x, n):
    def f(k):
        if k < 1:
            return x
        return f(k - 1) + g(k - 2) * x

    def g(k):
        if k < 2:
            return x * 2
        return g(k - 1) * 0.25 - f(k - 2) * scale

    scale = x * x
    return f(n)


def in_a_loop(x, n):
    total = x
    i = 0
    while i < n:
        total = total + in_a_loop(x * 0.5, i)
        i = i + 1
    return total * x


def loop_in_it(x, n):
    if n <= 0:
        return x
    for i in range(3):
        x = x * 0.9 + i
    return loop_in_it(x, n - 1)


def leaves_a_loop(x, n):
    while n > 0:
        if n % 3 == 0:
            return leaves_a_loop(x * 0.5 + 1, n // 3)
        n = n - 1
        x = x * x * 0.5
    return x


def returns_a_nest(x, n):
    def both(k):
        if k <= 0:
            return {"sum": x, "factors": (1.0, x)}
        rest = both(k - 1)
        first, second = rest["factors"]
        return {"sum": rest["sum"] + second, "factors": (second, first * x)}

    found = both(n)
    return found["sum"] * found["factors"][0]


def of_a_function(x, n):
    def folded(f, k, y):
        return y if k <= 0 else folded(f, k - 1, f(y))

    return folded(lambda y: y * y * 0.25 + x, n, x)


def asks_after_another_test(x, n):
    def all_even(k):
        return k <= 0 or (k % 2 == 0 and all_even(k // 2 - 1))

    return x * 2 if all_even(n) else x * x


def three_ways(x, n):
    if n <= 0:
        return x
    elif n % 2 == 0:
        return three_ways(x * 0.5, n - 1) * x
    else:
        return three_ways(x + 1, n - 2)


def as_an_expression(x, n):
    function = lambda y, k: y if k <= 0 else function(y * x, k - 1) + function(y, k - 2)  # noqa: E731
    return function(x, n)


def of_a_partial(x, n):
    def grown(rate, y, k):
        return y if k <= 0 else grow(y * rate, k - 1)

    grow = functools.partial(grown, x)
    return grow(1.0, n)


class Series:
    def __init__(self, x):
        self.x = x

    def term(self, k):
        return self.x if k <= 0 else self.term(k - 1) * self.x / (k + 1)

    def __call__(self, k):
        return self.term(k) if k <= 0 else self(k - 1) + self.term(k)


def methods(x, n):
    return Series(x)(n)


FUNCTIONS = [power, fibonacci, nested_calls, accumulates, counts_its_depth, even, inner_function_with_captures,
             two_that_call_each_other_and_themselves, in_a_loop, loop_in_it, leaves_a_loop, returns_a_nest, of_a_function,
             asks_after_another_test, three_ways, as_an_expression, of_a_partial, methods]
