"""An operation at once says of sizes that do not go together what it says when they are known while it is traced: its
code is that of all sizes, which finds out and has no words."""

import inspect
import re
import unittest

import cotan as ct
import numpy as np
from calls import calls


# Whether sizes go together depends on what the elements are.
OF_ELEMENTS = {"ct.compress", "ct.extract"}


def resized(x, axis, by):
    """The array with one size changed; None if that cannot be."""
    size = x.shape[axis] + by
    return None if size < 0 else np.resize(x, (*x.shape[:axis], size, *x.shape[axis + 1:])) if x.size else None


def variants(args):
    """The arguments with one size of one array changed."""
    for i, arg in enumerate(args):
        if isinstance(arg, np.ndarray):
            for axis in range(arg.ndim):
                for by in (1, -1):
                    changed = resized(arg, axis, by)
                    if changed is not None:
                        yield [*args[:i], changed, *args[i + 1:]]


def said(call):
    """What it raises, without the place."""
    try:
        call()
        return None
    except ct.Error as error:
        return re.sub(r"[^ ]*\.py:\d+: ", "", str(error))


def traced(function, args):
    arrays = [i for i, arg in enumerate(args) if isinstance(arg, np.ndarray)]

    def call(*tensors):
        given = list(args)
        for i, tensor in zip(arrays, tensors):
            given[i] = tensor
        return function(*given)

    return said(lambda: ct.eval_shape(call, *(ct.array(args[i]) for i in arrays)))


class SizeErrors(unittest.TestCase):
    def test_words_of_operations_at_once(self):
        found = 0
        for name, function, args in calls():
            if name.startswith("x.") or name in OF_ELEMENTS:
                continue
            for given in variants(args):
                at_once = said(lambda: function(*given))
                if at_once is None:
                    continue
                known = traced(function, given)
                if known is None:  # for its elements
                    continue
                found += 1
                with self.subTest(name, shapes=[getattr(x, "shape", x) for x in given]):
                    self.assertEqual(at_once, known)
        self.assertGreater(found, 100)

    def test_what_has_no_memory_is_said_of_the_call(self):
        """The code may have been made for a call elsewhere."""
        small, here = ct.zeros(3), []

        def line():
            here.append(inspect.currentframe().f_back.f_lineno)

        for call in (lambda: (line(), ct.zeros(2**46)), lambda: (line(), ct.arange(2**43)), lambda: (line(), ct.full(2**45, 2.5))):
            with self.assertRaises(ct.MemoryError) as caught:
                call()
            self.assertRegex(str(caught.exception), rf"^\S+size_errors_test.py:{here[-1]}: ct.\w+: ")
        self.assertEqual(small.shape, (3,))


if __name__ == "__main__":
    unittest.main()
