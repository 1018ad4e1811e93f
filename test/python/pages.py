"""Pages for a browser, as tests see them: the page as it is when its script has run."""

import html.parser
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from expected import ENVIRONMENT

# A text of a program's, such as a name, that would change the page if it were markup.
HOSTILE = "</script><img src=x onerror=\"document.title='taken over'\">"


class Page(html.parser.HTMLParser):
    """How often each class and tag is there, texts by tag, addresses, and what paths are drawn."""

    def __init__(self, text):
        super().__init__()
        self.classes, self.tags, self.addresses, self.events, self.words, self.paths = {}, {}, [], [], {}, []
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        for name, value in attributes:
            for word in (value or "").split() if name == "class" else ():
                self.classes[word] = self.classes.get(word, 0) + 1
            if name in ("src", "href", "data", "action"):
                self.addresses.append(value)
            if name == "d":
                self.paths.append(value)
            if name.startswith("on"):
                self.events.append(name)

    def handle_data(self, data):
        if self.open:
            self.words[self.open[-1]] = self.words.get(self.open[-1], "") + data


class PageCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def shown(self, path, fragment=""):
        """The page as it is when its script has run, and some time has gone by."""
        # Root, as in a container, has no sandbox: Chromium refuses to start without the option.
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        run = subprocess.run(
            ["chromium", "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=10000",
             f"--user-data-dir={self.folder / 'profile'}", *options, "--dump-dom", path.as_uri() + fragment],
            env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100)
        self.assertEqual(run.returncode, 0, run.stderr)
        return Page(run.stdout)

    def data(self, path):
        (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', path.read_text(), re.DOTALL)
        return json.loads(text)
