"""At IPython's prompt and in notebooks: cells compile, errors name their lines, completion and display are for users."""

import contextlib
import html
import io
import os
import signal
import threading
import unittest
import warnings

import cotan as ct
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

LOOP = """import cotan as ct
@ct.jit
def grown(x):
    while x < 10.0:
        if x > 3.0:
            x = x * {factor}
        else:
            x = x + 1.0
    return x
"""


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["IPYTHONDIR"] = "/nonexistent"  # nobody's settings, and no history
        warnings.simplefilter("ignore")
        cls.shell = InteractiveShell.instance(colors="NoColor", history_length=0)
        cls.shell.history_manager.enabled = False

    def run_cell(self, text):
        self.shell.showtraceback = lambda *_, **__: None
        with contextlib.redirect_stdout(io.StringIO()):
            return self.shell.run_cell(text)

    def value(self, text):
        result = self.run_cell(text)
        result.raise_error()
        return result.result

    def test_cells_compile_with_their_control_flow(self):
        self.assertEqual(float(self.value(LOOP.format(factor=3.0) + "grown(0.5)")), 10.5)
        self.assertEqual(float(self.value("ct.grad(grown)(0.5)")), 3.0)
        self.assertEqual(float(self.value(LOOP.format(factor=4.0) + "grown(0.5)")), 14.0)  # as it is now
        self.assertEqual(float(self.value("ct.jit(lambda x: -x if x < 0.0 else x)(-2.0)")), 2.0)

    def test_errors_name_the_cell_and_its_line(self):
        error = self.run_cell("import cotan as ct\n\n@ct.jit\ndef f(x):\n    return ct.matmul(x, 3)\n\nf(ct.ones(2))").error_in_exec
        self.assertIsInstance(error, ct.ValueError)
        self.assertRegex(str(error), r"^<ipython-input-[^>]*>:5: ct.matmul: ")

    def test_completion_shows_what_is_for_users(self):
        self.value("import cotan as ct\nx = ct.ones((2, 3))")

        def completed(text):
            with provisionalcompleter():
                return {found.text.split(".")[-1] for found in self.shell.Completer.completions(text, len(text))}

        for use_jedi in (False, True):
            self.shell.Completer.use_jedi = use_jedi
            self.assertEqual(completed("ct.nn.softmax_c"), {"softmax_cross_entropy", "softmax_cross_entropy_with_integer_labels"})
            found = completed("x.")
            self.assertLessEqual({"T", "at", "reshape", "sum"}, found)
            self.assertEqual([name for name in found if isinstance(getattr(ct.Tensor, name), type)], [])

    def test_help(self):
        for name, words in (("ct.nn.softmax", "along an axis"), ("ct.scan", "carry"), ("ct.Tensor", "tensor")):
            info = self.shell.object_inspect(name)
            self.assertTrue(info["found"], name)
            self.assertIn(words, (info["docstring"] or "") + (info["class_docstring"] or ""))

    def shown(self, value):
        return self.shell.display_formatter.format(value)[0]

    def test_display(self):
        self.shell.display_formatter.active_types = self.shell.display_formatter.format_types
        x = ct.array([[1.5, 2.0], [ct.nan, -1e10]])
        self.assertEqual(self.shown(x)["text/plain"], repr(x))
        page = self.shown(x)["text/html"]
        self.assertIn("float32[2, 2]", page)
        self.assertEqual([page.count(f"<{tag}") for tag in ("table", "tr", "td")], [1, 2, 4])
        self.assertEqual(self.shown(ct.ones((100, 1000)))["text/html"].count("<td"), 11 * 11)
        for of_text in (ct.ones(3), ct.ones((0, 2)), ct.array(1.0), ct.ones((2, 2, 2))):
            self.assertEqual(set(self.shown(of_text)), {"text/plain"})
        for kind in ("bfloat16", "float8_e4m3", "int4", "bool", "complex64", "int64"):
            self.assertIn(f"{kind}[1, 2]", self.shown(ct.ones((1, 2), kind))["text/html"])
        seen = []
        ct.jit(lambda x: (seen.append(self.shown(x)), x)[1])(x)
        self.assertEqual([set(each) for each in seen], [{"text/plain"}])

    def test_display_of_what_was_measured(self):
        self.shell.display_formatter.active_types = self.shell.display_formatter.format_types
        f = ct.jit(lambda x: ct.sum(x * x))
        page = html.unescape(self.shown(f.profile(ct.ones(1000)))["text/html"])
        self.assertTrue(page.startswith("<iframe srcdoc=") and "</html>" in page.lower())
        for n in range(12):
            f(ct.ones(n + 1))
        table = self.shown(f.explain())["text/html"]
        self.assertIn("float32[3]", table)
        self.assertEqual(table.count("<p>"), len(f.explain().advice))

    def test_ctrl_c_ends_a_loop(self):
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        result = self.run_cell("import cotan as ct\nct.while_loop(lambda x: x < 2.0, lambda x: x * 1.0, 1.0)")
        timer.join()
        self.assertIsInstance(result.error_in_exec, KeyboardInterrupt)
        self.assertEqual(float(self.value("ct.sin(0.0)")), 0.0)


if __name__ == "__main__":
    unittest.main()
