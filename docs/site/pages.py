"""The folder of pages that Sphinx reads: written where they changed only, so that it reads the others once."""

import pathlib

OF_SPHINX = {"genindex.html", "search.html"}  # which has no page


class Pages:
    def __init__(self, folder):
        self.folder, self.written = pathlib.Path(folder), set()

    def write(self, name, content):
        """A page's text, or the bytes of a picture."""
        path = self.folder / name
        content = content.encode() if isinstance(content, str) else content
        self.written.add(path)
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def copy(self, source, name):
        self.write(name, pathlib.Path(source).read_bytes())

    def finish(self):
        """What an earlier run left, and no page is any more, goes."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()

    def tidy(self, site):
        """The same of the site."""
        for path in site.rglob("*.html"):
            if self.folder / path.relative_to(site).with_suffix(".md") not in self.written and path.name not in OF_SPHINX:
                path.unlink()


def contents(caption, names):
    """The part of the side bar under a caption."""
    lines = "\n".join(names)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"
