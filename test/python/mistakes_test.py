#!/usr/bin/python3
"""Mistakes of a new user: mistakes.py."""

import math
import unittest

import cotan as ct
import numpy as np
from mistakes import Mistakes, mistake

__all__ = ["Mistakes"]

# Tensors


@mistake(ct.ValueError, "{0}: ct.multiply: shapes (2, 3) and (2,) do not go together: aligned at the last axis, "
                        "3 meets 2, and neither is 1; reshape or transpose one operand")
def shapes_that_do_not_broadcast():
    ct.ones((2, 3)) * ct.ones(2)  # 0


@mistake(ct.ValueError, "{0}: ct.matmul: shapes (2, 3) and (2, 3) do not go together: 3 meets 2; transpose one of "
                        "them or check the layout")
def matmul_of_the_wrong_sizes():
    ct.ones((2, 3)) @ ct.ones((2, 3))  # 0


@mistake(ct.TypeError, "{0}: '+' needs a tensor, a number or a NumPy array on both sides, but found 'a' (a str); "
                       "convert it to a number first")
def text_in_a_sum():
    ct.array(1.0) + "a"  # 0


@mistake(ct.TypeError, "{0}: '<' needs a tensor, a number or a NumPy array on both sides, but found None; convert it "
                       "to a number first")
def comparison_with_nothing():
    ct.array(1.0) < None  # 0


@mistake(ct.TypeError, "{0}: '-' needs a tensor, a number or a NumPy array on both sides, but found 'a' (a str); "
                       "convert it to a number first")
def text_on_the_left():
    ct.jit(lambda x: "a" - x)(1.0)  # 0


@mistake(ct.IndexError, "{0}: an index must be of integers or truth values, but found float32; convert with "
                        "astype(ct.int64)")
def index_that_is_a_float():
    ct.ones(3)[0.5]  # 0


@mistake(ct.IndexError, "{0}: index 7 is out of range for axis 0 with size 3")
def index_out_of_range():
    ct.ones(3)[7]  # 0


@mistake(ct.AxisError, "{0}: x.sum: axis 2 is out of range for a tensor with 2 axes")
def axis_out_of_range():
    ct.ones((2, 3)).sum(axis=2)  # 0


@mistake(ct.ValueError, "{0}: ct.array: the lists in a list differ in length or depth; give all rows one length, or pad them")
def ragged_rows():
    ct.array([[1.0, 2.0], [3.0]])  # 0


@mistake(ct.ValueError, "{0}: x.reshape: 6 elements of shape (2, 3) do not fit in (4,); the product of the sizes "
                        "must stay the same")
def reshape_to_another_size():
    ct.ones((2, 3)).reshape(4)  # 0


@mistake(ct.ValueError, "{0}: a tensor of shape (3,) is not one number; choose an element, or reduce it with ct.sum, "
                        "ct.any or ct.all")
def if_on_many_elements():
    if ct.ones(3) > 0:  # 0
        pass


@mistake(ct.TypeError, "{0}: ct.save: the keys of dicts must be strings, but those of 'a' are [1]")
def saving_a_number_as_a_key():
    ct.save("/nowhere", {"a": {1: ct.ones(2)}})  # 0


@mistake(ct.ValueError, "{0}: ct.load: /dev/null is no safetensors file: it has 0 bytes")
def loading_what_is_no_file_of_tensors():
    ct.load("/dev/null")  # 0


@mistake(ct.ValueError, "{0}: ct.scan: xs must be tensors with one number of rows, or length be given; found 3, 7 in "
                        "float32[3]")
def scan_of_another_length():
    ct.scan(lambda carry, x: (carry, x), 0.0, ct.ones(3), length=7)  # 0


@mistake(ct.TypeError, "{0}: tensors do not change; write x = x.at[key].set(value)")
def assignment_in_place():
    x = ct.ones(3)
    x[0] = 1  # 0


@mistake(ct.TypeError, "{0}: ct.random.normal: a random key is needed, but found int64[]; make one with ct.random.key(seed)")
def number_for_a_key():
    ct.random.normal(0, (2,))  # 0


# Derivatives


@mistake(ct.TypeError, "{0}: ct.grad: <lambda> returned float32[3]; only a function of one floating-point number has a "
                       "gradient, so return ct.sum or ct.mean of it, or use ct.vjp")
