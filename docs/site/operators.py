"""Pages of operators: docs/spec/ops.md, a page for each family."""

import re

from pages import contents

FOLDER = "docs/spec/ops"


def write(pages, text):
    start, *families = re.split(r"^## ", text, flags=re.MULTILINE)
    lines, names = [], []
    for family in families:
        title, _, body = family.partition("\n")
        operators = re.findall(r"^### `(\S+)`", body, re.MULTILINE)
        body = re.sub(r"^### ", "## ", body, flags=re.MULTILINE)
        pages.write(f"{FOLDER}/{title}.md", f"# {title}\n{body}")
        names.append(f"ops/{title}")
        few = ", ".join(f"`{name}`" for name in operators[:4])
        lines.append(f"| [{title}](ops/{title}.md) | {len(operators)} | {few}{', ...' if len(operators) > 4 else ''} |")
    pages.write(f"{FOLDER}.md", "\n".join([start, "| family | operators | such as |", "| --- | --- | --- |", *lines, "",
                                           contents("Operators", names)]))
