"""Functions with all of Python's control flow, for tests to run as they are and compiled."""

import functools


def early_returns(n):
    if n > 3:
        return n * 10
    x = n
    if n > 2:
        return x
    elif n > 1:
        x += 1
    else:
        return -n
    return x * 2


def breaks_in_nested_loops(n):
    total = 0
    for i in range(n):
        if i == 5:
            break
        if i % 2 == 1:
            continue
        for j in range(3):
            if j > i:
                break
            total += j
            if total > 100:
                return total
        else:
            total += 1000
    else:
        total += 7
    return total


def functions_defined_on_the_way(n):
    step, total = abs, 0
    for i in range(n):
        if i % 3 == 1:
            def step(x, more=2):
                return x * more + i

            total += step(i)
        while total > 20:
            def less(x):
                return x - 7

            total = less(total)
    return total


def endless_loop(n):
    while True:
        n += 1
        if n % 7 == 0:
            return n
        if n > 50:
            break
    return -n


def flags_after_partial_exits(n):
    if n > 0:
        if n > 2:
            return 1
        x = 2
    else:
        if n < -2:
            return 3
        x = 4
    x += n
    if x == 5:
        return 7
    x += 1
    return x


def return_from_two_loops(n):
    r = 0
    for i in range(n):
        for j in range(n):
            if i * j == 6:
                return i * 100 + j * 10 + r
            if j == 4:
                break
            r += 1
        if i == 3:
            continue
        r += 10
    return r


def while_with_else(n):
    c = 0
    while n > 0:
        n -= 1
        if n == 3:
            continue
        if n == 1:
            for q in range(5):
                c += q
                if q == 2:
                    break
            break
    else:
        c = -1
    return c * 100 + n


def conditional_expressions(n):
    a = n if n > 2 else -n if n < -2 else 7
    b = 1 < n < 5 or not n > 0 and n != -1
    return a + 10 if b else a


def closures_and_lambdas(n):
    scale = 3

    def shifted(x, by=1, *more, sign=1):
        if x > 2:
            return sign * (x - by)
        return x + by * scale + sum(more)

    pick = lambda x: x if x > 0 else -2 * x  # noqa: E731
    return shifted(n) + shifted(n, 2, 5, sign=-1) + pick(n)


def static_recursion(n, depth=4):
    if depth == 0:
        return n
    return static_recursion(n, depth - 1) + (n if n > depth else depth)


def swaps(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a * 1000 + b


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def static_comprehension(n):
    return sum([k * n if n > k else k for k in range(4) if k != 2])


class Counter:
    """Methods, attributes and private names."""

    def __init__(self, start):
        self.start = start
        self.__hidden = 2

    def up_to(self, n):
        count = self.start
        while count < n:
            count = self._step(count)
        return count

    def _step(self, count):
        if count > 5:
            return count + self.__hidden
        return count + 1


def methods(n):
    return Counter(-3).up_to(n)


def partial_calls(n):
    add = functools.partial(lambda a, b: a + b if a > b else b, 3)
    return add(n)


def squares_until(n):
    x = 2
    for i in range(100):  # longer than is unrolled
        if x > n:
            break
        x = x * x
    return x + i


def annotated_variables(n):
    count: int = 0
    after: int
    while count < n:
        after: int = count + 2
        count = after
    return count


FUNCTIONS = [early_returns, breaks_in_nested_loops, endless_loop, flags_after_partial_exits,
             return_from_two_loops, while_with_else, conditional_expressions, closures_and_lambdas,
             static_recursion, swaps, collatz, static_comprehension, methods, partial_calls,
             squares_until, annotated_variables, functions_defined_on_the_way]