def gradient_of_many_results():
    ct.grad(lambda x: x * 2)(ct.ones(3))  # 0


@mistake(ct.TypeError, "{0}: ct.grad: argument 0 is int64[], but derivatives are with respect to floats; pass 3.0 instead "
                       "of 3, convert it with astype('float32'), leave it out of argnums, or say allow_int=True for a "
                       "derivative of None")
def gradient_by_an_integer():
    ct.grad(lambda x: x * 2)(3)  # 0


@mistake(ct.ValueError, "{0}: ct.grad: argnums has 1, but there is 1 argument by position; pass what is differentiated "
                        "by position")
def argnums_out_of_range():
    ct.grad(lambda x: x, argnums=1)(1.0)  # 0


@mistake(ct.TypeError, "{0}: ct.grad: 'argnums' must be an integer or a tuple of integers, but is 'x' (a str)")
def argnums_by_name():
    ct.grad(lambda x: x, argnums="x")(1.0)  # 0


@mistake(ct.TypeError, "{0}: ct.grad: 'function' must be a function, but is 9.0 (a float); give it one, and call what "
                       "grad returns")
def gradient_of_a_number():
    ct.grad(3.0**2)  # 0


@mistake(ct.TypeError, "{0}: ct.jvp: 'function' must be a function, but is 9.0 (a float); give it one, without calling it")
def tangent_of_a_number():
    ct.jvp(3.0**2, (3.0,), (1.0,))  # 0


@mistake(ct.TypeError, "{0}: ct.call_decomp: 'function' must be a function, but is 'softmax' (a str); give it one, "
                       "without calling it")
def operator_by_name():
    ct.call_decomp("softmax", 3.0)  # 0


# Values that are not known while a function is compiled


@mistake(ct.TypeError, "{0}: the condition is bool[3], which has no single truth value; use .any() or .all()")
def if_on_many_elements_compiled():
    def f(x):
        if x > 0:  # 0
            return x
        return -x

    ct.jit(f)(ct.ones(3))


PLACE = ("{0}: a traced int64[] cannot choose from a Python list or be a size: it has no value while the function is "
         "compiled; make the list a tensor with ct.stack, choose functions with ct.switch, blocks with "
         "ct.dynamic_slice, and give sizes by static_argnums")
NUMBER = ("{0}: a traced float32[] has no number yet: the function is being compiled; keep it a tensor, or read what "
          "the function returns")
NUMPY = ("{0}: a traced float32[2] is nothing NumPy can compute with: it has no value while the function is compiled; "
         "use the function of the same name in ct, or NumPy outside of the compiled function")


@mistake(ct.TypeError, PLACE)
def choosing_from_a_list():
    ct.jit(lambda i: [1, 2, 3][int(i)])(1)  # 0


@mistake(ct.TypeError, PLACE)
def choosing_a_function():
    ct.jit(lambda i, x: [ct.sin, ct.cos][i](x))(1, 2.0)  # 0


@mistake(ct.TypeError, PLACE)
def slice_of_unknown_length():
    ct.jit(lambda x, n: x[:n])(ct.ones(3), 2)  # 0


@mistake(ct.TypeError, NUMBER)
def function_of_the_math_module():
    ct.jit(lambda x: math.sin(x))(1.0)  # 0


@mistake(ct.TypeError, NUMBER.replace("{0}: ", "{0}: x.item: "))
def item_of_a_traced_tensor():
    ct.jit(lambda x: x.item())(1.0)  # 0


@mistake(ct.TypeError, NUMPY.replace("{0}: ", "{0}: x.numpy: "))
def numpy_of_a_traced_tensor():
    ct.jit(lambda x: x.numpy())(ct.ones(2))  # 0


@mistake(ct.TypeError, NUMPY)
def function_of_numpy():
    ct.jit(lambda x: np.sin(x))(ct.ones(2))  # 0


@mistake(ct.TypeError, "{0}: <lambda> returned a text of values that are known when it runs, which can only be "
                       "printed; return the values")
def returning_a_text():
    ct.jit(lambda x: f"{x:.3f}")(1.0)  # 0


@mistake(ct.TypeError, "{0}: a traced float32[] cannot be formatted as 'd': it has no value while the function is compiled; "
                       "print(x), f'{{x}}' and formats of numbers such as f'{{x:.3f}}' show it when the function runs")
