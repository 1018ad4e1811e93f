"""Whether each link of a site leads to a page, and to a place in it, that is there; and nothing is loaded from elsewhere."""

import html.parser
import pathlib
import re
import urllib.parse


class Page(html.parser.HTMLParser):
    """What a page links to, what it loads, and the places in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.places = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and tag != "meta":
                self.places.add(value)
            elif name == "src" or (tag == "link" and name == "href"):
                self.loaded.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)


class StyleSheet:
    """What a style sheet loads."""

    def __init__(self, path):
        found = re.findall(r"""url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)""", path.read_text(encoding="utf-8"))
        self.links, self.places, self.loaded = [], set(), [one or other for one, other in found]


def broken(folder):
    """A line for each link that leads nowhere, and each thing that is loaded from another machine."""
    pages = {path.resolve(): Page(path) for path in pathlib.Path(folder).rglob("*.html")}
    pages |= {path.resolve(): StyleSheet(path) for path in pathlib.Path(folder).rglob("*.css")}
    problems = []
    for path, page in pages.items():
        name = path.relative_to(pathlib.Path(folder).resolve())
        for address in [*page.links, *page.loaded]:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme == "data" or (parts.scheme and address in page.links):
                continue
            if parts.scheme or parts.netloc:
                problems.append(f"{name}: loads {address} from elsewhere")
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            place = urllib.parse.unquote(parts.fragment)
            if not target.is_file():
                problems.append(f"{name}: {address} is not there")
            elif place and target in pages and place not in pages[target].places:
                problems.append(f"{name}: {address}: the page has no such place")
    return problems
