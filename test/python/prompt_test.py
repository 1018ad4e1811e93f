#!/usr/bin/python3
"""Functions that are in no file: of `python -c`, of standard input, and typed at Python's prompt."""

import os
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = """
import cotan as ct

@ct.jit
def squared(x):
    while x < 100:
        x = x * x
    return x

def plain(x):
    return x if x > 3 else -x

print(ct.grad(squared)(3.0), ct.jit(plain)(2.0), ct.jit(lambda x: x if x > 3 else 2 * x)(1.5))
"""
RIGHT = "17496.0 -2.0 3.0"


def output_of(*arguments, **options):
    result = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, **options)
    return (result.stdout + result.stderr).strip()


class Prompt:
    """Python's own prompt, in a terminal."""

    def __init__(self):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, [sys.executable, "-q"], {**os.environ, "TERM": "dumb"})
        self.until(">>> ")

    def until(self, end):
        said, stop = "", time.monotonic() + 60
        while not said.endswith(end) and time.monotonic() < stop:
            if select.select([self.terminal], [], [], 1)[0]:
                said += os.read(self.terminal, 10000).decode()
        return said

    def say(self, text):
        """What is answered to some lines."""
        answer = ""
        for line in text.split("\n"):
            os.write(self.terminal, line.encode() + b"\n")
            answer = self.until(" ")  # of >>> or ...
            while not answer.endswith((">>> ", "... ")):
                answer += self.until(" ")
        return answer

    def close(self):
        os.write(self.terminal, b"exit()\n")
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class NoFile(unittest.TestCase):
    def test_of_a_command(self):
        self.assertEqual(output_of("-c", PROGRAM), RIGHT)
        self.assertEqual(output_of("-Bc", PROGRAM), RIGHT)

    def test_of_text_that_a_command_runs(self):
        """It is called <string> as the command is, and has a function of the same name on the same line."""
        inner = "\ndef f(x):\n    if x > 0:\n        x = 2 * x\n    return x\n"
        command = f"import cotan as ct\ndef f(x):\n    if x > 0:\n        x = 3 * x\n    return x\nscope = {{}}\nexec({inner!r}, scope)\n"
        self.assertEqual(output_of("-c", command + "print(ct.jit(f)(1.0))"), "3.0")
        self.assertIn("the source of 'f' (<string>:2) is not there", output_of("-c", command + "ct.jit(scope['f'])(1.0)"))

    def test_of_standard_input(self):
        with tempfile.TemporaryFile("w+") as file:
            file.write(PROGRAM)
            file.seek(0)
            self.assertEqual(output_of(stdin=file), RIGHT)
        self.assertIn("what comes through a pipe is not kept); define it in a file", output_of("-", input=PROGRAM))

    def test_typed_at_the_prompt(self):
        prompt = Prompt()
        self.addCleanup(prompt.close)
        prompt.say("import cotan as ct")
        prompt.say("@ct.jit\ndef f(x):\n    while x < 100: x = x * x\n    return x\n")
        self.assertIn("17496.", prompt.say("float(ct.grad(f)(3.0))"))
        prompt.say("def g(x):\n    if x > 1:\n        return 2 * x\n    return x\n")
        prompt.say("def f(x): return x if x > 0 else 7 * x\n")  # another one of that name
        self.assertIn("-7.0", prompt.say("float(ct.jit(f)(-1.0))"))
        self.assertIn("4.0", prompt.say("float(ct.jit(g)(2.0))"))
        self.assertIn("5.0", prompt.say("h = ct.jit(lambda x: x if x > 0 else -x); float(h(-5.0))"))
        self.assertIn("5.0", prompt.say("import numpy as np; k = lambda x: x if x > 0 else -x; float(ct.jit(k)(np.float32(-5)))"))
        self.assertIn(" 6.0", prompt.say("class C:\n    def m(self, x):\n        return x if x > 9 else 2 * x\n\nprint('', ct.jit(C().m)(3.0))"))


if __name__ == "__main__":
    unittest.main()
