"""Pages of operators: docs/spec/ops.md, a page for each family."""

import re

from pages import contents

FOLDER = "docs/spec/ops"


def linked(match):
    """An operator's name in the table leads to its place on the page."""
    place = match[1].replace(".", "")  # as headings are named
    return f"| [`{match[1]}`](#{place}) |"


def write(pages, text):
    start, *families = re.split(r"^## ", text, flags=re.MULTILINE)
    lines, names = [], []
    for family in families:
        title, _, body = family.partition("\n")
        operators = re.findall(r"^### `(\S+)`", body, re.MULTILINE)
        body = re.sub(r"^### ", "## ", body, flags=re.MULTILINE)
        body = re.sub(r"^\| `(\S+)` \|", linked, body, flags=re.MULTILINE)
        pages.write(f"{FOLDER}/{title}.md", f"# {title}\n{body}")
        names.append(f"ops/{title}")
        few = ", ".join(f"`{name}`" for name in operators[:4])
        lines.append(f"| [{title}](ops/{title}.md) | {len(operators)} | {few}{', ...' if len(operators) > 4 else ''} |")
    pages.write(f"{FOLDER}.md", "\n".join([start, "| family | operators | such as |", "| --- | --- | --- |", *lines, "",
                                           contents("Operators", names)]))
