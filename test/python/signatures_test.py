#!/usr/bin/python3
"""Functions of the extension module look like Python's, and say what is wrong with a call."""

import copy
import inspect
import pickle
import unittest

import cotan as ct

X = ct.array([1.0, 2.0])

# Calls that do not fit, and the whole of what is said after the user's line.
REFUSED = [
    (lambda: ct.tanh("a"), "ct.tanh: 'x' must be a tensor, a number or a NumPy array, but is 'a' (a str); call tanh(x)"),
    (lambda: ct.tanh(None), "ct.tanh: 'x' must be a tensor, a number or a NumPy array, but is None; call tanh(x)"),
    (lambda: ct.tanh(1, 2), "ct.tanh: 2 arguments were given by position, but there are 1; call tanh(x)"),
    (lambda: ct.tanh(1, x=2), "ct.tanh: 'x' is given twice, by its place and by its name; call tanh(x)"),
    (lambda: ct.add(1), "ct.add: 'y' must be given; call add(x, y)"),
    (lambda: ct.add(), "ct.add: 'x' and 'y' must be given; call add(x, y)"),
    (lambda: ct.sum([1, "x"]), "ct.sum: 'a' must be a tensor, a number or a NumPy array, but is [1, 'x'] (a list); write "
                              "ct.array(...) around it; call sum(a, axis=None, dtype=None, *, keepdims=False, "
                              "initial=None, where=None, promote_integers=True)"),
    (lambda: ct.sum(X, axes=1),
     "ct.sum: there is no argument 'axes', but 'axis'; call sum(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None, promote_integers=True)"),
    (lambda: X.sum("a"), "x.sum: 'axis' must be an integer or a tuple of integers or None, but is 'a' (a str); "
                         "call x.sum(axis=None, dtype=None, *, keepdims=False, initial=None, where=None, promote_integers=True)"),
    (lambda: ct.zeros(2, 3), "ct.zeros: 'dtype' must be an element type such as 'float32' or ct.int64 or None, "
                             "but is 3 (an int); call zeros(shape, dtype=None, *, device=None)"),
    (lambda: ct.linspace(0, 1, 2.5), "ct.linspace: 'num' must be an integer, but is 2.5 (a float); "
                                     "call linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None)"),
    (lambda: ct.concatenate([X, "a"]), "ct.concatenate: 'arrays' must be a list or tuple of tensors, but its element 1 is 'a' (a str); "
                                       "call concatenate(arrays, axis=0, *, dtype=None)"),
    (lambda: X.reshape("a"), "x.reshape: 'args' cannot be 'a' (a str); call x.reshape(*args, order='C')"),
    (lambda: X.at[0].set("a"), "x.set: 'values' must be a tensor, a number or a NumPy array, but is 'a' (a str); "
                               "call x.set(values, *, indices_are_sorted=False, unique_indices=False, mode=None, "
                               "wrap_negative_indices=True)"),
    (lambda: ct.cond("a", X.sum, X.sum), "ct.cond: 'pred' must be a tensor, a number or a NumPy array, "
                                         "but is 'a' (a str); call cond(pred, true_fun, false_fun, *operands)"),
    (lambda: ct.array("abc"), "ct.array: a str cannot be a tensor; numbers, nested lists, NumPy arrays and tensors can"),
    (lambda: ct.zeros(3, "float31"), "ct.zeros: there is no element type 'float31'; there are bool, int8 to int64, uint8 to "
                                     "uint64, float16, bfloat16, float32, float64, complex64 and complex128, "
                                     "and for storage float8_e4m3, float8_e5m2, int4 and uint4"),
    (lambda: X["a"], "a str cannot be an index; integers, slices, ..., None, and tensors of integers or truth "
                     "values can"),
    (lambda: len(ct.array(1.0)), "a tensor of shape () has no length; it is one number"),
]


class Calls(unittest.TestCase):
    def test_the_users_line_and_all_of_the_message(self):
        for call, expected in REFUSED:
            with self.subTest(expected):
                with self.assertRaises(ct.TypeError) as caught:
                    call()
                line = call.__code__.co_firstlineno
                self.assertEqual(str(caught.exception), f"{__file__}:{line}: {expected}")

    def test_errors_of_functions_inside_come_through(self):
        with self.assertRaises(ZeroDivisionError):
            ct.cond(X[0] > 0, lambda: 1 // 0, lambda: 0)


class Functions(unittest.TestCase):
    def test_names_and_signatures(self):
        self.assertEqual((ct.sum.__module__, ct.sum.__name__), ("cotan", "sum"))
        self.assertEqual(ct.nn.relu.__module__, "cotan.nn")
        self.assertEqual(str(inspect.signature(ct.sum)),
                         "(a: TensorLike, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, *, "
                         "keepdims: bool = False, initial: TensorLike | None = None, where: TensorLike | None = None, "
                         "promote_integers: bool = True) -> Tensor")
        self.assertEqual(str(inspect.signature(X.sum)),
                         "(axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, *, keepdims: bool = False, "
                         "initial: TensorLike | None = None, where: TensorLike | None = None, "
                         "promote_integers: bool = True) -> Tensor")
        self.assertTrue(inspect.isroutine(ct.sum))
        self.assertEqual(repr(ct.sum), "<function cotan.sum>")

    def test_pickled_and_copied_by_name(self):
        for function in (ct.sum, ct.nn.relu, ct.Tensor.sum):
            self.assertIs(pickle.loads(pickle.dumps(function)), function)
            self.assertIs(copy.deepcopy(function), function)

    def test_bound_as_methods_of_tensors_only(self):
        class Model:
            activation = ct.tanh

        self.assertEqual(float(Model().activation(0.0)), 0.0)
        self.assertEqual(float(X.sum()), float(ct.Tensor.sum(X)))

    def test_submodules_can_be_imported(self):
        from cotan.nn import relu
        from cotan.random import key

        self.assertIs(relu, ct.nn.relu)
        self.assertIs(key, ct.random.key)


if __name__ == "__main__":
    unittest.main()
