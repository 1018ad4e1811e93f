#!/usr/bin/python3
"""The reference of the C++ front door, as Markdown, made from what cotan.h includes:
cpp_reference.py BUILD > docs/spec/cpp.md, where BUILD has the headers that are made of the function table."""

import pathlib
import re
import sys
import typing

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
START = """\
# C++

Written by `make docs` from the headers that `cotan/cotan.h` includes; a test checks that it is current.
[The guide](../guide/cpp.md) shows programs, and what is written differently in Python.
`const &` of parameters and `std::` are left out; `auto` stands for what a function of your functions and nests gives.
Numbers are tensors where one is wanted, and operators are those of C++.
"""
INSIDE = {"detail", "dynamic"}  # namespaces that are not for users
TITLES = {"ct": "Functions", "types": "Types", "ct::Tensor": "Members of ct::Tensor"}
TEMPLATE = re.compile(r"^template <(?:[^<>]|<[^<>]*>)*>\s*(?:requires ?\((?:[^()]|\([^()]*\))*\)\s*)?")
COMMENT = re.compile(r"^\s*#.*$|^(?!\s*///)(.*?)//.*$", re.MULTILINE)  # also what the preprocessor reads
INCLUDE = re.compile(r'^#include "(cotan/[^"]+)"', re.MULTILINE)


class Entry(typing.NamedTuple):
    place: str       # "ct::linalg"
    name: str
    text: str        # the declaration, as users see it
    summary: str


def headers(name, build, seen):
    """The texts of a header and of what it includes first, each once."""
    path = next((folder / name for folder in (SOURCES, build / "src") if (folder / name).is_file()), None)
    if path is None or name in seen:
        return
    seen.add(name)
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        yield from headers(match[1], build, seen)
    yield text


def name_of(declaration):
    """What a declaration of a function is of."""
    match = re.search(r"\b(\w+)\(", head(TEMPLATE.sub("", declaration.strip())))
    return match[1] if match else None


def statement_end(text, start):
    """Where a declaration ends: behind its semicolon, or its body."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[at], 0)
        closes_body = text[at] == "}" and not re.match(r"\s*[;,]", text[at + 1:])
        if depth == 0 and (text[at] == ";" or closes_body):
            return at + 1
    return len(text)


def declarations(text, place):
    """Each declaration of a namespace's text with its place and documentation, which is that of the one before if a
    line is not empty between."""
    text, at, doc = "\n" + COMMENT.sub(lambda match: match[1] or "", text), 0, ""
    own = documented = None
    while at < len(text):
        if space := re.match(r"\s+", text[at:]):
            doc = "" if space[0].count("\n") > 1 else doc  # of a group
            at += space.end()
        elif comment := re.match(r"(?:///.*\n\s*)+", text[at:]):
            doc = own = re.sub(r"\s*///\s?", "\n", comment[0]).strip()
            at += len(comment[0].rstrip())
        elif opened := re.match(r"namespace ([\w:]+) \{", text[at:]):
            end = statement_end(text, at)
            name = opened[1] if not place else f"{place}::{opened[1]}"
            if not INSIDE & set(name.split("::")):
                yield from declarations(text[at + opened.end():end - 1], name)
            at, doc = end, ""
        else:
            end = statement_end(text, at)
            if text[at:end].strip(" ;}"):
                name = name_of(text[at:end])
                documented = name if own else documented
                is_shared = name and (name == documented or re.search(rf"\b{name}\b", doc))
                yield place, text[at:end], doc if own or is_shared else ""
            at, own = end, None


def shown(declaration):
    """A function's declaration without its body, template line, and what is said of references."""
    text = re.sub(r"\s+", " ", declaration)
    text = TEMPLATE.sub("", text)
    text = re.sub(r"\b(?:inline|static|explicit|constexpr|friend) |\bstd::|\bct::", "", text)
    text = re.sub(r"\bconst (\w[\w:]*(?:<[^()]*?>)?) ?(?:&(?:\.\.\.)?)?", lambda m: m[1] + (" ..." if "..." in m[0] else " "), text)
    text = re.sub(r"\bdetail::Held<(\w+)>", r"\1", text).replace("detail::", "")
    return re.sub(r" +", " ", text).replace(" &", " ").replace("( ", "(").replace(" ,", ",").replace(" )", ")").strip()