def formatting_a_traced_tensor():
    ct.jit(lambda x: print(f"{x:d}"))(1.0)  # 0


@mistake(ct.TypeError, "{0}: a traced bool[] has no truth value yet; 'if', 'while', 'and', 'or' and 'not' on it are "
                       "compiled, but 'in', 'match', sorted() and functions of libraries need numbers that are "
                       "known; use ct.where, ct.sort or ct.any")
def sorting_in_python():
    ct.jit(lambda x: sorted([x, -x]))(1.0)  # 0


@mistake(ct.TypeError, "{0}: ct.sum: 'axis' must be an integer or a tuple of integers or None, but is a traced tensor "
                       "int64[]; such numbers must be known when a function is compiled, so give them by "
                       "static_argnums; call sum(a, axis=None, dtype=None, *, keepdims=False, initial=None, "
                       "where=None, promote_integers=True)")
def axis_that_is_not_known():
    ct.jit(lambda x, n: ct.sum(x, axis=n))(ct.ones(3), 0)  # 0


@mistake(ct.TypeError, "{0}: ct.nonzero: of a traced tensor, and indexing with a traced mask: how many elements there "
                       "are is not known; use ct.where(mask, x, 0) instead, or say how many "
                       "results there are, as ct.nonzero(mask, size=...)")
def mask_that_is_not_known():
    ct.jit(lambda x: x[x > 0])(ct.ones(3))  # 0


@mistake(ct.Error, "{0}: ct.add: a traced tensor is used outside of the function it belongs to; return it from there instead "
                   "of storing it outside")
def leaking_a_traced_tensor():
    kept = []
    ct.jit(lambda x: kept.append(x * 2) or x)(1.0)
    kept[0] + 1  # 0


@mistake(ct.Error, "{0}: a traced tensor is used outside of the function it belongs to; return it from there instead "
                   "of storing it outside")
def reading_a_leaked_tensor():
    kept = []
    ct.jit(lambda x: kept.append(x * 2) or x)(1.0)
    float(kept[0])  # 0


# Control flow


@mistake(ct.TypeError, "{0}: after this 'if' 'y' is float32[2] from {1} but int32[2] from {2}; both branches must "
                       "leave a value of one type and shape")
def branches_of_different_types():
    def f(x):
        if x > 0:  # 0
            y = ct.ones(2)  # 1
        else:
            y = ct.ones(2, dtype="int32")  # 2
        return y

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: after this 'if' 'y' is {{'a': float32[]}} from {1} but {{'b': float32[]}} from {2}; both branches must "
                       "leave a value of one type and shape")
def branches_of_different_nests():
    def f(x):
        if x > 0:  # 0
            y = {"a": x}  # 1
        else:
            y = {"b": x}  # 2
        return y

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: ct.cond: one branch returned {{'b': float32[]}}, another {{'a': float32[]}}; all must "
                       "return one structure")
def nests_that_differ_in_cond():
    ct.jit(lambda x: ct.cond(x > 0, lambda: {"a": x}, lambda: {"b": x}))(1.0)  # 0


@mistake(ct.TypeError, "{0}: ct.cond: the predicate is float32[2]; it must be one truth value, as x > 0 or ct.any(x > 0)")
def cond_of_several_numbers():
    ct.cond(ct.ones(2), lambda: 1, lambda: 2)  # 0


@mistake(UnboundLocalError, "{1}: 'y' may not be set here: only one branch of the 'if' in line {line0} sets it; set it "
                            "in both, or before")
def variable_of_one_branch():
    def f(x):
        if x > 0:  # 0
            y = x
        return y  # 1

    ct.jit(f)(1.0)


@mistake(UnboundLocalError, "{1}: 'y' may not be set here: the 'while' in line {line0} may not run once; set it before")
def variable_of_a_loop():
    def f(x):
        while x < 3:  # 0
            y = x
            x = x + 1
        return y  # 1

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: 'y' is float32[1] before this 'while' but float32[2] after a turn (set at {1}); give it "
                       "one type and shape for all turns")
def shape_that_grows():
    def f(x):
        y = ct.ones(1)
        while ct.sum(y) < x:  # 0
            y = ct.concatenate([y, y])  # 1
        return y

    ct.jit(f)(10.0)


@mistake(ct.TypeError, "{0}: 'rows' is [] before this 'while' but [float32[]] after a turn (set at {1}); a list cannot grow in "
                       "a compiled loop, so let ct.scan stack the rows, or set them in a tensor, as rows = "
                       "rows.at[i].set(row)")
