"""What Debian's package of the theme lacks: its script and its style sheet have not been put together with what they import,
and its colors for the dark are there for those who press the button, not for those whose browser asks for them."""

import pathlib
import re

NORMALIZE = pathlib.Path("/usr/share/javascript/normalize.css/normalize.css")
STYLE_IMPORT = "@import url(/javascript/normalize.css/normalize.css);"
SCRIPT_IMPORT = 'import Gumshoe from "./gumshoe-patched.js";'
DARK = re.compile(r'body\[data-theme="dark"\] \{[^}]*\}')


def mend(site):
    """What is complete, as in later packages, stays as it is."""
    static = pathlib.Path(site) / "_static"
    style, script = static / "styles/furo.css", static / "scripts/furo.js"
    text = style.read_text(encoding="utf-8")
    if STYLE_IMPORT in text:
        text = text.replace(STYLE_IMPORT, NORMALIZE.read_text(encoding="utf-8"))
    if "prefers-color-scheme" not in text:
        dark = DARK.search(text)[0].replace('"dark"', '"auto"')
        text += f"\n@media (prefers-color-scheme: dark) {{ @media not print {{ {dark} }} }}\n"
    style.write_text(text, encoding="utf-8")
    text = script.read_text(encoding="utf-8")
    if SCRIPT_IMPORT in text:
        imported = (static / "scripts/gumshoe-patched.js").read_text(encoding="utf-8")
        script.write_text(text.replace(SCRIPT_IMPORT, imported), encoding="utf-8")