def head(declaration):
    """What stands before the body, or the semicolon."""
    depth = 0
    for at, char in enumerate(declaration):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth == 0 and char in "{;":
            return declaration[:at].strip()
    return declaration.strip()


def summary(doc):
    """The first sentence, in one line."""
    first = " ".join(re.split(r"\n\s*\n", doc)[0].split())
    sentence = re.match(r".*?(?<!e\.g)(?<!et al)(?<!\.)\.(?=\s|$)", first)
    return (sentence[0] if sentence else first).replace("|", "\\|")


def type_entry(place, declaration, doc):
    """Of a class, a struct, an enumeration or another name of a type."""
    match = re.match(r"(?:template <[^>]*> )?(?:class|struct|enum class|using) (\w+)(?![\w<])", declaration)
    if not match or re.match(r"(?:template <[^>]*> )?(?:class|struct) \w+;|template <>", declaration):
        return None
    body = declaration[declaration.find("{") + 1:declaration.rfind("}")] if "{" in declaration else ""
    members = []
    if declaration.startswith("struct") and "(" not in re.sub(r"=[^;]*;", ";", body):
        members = [re.sub(r"\s+", " ", text).replace("std::", "") for _, text, _ in declarations(body, place)]
    elif declaration.startswith("enum"):
        members = [" ".join(re.sub(r"//.*", "", body).split())]
    text = f"{place}::{match[1]}" + (f" {{ {' '.join(members)} }}" if members else "")
    return Entry("types", f"{place}::{match[1]}", text.removeprefix("ct::"), summary(doc))


def entries(build):
    seen = set()
    for text in headers("cotan/cotan.h", build, seen):
        for place, declaration, doc in declarations(text, ""):
            declaration = declaration.strip()
            if declaration.endswith("= delete;") or "operator" in head(declaration) or not place:
                continue
            if re.match(r"(template <[^>]*> )?(class|struct|enum|using)\b", declaration):
                entry = type_entry(place, declaration, doc)
                if entry and (doc or "{" in entry.text):
                    yield entry
                if declaration.startswith("class Tensor "):
                    yield from members_of_tensor(declaration)
                continue
            name = name_of(declaration)
            if name and place.split("::")[0] == "ct" and "concept " not in head(declaration) and f"::{name}(" not in head(declaration):
                yield Entry(place, name, shown(head(declaration)), summary(doc))


def members_of_tensor(declaration):
    body = declaration[declaration.index("public:") + 7:declaration.index("private:")]
    for _, member, doc in declarations(body, "ct::Tensor"):
        name = name_of(member)
        if name and name not in ("Tensor", "body") and "operator" not in member:
            yield Entry("ct::Tensor", name, shown(head(member)), summary(doc))


def reference(build):
    by_place = {}
    for entry in entries(build):
        by_place.setdefault(entry.place, []).append(entry)
    for place, held in by_place.items():  # what nothing is said of is another form of what something is said of
        known = {entry.name for entry in held if entry.summary}
        by_place[place] = [entry for entry in held if entry.summary or entry.name not in known]
    order = sorted(by_place, key=lambda place: (place == "types", place == "ct::Tensor", place != "ct", place))
    yield START.rstrip()
    for place in order:
        yield f"\n## {TITLES.get(place, f'Functions of {place}')}\n\n| {'type' if place == 'types' else 'function'} | what it is |\n| --- | --- |"
        for entry in sorted(by_place[place], key=lambda entry: entry.name.lower()):
            text = entry.text.replace("|", "\\|")
            yield f"| `{text}` | {entry.summary} |"


if __name__ == "__main__":
    print("\n".join(reference(pathlib.Path(sys.argv[1]).resolve())))