def list_that_grows():
    def f(x):
        rows = []
        while x < 10:  # 0
            rows = rows + [x]  # 1
            x = x + 1
        return rows

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: this changes an object inside 'while' (line {line1}) on a run-time value, which happens "
                       "whichever way control goes; assign to a variable instead, as x = x.at[i].set(v) or items = "
                       "items + [v]")
def list_that_a_loop_changes():
    def f(x):
        rows = []
        while x < 10:  # 1
            rows.append(x)  # 0
            x = x + 1
        return rows

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: this changes 'total' inside 'while' (line {line1}) on a run-time value, which happens "
                       "whichever way control goes; assign to a variable instead, as x = x.at[i].set(v) or items = "
                       "items + [v]")
def closure_that_assigns():
    total = 0.0

    def add(y):
        nonlocal total
        total = total + y  # 0

    def f(x):
        while x < 3:  # 1
            add(x)
            x = x + 1
        return total * 2

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: the bounds of a loop must be integers, but are float32; convert them with "
                       "astype('int64')")
def range_of_a_float():
    def f(x):
        total = 0.0
        for i in range(x):  # 0
            total += i
        return total

    ct.jit(f)(2.5)


@mistake(ct.TypeError, "{0}: 'raise' inside 'if' (line {line1}) on a run-time value would be reached whenever the "
                       "function is compiled; return a value that says so instead")
def raising_on_a_value():
    def f(x):
        if x < 0:  # 1
            raise ValueError("negative")  # 0
        return x

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: a traced bool[] has no truth value yet; 'f' ({1}) has return inside 'try' (line {line2}), "
                       "which cannot be compiled; leave after it instead")
def returning_out_of_try():
    def f(x):  # 1
        try:  # 2
            if x > 0:  # 0
                return x
        finally:
            pass
        return -x

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: a traced bool[] has no truth value yet; 'f' ({1}) has return inside 'match' (line "
                       "{line2}), which cannot be compiled; leave after it instead")
def matching_a_value():
    def f(x):  # 1
        match x:  # 2
            case 1:  # 0
                return x
        return -x

    ct.jit(f)(1.0)


@mistake(ct.TypeError, "{0}: 'f' ({1}) is a generator or coroutine; return a list instead")
def yielding():
    def f(x):  # 1
        while x < 3:
            yield x
            x = x + 1

    ct.jit(f)(1.0)  # 0


# Calls


@mistake(ct.TypeError, "{0}: f: missing a required argument: 'y'; call f(x, y)")
def too_few_arguments():
    def f(x, y):
        return x + y

    ct.jit(f)(1.0)  # 0


@mistake(ct.TypeError, "{0}: <lambda>: the static argument 'names' cannot be part of a program (unhashable type: "
                       "'set'); give a number, a text, or a nest of such")
def static_set():
    ct.jit(lambda x, names: x, static_argnums=1)(1.0, {"a"})  # 0


@mistake(ct.TypeError, "{0}: ct.jit: 'function' must be a function, but is 3 (an int); give it one, and call what jit "
                       "returns")
def compiling_a_number():
    ct.jit(3)  # 0


@mistake(ct.TypeError, "{0}: <lambda> returned a set, which cannot hold tensors of a compiled function; return a list, "
                       "tuple or dict")
def returning_a_set():
    ct.jit(lambda x: {x})(1.0)  # 0


@mistake(ct.ValueError, "{0}: ct.vmap: the axes to go along must have one size; found 3 (tensor 0), 4 (tensor 1)")
def batches_of_different_sizes():
    ct.vmap(lambda x, y: x + y)(ct.ones(3), ct.ones(4))  # 0


@mistake(ct.TypeError, "{0}: ct.while_loop: the body was given (int64[], float32[]) but returned (int64[],); it must "
                       "return the structure it is given")
def body_that_drops_a_variable():
    ct.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1,), (0, 1.0))  # 0


@mistake(ct.TypeError, "{0}: ct.scan: the body must return a pair, the carry and what is stacked, but returned a "
                       "traced tensor float32[]")
def scan_without_rows():
    ct.scan(lambda carry, x: carry, 0.0, ct.ones(3))  # 0


if __name__ == "__main__":
    unittest.main()
