#!/usr/bin/python3
"""Mistakes of a new user with functions that are values, and that call themselves: mistakes.py."""

import unittest

import cotan as ct
from mistakes import Mistakes, mistake

__all__ = ["Mistakes"]


@mistake(UnboundLocalError, "{3}: 'g' may not be set here: after the 'if' in line {line0} it would be one of two "
                            "functions, and what they have captured differs in its shape; call them in the branches")
def functions_with_captures_of_two_shapes():
    def scaled(k):
        return lambda t: t * k

    def f(x):
        if x > 0:  # 0
            g = scaled(x * ct.ones(2))  # 1
        else:
            g = scaled(x)  # 2
        return g(x)  # 3

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: after this 'ct.cond' the returned value is <function cotan.sin> from {0} but a Python float from "
                       "{0}; both branches must leave a value of one type and shape")
def a_function_or_a_number_of_cond():
    def f(x):
        return ct.cond(x > 0, lambda: ct.sin, lambda: 1.0)(x)  # 0

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: after this 'if' the returned value is <function cotan.cos> from {1} but (<function cotan.sin>,) from "
                       "{2}; both branches must leave a value of one type and shape")
def a_function_or_a_tuple_of_one():
    def f(x):
        if x > 0:  # 0
            return ct.cos  # 1
        return (ct.sin,)  # 2

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: after this 'if' 'g' is {{'k': <function cotan.sin>}} from {1} but float32[2] from {2}; both branches "
                       "must leave a value of one type and shape")
def a_function_or_a_tensor():
    def f(x):
        if x > 0:  # 0
            g = {"k": ct.sin}  # 1
        else:
            g = ct.ones(2)  # 2
        return g

    ct.jit(f)(1.0)


@mistake(ct.Error, "{0}: 'down' calls itself on every way through it, so that it would never end; let it return on one way "
                   "without a call of itself, as `if n < 1: return x` does")
def recursion_that_never_ends():
    def down(n):
        if n > 0:
            return down(n - 1)
        return down(n + 1)

    ct.jit(down)(5)  # 0


NOT_COMPILED = ("calls itself more deeply than can be compiled. A compiled function may call itself any number of times in a "
                "branch on a tensor, with tensors of the same shapes and the same functions as before; here there is no such "
                "branch, or each call is given another shape or function")


@mistake(ct.Error, "{0}: 'factorial' " + NOT_COMPILED)
def recursion_without_a_branch():
    def factorial(n):  # 0
        return n * factorial(n - 1)

    ct.jit(factorial)(5)


@mistake(ct.Error, "{0}: 'factorial' " + NOT_COMPILED)
def recursion_with_another_function_each_time():
    def factorial(n, then):  # 0
        if n < 2:
            return then(1)
        return factorial(n - 1, lambda found: then(found * n))

    ct.jit(lambda n: factorial(n, lambda found: found))(5)


@mistake(ct.TypeError, "{0}: after this 'if' the returned value is {{'count': {{'count': int64[]}}}} from {1} but {{'count': "
                       "int64[]}} from {2}; both branches must leave a value of one type and shape")
def recursion_that_returns_another_nest():
    def digits(n):
        if n > 9:  # 0
            return {"count": digits(n // 10)}  # 1
        return {"count": n}  # 2

    ct.jit(digits)(5)


@mistake(ct.Error, "{0}: 'f' takes a derivative of itself, or maps itself, on every way through it, so that it would never "
                   "end; let it return on one way without")
def derivatives_of_itself_without_end():
    def f(x):
        if x > 0:
            return ct.grad(f)(x)
        return ct.grad(f)(-x)

    ct.jit(f)(2.0)  # 0


@mistake(TypeError, "a_call_of_a_closure_with_an_argument_too_many.<locals>.f.<locals>.<lambda>() takes 1 positional argument "
                    "but 2 were given")
def a_call_of_a_closure_with_an_argument_too_many():
    def f(x):
        double = lambda t: 2 * t
        return double(x, x)

    ct.jit(f)(1.0)


if __name__ == "__main__":
    unittest.main()
