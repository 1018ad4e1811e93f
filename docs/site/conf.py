"""How Sphinx makes the site of the pages that build.py has written."""

import pathlib

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

HERE = pathlib.Path(__file__).resolve().parent

project = "Cotan"
copyright = "the authors of Cotan"
extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Cotan"
html_static_path = [str(HERE / "style.css")]
html_css_files = ["style.css"]
html_show_sphinx = False
html_copy_source = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
add_function_parentheses = False
toc_object_entries = False  # each page would copy the list of all functions, which takes as long as all the rest
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6e6e", "color-brand-content": "#0b6e6e"},
    "dark_css_variables": {"color-brand-primary": "#5cc8c0", "color-brand-content": "#5cc8c0"},
}


class Mlir(RegexLexer):
    name, aliases = "MLIR", ["mlir", "tablegen"]
    tokens = {"root": [
        (r"//.*", Comment), (r'"[^"\n]*"', String), (r"[%@^#!][\w$.\-]+", Name.Variable),
        (r"\b(?:tensor|f64|f32|f16|bf16|index|i\d+|complex)\b|\b(?:\d+x|\?x)+\w+", Keyword.Type),
        (r"[a-z_]+\.[a-z_0-9.]+", Name.Function), (r"-?\d[\w.]*(?:[eE][-+]?\d+)?", Number),
        (r"->|[=:]", Operator), (r"\w+|\s+|.", Text)]}


def setup(app):
    app.add_lexer("mlir", Mlir)
