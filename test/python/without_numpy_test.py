#!/usr/bin/python3
"""Programs that do not import NumPy: it is imported when something of it is first needed, which takes longer than
`import cotan`. Each runs in a child of a process that has only that."""

import os
import subprocess
import sys
import traceback
import unittest

NEEDS_NONE = ["", "ct.sin(1.0)", "float(ct.sin(1.0) + 2)", "ct.jit(lambda x: x * x)(2.0)", "ct.vmap(ct.sin)(ct.ones(3))",
              "[ct.add.reduce, ct.lax, ct.tree, ct.optim]", "ct.random.normal(ct.random.key(0), (3,))",
              "ct.pi + ct.e + ct.inf", "ct.ones((2, 3))[0, 1:]", "ct.tree.map(ct.sin, {'a': 1.0, 'b': (2, ct.ones(2))})"]
# With what they are, as Python shows it.
NEED_IT = {
    "ct.array([1, 2])": "Tensor([1, 2], dtype=int64)", "ct.ones(2)": "Tensor([1., 1.], dtype=float32)",
    "ct.ones(2).dtype": "dtype('float32')", "ct.float32": "<class 'numpy.float32'>", "ct.bool": "<class 'numpy.bool_'>",
    "ct.zeros(1, ct.int16).dtype": "dtype('int16')", "ct.zeros(1, 'f8').dtype": "dtype('float64')",
    "ct.zeros(1, 'half').dtype": "dtype('float16')", "ct.ones(1).numpy()": "array([1.], dtype=float32)",
    "ct.array(memoryview(b'ab')).tolist()": "[97, 98]", "ct.array(bytearray(b'a'))": "Tensor([97], dtype=uint8)",
    "[x for x in dir(ct) if x == 'float32']": "['float32']", "ct.finfo('float32').bits": "32",
    "ct.issubdtype(ct.bfloat16, ct.floating)": "True", "ct.default_dtype()": "dtype('float32')",
    "ct.result_type(1.0, 'int8')": "dtype('float32')", "str(ct.ones(()))": "'1.0'", "f'{ct.ones(2)}'": "'[1. 1.]'",
    "type(ct.get_printoptions())": "<class 'dict'>", "ct.from_dlpack(ct.ones(1))": "Tensor([1.], dtype=float32)",
    "ct.take([5, 6], 1)": None, "ct.piecewise(ct.ones(1), [True], [2.0])": "Tensor([2.], dtype=float32)",
    "ct.array(__import__('array').array('d', [1, 2])).shape": "(2,)", "ct.jit(lambda x: x, static_argnums=0)(ct.float32)": None,
    "float(ct.grad(lambda x: x**3)(2.0))": "12.0", "ct.ones(2).tolist()": "[1.0, 1.0]",
    "float(ct.while_loop(lambda x: x < 10, lambda x: x * 2, 1.0))": "16.0",
    "float(ct.jit(lambda x, n: x * n, static_argnums=1)(2.0, 3))": "6.0",
    "ct.cond(True, lambda: 1.0, lambda: 2.0)": "Tensor(1., dtype=float32, weak_type=True)",
    "(exec('from cotan import *', held := {}), held['float32'], held['lax'].__name__)[1:]":
        "(<class 'numpy.float32'>, 'cotan.lax')",
}


def child(work):
    """What a child says that does it: the text it returns, or the error it ends in."""
    read, write = os.pipe()
    if (process := os.fork()) == 0:
        try:
            said = work()
        except BaseException:
            said = traceback.format_exc().splitlines()[-1].replace(__file__, '')
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with open(read) as told:
        said = told.read()
    os.waitpid(process, 0)
    return said


class Test(unittest.TestCase):
    def test_what_needs_none(self):
        import cotan as ct
        for program in NEEDS_NONE:
            with self.subTest(program):
                def work():
                    if program:
                        eval(program, {"ct": ct})
                    return str("numpy" in sys.modules)
                self.assertEqual(child(work), "False")

    def test_what_needs_it_first(self):
        import cotan as ct
        for program, shown in NEED_IT.items():
            with self.subTest(program):
                self.assertNotIn("numpy", sys.modules)
                said = child(lambda: repr(eval(program, {"ct": ct})))
                if shown is None:  # as where NumPy is there
                    shown = child(lambda: __import__("numpy") and repr(eval(program, {"ct": ct})))
                self.assertEqual(said, shown)

    def test_in_several_threads_at_once(self):
        program = """
import sys, threading
import cotan as ct
sys.setswitchinterval(1e-6)
begin = threading.Barrier(6)
done = []
def work(need):
    begin.wait()
    done.append(str(need()))
needs = [lambda: ct.array([1.0]).dtype, lambda: ct.float32, lambda: ct.ones(1).dtype, lambda: __import__("numpy").ones(1),
         lambda: ct.zeros(1, "f4").numpy(), lambda: ct.array(bytearray(b"ab"))]
threads = [threading.Thread(target=work, args=(need,), daemon=True) for need in needs]
[thread.start() for thread in threads]
[thread.join(20) for thread in threads]
print(len(done))
"""
        for _ in range(5):
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
            self.assertEqual((done.stdout, done.stderr), ("6\n", ""))


if __name__ == "__main__":
    unittest.main()
