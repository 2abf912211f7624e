"""Checks Markdown: links and the files that the text names exist, lines are wrapped at 100 columns."""

import argparse
import os
import pathlib
import re
import sys
import textwrap

WIDTH = 100
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE_SPAN = re.compile(r"`[^`]*`")
PATH_SPAN = re.compile(r"`((?:\.\./)*[\w.-]+(?:/[\w.-]+)+)/?`")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")


def slug(heading):
    """Returns the anchor that GitHub creates for a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return text.replace(" ", "-")


def prose_lines(text):
    """(number, line) outside of fenced and indented code and of HTML comments."""
    fence = None
    was_blank = True
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = mark.group(1) if fence is None else None
            continue
        if fence is not None:
            continue
        in_code = line.startswith("    ") and (was_blank or in_code)
        was_blank = not line.strip()
        if not in_code or was_blank:
            yield number, line


def rewrapped(text):
    """Returns the text with its paragraphs and list items wrapped, and everything else unchanged."""
    lines = text.splitlines()
    is_prose = {number for number, line in prose_lines(text)
                if line.strip() and not re.match(r"\s*[|<]|#|\[[^]]+\]: ", line)}
    done = []
    paragraph = []

    def finish():
        if paragraph:
            indent, mark = re.match(r"(\s*)((?:[-*]|\d+\.) +)?", paragraph[0]).groups(default="")
            words = " ".join(line.strip() for line in paragraph)[len(mark):]
            done.extend(textwrap.wrap(words, WIDTH, initial_indent=indent + mark,
                                      subsequent_indent=indent + " " * len(mark), break_long_words=False,
                                      break_on_hyphens=False))
            paragraph.clear()

    for number, line in enumerate(lines, 1):
        if number not in is_prose or re.match(r"\s*([-*]|\d+\.) ", line):
            finish()
        if number in is_prose:
            paragraph.append(line)
        else:
            done.append(line)
    finish()
    return "\n".join(done) + "\n"


def anchors(text):
    found = {}
    for _, line in prose_lines(text):
        heading = HEADING.match(line)
        if heading:
            name = slug(heading.group(1))
            count = found[name] = found.get(name, -1) + 1
            if count:
                found[f"{name}-{count}"] = 0
    found.update((name, 0) for name in re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    return found


class Page:
    def __init__(self, root, path):
        self.root = root
        self.path = path
        self.text = (root / path).read_text()
        self.problems = []

    def report(self, number, text):
        self.problems.append(f"{self.path}:{number}: {text}")

    def check(self, top_level):
        is_generated = self.path.name == "summary.md"  # cqs-bench writes it; it keeps its width
        self._check_links()
        for number, line in prose_lines(self.text):
            for named in PATH_SPAN.findall(line):
                self._check_path(number, named, top_level)
            is_table = line.lstrip().startswith("|")
            if not is_generated and not is_table and len(line) > WIDTH:
                self.report(number, f"{len(line)} columns; wrap at {WIDTH}")
        return self.problems

    def _check_links(self):
        lines = [""] * len(self.text.splitlines())
        for number, line in prose_lines(self.text):
            lines[number - 1] = CODE_SPAN.sub("", line)
        prose = "\n".join(lines)  # a link's text may go on in the next line
        for link in LINK.finditer(prose):
            self._check_link(prose.count("\n", 0, link.end()) + 1, link.group(1))

    def _check_link(self, number, target):
        if re.match(r"[a-z]+:", target):
            return  # elsewhere
        file, _, anchor = target.partition("#")
        path = pathlib.Path(os.path.normpath(self.path.parent / file)) if file else self.path
        if not (self.root / path).exists():
            self.report(number, f"dead link: there is no {path}")
        elif anchor and path.suffix == ".md" and anchor not in anchors((self.root / path).read_text()):
            self.report(number, f"dead link: {path} has no heading #{anchor}")

    def _check_path(self, number, named, top_level):
        """A path in backticks, from the root; of a header, also as it is included."""
        first = named.split("/")[0]
        if first == "cqs" and named.endswith(".h"):
            if not any((self.root / part / named).exists() for part in ("primitives", "components")):
                self.report(number, f"there is no header {named}")
        elif first in top_level and first != "build" and not named.startswith("results/local"):
            if not (self.root / named).exists() and not (self.root / self.path.parent / named).exists():
                self.report(number, f"there is no {named}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=".", type=pathlib.Path)
    parser.add_argument("--fix", action="store_true", help="wrap long lines")
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.fix:
        for page in arguments.pages:
            if any("columns; wrap" in p for p in Page(arguments.root, page).check(set())):
                (arguments.root / page).write_text(rewrapped((arguments.root / page).read_text()))
    top_level = {entry.name for entry in arguments.root.iterdir() if entry.is_dir()}
    problems = [p for page in arguments.pages for p in Page(arguments.root, page).check(top_level)]
    for problem in problems:
        print(problem)
    if problems:
        print(f"markdown: {len(problems)} problems", file=sys.stderr)
        return 1
    print(f"markdown: {len(arguments.pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
