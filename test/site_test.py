#!/usr/bin/python3
"""The site that `make site` writes: its links lead somewhere, and a browser shows its pages, pictures and search results.

    site_test.py --build FOLDER [--screenshots FOLDER]

It is skipped where Debian's packages of docs/site/packages.txt or a browser are missing.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES = pathlib.Path(__file__).resolve().parent.parent
EXIT_SKIPPED = 77
sys.path.insert(0, str(SOURCES / "docs/site"))

ROWS = [{"work": "a loop", "peer": "libtorch", "threads": 1, "cotan_s": 1e-3, "peer_s": 4e-3, "ratio": 4.0, "low": 3.5,
         "high": 4.5, "bar": 3, "aim": 8},
        {"work": "a product", "peer": "libtorch", "threads": 2, "cotan_s": 2e-3, "peer_s": 1e-3, "ratio": 0.5, "low": 0.4,
         "high": 0.6, "bar": 1, "aim": 1},
        {"work": "a sum & more", "peer": "NumPy", "threads": 1, "cotan_s": 1e-3, "peer_s": 1e-3, "ratio": 1.0, "low": 0.9,
         "high": 1.1},
        {"work": "what fails", "peer": "NumPy", "threads": 1, "problem": "results\ndiffer"}]


def missing():
    """Why there can be no test here, or None."""
    absent = [name for name in ("sphinx", "myst_parser", "furo", "sphinx_copybutton") if not importlib.util.find_spec(name)]
    if absent:
        return f"Python has no {', '.join(absent)}: `make site` installs docs/site/packages.txt"
    return None if shutil.which("chromium") else "there is no chromium (test/packages.txt)"


class Site(unittest.TestCase):
    build: pathlib.Path
    screenshots: pathlib.Path

    @classmethod
    def setUpClass(cls):
        import gallery

        cls.folder = cls.build / "site"
        kept = cls.build / "gallery"
        kept.mkdir(exist_ok=True)
        if not (kept / "hare_lynx.json").exists():
            gallery.run(gallery.EXAMPLES[0], kept)
        run = subprocess.run([sys.executable, SOURCES / "docs/site/build.py", "--build", cls.build], text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode:
            raise AssertionError(run.stdout)
        cls.profile = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.profile.cleanup)

    def browser(self, address, *options):
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has none, as in a container
        # Nothing of the network is there: an address that is no file leads nowhere.
        offline = ["--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>"]
        run = subprocess.run(
            ["chromium", "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=8000",
             "--enable-logging=stderr", *sandbox, *offline, f"--user-data-dir={self.profile.name}", *options, f"{self.folder.as_uri()}/{address}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100)
        self.assertEqual(run.returncode, 0, run.stderr)
        # What surrounds a word that is searched is asked of a server; without one, the page alone is named.
        self.assertEqual([line for line in run.stderr.splitlines()
                          if "CONSOLE" in line and "Uncaught" in line and "Failed to fetch" not in line], [])
        return run.stdout

    def shown(self, address):
        return self.browser(address, "--dump-dom")

    def said_by(self, page, expression):
        """What an expression of JavaScript is in the page, when it has been loaded."""
        copy = self.folder / f"{pathlib.Path(page).with_suffix('')}_asked.html"
        script = f"<script>addEventListener('load', () => {{ document.title = {expression}; }});</script></body>"
        copy.write_text((self.folder / page).read_text(encoding="utf-8").replace("</body>", script), encoding="utf-8")
        self.addCleanup(copy.unlink)
        return re.search("<title>(.*?)</title>", self.shown(copy.relative_to(self.folder).as_posix()), re.DOTALL)[1]

    def test_search_finds_a_function(self):
        page = self.shown("search.html?q=softmax")
        found = re.findall(r'<a href="([^"]*)"[^>]*>(.*?)</a>', page[page.index('id="search-results"'):])
        names = [re.sub("<.*?>", "", text) for _, text in found]
        self.assertEqual(names[0].split(" ")[0], "ct.nn.softmax")
        self.assertIn("docs/spec/functions/ct.nn.html", found[0][0])
        self.assertIn("activation", names)  # the family of the operator

    def test_pictures_are_loaded(self):
        for page, least in (("index.html", 1), ("gallery.html", 1)):
            wrong = "[...document.images].filter(i => !i.complete || !i.naturalWidth).length"
            said = f"document.images.length + ' ' + {wrong} + ' ' + document.documentElement.className"
            count, broken, *state = self.said_by(page, said).split()
            self.assertEqual(state, [], "the theme's script has not run")
            self.assertGreaterEqual(int(count), least, page)
            self.assertEqual(broken, "0", page)

    def test_pages_are_drawn(self):
        import matplotlib.image

        self.screenshots.mkdir(parents=True, exist_ok=True)
        for address in ("index.html", "gallery.html", "docs/spec/functions/ct.nn.html"):
            file = self.screenshots / f"{pathlib.Path(address).stem}.png"
            self.browser(address, f"--screenshot={file}", "--window-size=1300,1000", "--hide-scrollbars")
            pixels = matplotlib.image.imread(file)[..., :3]
            self.assertEqual(pixels.shape[:2], (1000, 1300))
            color = (abs(pixels - [0x0b / 255, 0x6e / 255, 0x6e / 255]).max(-1) < 0.02).mean()  # of links, by the style
            self.assertGreater(color, 1e-4, address)
            self.assertGreater((pixels.mean(-1) < 0.3).mean(), 2e-3, f"{address}: too little text")

    def test_every_function_and_operator_has_a_place(self):
        pages = {folder: "".join(path.read_text(encoding="utf-8") for path in (self.folder / "docs/spec" / folder).glob("*.html"))
                 for folder in ("functions", "ops")}
        table = (SOURCES / "docs/spec/functions.md").read_text(encoding="utf-8")
        functions = re.findall(r"^\| `(ct\.[\w.]+)\(", table, re.MULTILINE)
        self.assertGreater(len(functions), 1000)
        self.assertEqual([name for name in functions if f'id="{name}"' not in pages["functions"]], [])
        operators = re.findall(r"^### `(\S+)`", (SOURCES / "docs/spec/ops.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertGreater(len(operators), 300)
        self.assertEqual([name for name in operators if f">{name}</span></code><a class=\"headerlink\"" not in pages["ops"]], [])

    def test_a_broken_link_is_seen(self):
        import links

        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            page.write_text('<p id="here"><a href="page.html#here"></a><a href="#there"></a><a href="none.html"></a>'
                            '<script src="https://example.com/x.js"></script><a href="https://example.com"></a>')
            pathlib.Path(folder, "style.css").write_text("@import url(/x.css); a { background: url('page.html') }")
            self.assertEqual(len(links.broken(folder)), 4)

    def test_benchmarks_are_drawn(self):
        import charts

        text = charts.page({"machine": {"cpu": "a processor"}, "rows": ROWS})
        self.assertEqual(text.count("<svg"), 2)  # one for each peer
        for word in ("a loop", "a product, 2 threads", "a sum &amp; more", "4x", "0.5x", "results differ", "a processor"):
            self.assertIn(word, text)
        for verdict in ("met", "MISSED"):
            self.assertGreaterEqual(text.count(charts.COLORS[verdict]), 2)  # in the legend, and in a bar


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path, help="where they are kept: FOLDER/site_screenshots")
    arguments, rest = parser.parse_known_args()
    reason = missing()
    if reason:
        print(reason)
        sys.exit(EXIT_SKIPPED)
    Site.build = arguments.build.resolve()
    Site.screenshots = arguments.screenshots or Site.build / "site_screenshots"
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
