#!/usr/bin/python3
"""The page of Lowered.view, in a browser: what it draws, and that a program's texts are only shown."""

import re
import unittest

import cotan as ct
from pages import HOSTILE, PageCase


def decay(x, count):
    i = ct.int64(0)
    while i < count:
        x = x * ct.exp(-x)
        i = i + 1
    return ct.sum(x)


class View(PageCase):
    def written(self, function, *arguments):
        path = self.folder / "page.html"
        self.assertEqual(function.lower(*arguments).view(path), str(path))
        return path

    def test_draws_steps_differences_loops_stacks_and_kernels(self):
        path = self.written(ct.jit(ct.grad(decay)), ct.ones((2000, 300)) * 0.3, ct.int64(3))
        data = self.data(path)
        names = [step["name"] for step in data["steps"]]
        self.assertEqual(names[0], "input")
        self.assertIn("fuse", names)
        last = self.shown(path, f"#step-{len(names)}")
        self.assertIn("fuse", last.words["span"])
        self.assertGreaterEqual(last.classes["loop"], 2)  # there and back
        self.assertGreater(last.tags["circle"], 0)  # pushes and pops
        fused = self.shown(path, f"#step-{names.index('fuse') + 1}")
        self.assertGreater(fused.classes["added"], 0)
        self.assertGreater(fused.classes["removed"], 0)
        self.assertIn("while i < count", last.words["span"])  # the user's lines
        self.assertIn("Kernels", last.words["h3"])
        kernels = [kernel for kernel in data["run"]["kernels"] if kernel["calls"]]
        self.assertTrue(kernels)
        for kernel in kernels:
            self.assertGreater(kernel["codeBytes"], 0)
            self.assertGreater(kernel["nanoseconds"], 0)
            self.assertIn(kernel["name"], last.words["td"])
        self.assertIn(3, [kernel["calls"] for kernel in kernels])  # one in the loop
        self.assertGreater(data["run"]["nanoseconds"], 0)

    def test_how_much_steps_changed_is_counted_when_one_is_shown(self):
        path = self.written(ct.jit(ct.grad(decay)), ct.ones((2000, 300)) * 0.3, ct.int64(3))
        steps = self.data(path)["steps"]
        first, last = "", ""
        for before, step in zip([None, *steps], steps):
            is_changed = not step["isFirst"] and before["lines"] != step["lines"]
            label = f"{len(step['lines'])} lines" if step["isFirst"] else "no change"
            first += step["name"] + ("" if is_changed else label)
            last += re.escape(step["name"]) + (r"\+\d+ −\d+" if is_changed else label)
        self.assertIn("fuse", first)
        # What the list says at the end of the page's script, and when some time has gone by.
        text = re.sub('<meta http-equiv="Content-Security-Policy".*?>', "", path.read_text())
        script, end, rest = text.rpartition("</script>")
        path.write_text(f"{script}document.title = find('steps').textContent + '.';{end}{rest}")
        page = self.shown(path)
        self.assertRegex(page.words["title"], f"^{re.escape(first)}\\.")
        self.assertRegex(page.words["span"], f"^{last}")

    def test_types_are_not_run(self):
        path = self.written(ct.jit(lambda x: ct.sum(x * x)), ct.ShapeDtypeStruct((1000,), "float32"))
        self.assertEqual(self.data(path)["run"]["nanoseconds"], 0)
        self.assertIn("Not run", self.shown(path, "#step-99").words["p"])

    def test_a_run_that_fails_is_shown(self):
        add = ct.jit(lambda x, y: x + y, dynamic_axes={"x": 0, "y": 0})
        path = self.written(add, ct.ones(2), ct.ones(3))
        self.assertIn("operand shapes differ along axis 0", self.shown(path, "#step-99").words["li"])

    def test_texts_are_only_shown(self):
        def square(x):
            return x * x

        square.__name__ = square.__qualname__ = HOSTILE
        path = self.written(ct.jit(square), ct.ones(3))
        page = self.shown(path)
        self.assertIn("taken over", page.words["h1"])  # as text
        self.assertNotIn("taken over", page.words["title"])
        self.assertNotIn("img", page.tags)
        self.assertEqual(page.events, [])

    def test_the_users_names_and_lines_are_only_shown(self):
        source = self.folder / (HOSTILE.replace("/", "") + ".py")  # a file may be called so
        source.write_text(f"def twice(**named):\n    return sum(named.values()) * len({HOSTILE!r})\n")
        scope = {}
        exec(compile(source.read_text(), str(source), "exec"), scope)
        path = self.written(ct.jit(lambda nest: scope["twice"](**nest)), {HOSTILE: ct.ones(3), "y": ct.ones(3)})
        source.unlink()
        page = self.shown(path, "#step-1")
        self.assertIn("len(", page.words["span"])  # the user's line
        self.assertNotIn("taken over", page.words["title"])
        self.assertNotIn("img", page.tags)
        self.assertEqual(page.events, [])

    def test_it_needs_no_other_file(self):
        path = self.written(ct.jit(lambda x: ct.sum(x * x)), ct.ones(1000))
        self.assertIn("default-src 'none'", path.read_text())
        for address in self.shown(path).addresses:
            self.assertTrue(address.startswith("#"), address)

    def test_there_is_a_page_or_none(self):
        with self.assertRaises(FileNotFoundError):
            ct.jit(lambda x: x + 1).lower(ct.ones(3)).view(self.folder / "none" / "page.html")
        self.written(ct.jit(lambda x: x + 1), ct.ones(3))
        self.assertEqual([file.name for file in self.folder.iterdir()], ["page.html"])


if __name__ == "__main__":
    unittest.main()
