#!/usr/bin/python3
"""The page of a profile, in a browser: what it draws, and that a program's texts are only shown."""

import unittest

import cotan as ct
from pages import HOSTILE, PageCase


def decay(x):
    for i in range(100):
        x = x - 0.01 * ct.tanh(x)
    return ct.sum(x @ x)


class ProfilePage(PageCase):
    def written(self, function, *arguments):
        path, p = self.folder / "page.html", ct.jit(function).profile(*arguments)
        self.assertEqual(p.view(path), str(path))
        return path, p

    def test_draws_the_flame_the_memory_and_the_table(self):
        path, p = self.written(ct.grad(decay), ct.ones((100, 100)))
        page = self.shown(path)
        self.assertEqual(page.words["title"].split(":")[0], "decay")  # and no longer the page's own
        self.assertEqual(page.tags["svg"], 2)
        self.assertEqual(page.tags["tr"], len(p.rows) + 1)
        data = self.data(path)
        drawn = [node for node in data["nodes"] if node["kind"] == "loop"]
        self.assertEqual([node["turns"] for node in drawn], [100, 100])
        self.assertEqual(page.classes["loop"], 2)
        self.assertGreater(page.classes["backward"], 1)
        self.assertIn("M", next(value for value in page.paths if value))
        self.assertIn("beside the arguments", page.words["text"])
        self.assertIn("x = x - 0.01 * ct.tanh(x)", page.words["td"])
        self.assertAlmostEqual(sum(row["share"] for row in data["rows"]), 1, delta=1e-6)

    def test_texts_are_only_shown(self):
        source = self.folder / (HOSTILE.replace("/", "") + ".py")  # a file may be called so
        source.write_text(f"import cotan as ct\ndef f(x):\n    return ct.sum(x @ x) * len({HOSTILE!r})\n")
        scope = {}
        exec(compile(source.read_text(), str(source), "exec"), scope)
        scope["f"].__name__ = HOSTILE
        path, _ = self.written(scope["f"], ct.ones((50, 50)))
        page = self.shown(path)
        self.assertIn("taken over", page.words["h1"])  # as text
        self.assertIn("len(", page.words["td"])
        self.assertTrue(page.words["title"].startswith("</script>"))
        self.assertNotIn("img", page.tags)
        self.assertEqual(page.events, [])
        self.assertEqual(page.addresses, [])
        self.assertIn("default-src 'none'", path.read_text())

    def test_of_no_work(self):
        path, _ = self.written(lambda x: x, ct.ones(3))
        self.assertEqual(self.shown(path).tags["tr"], 2)


if __name__ == "__main__":
    unittest.main()
