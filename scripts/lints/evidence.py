"""Checks the tables of docs/verification/: each says whether it is of the present code.

A table names the files that it covers and their hash. A table of older code must say that it is stale.
"""

import argparse
import hashlib
import pathlib
import re
import sys

TABLES = pathlib.Path("docs/verification")
SUFFIXES = {".h", ".cpp", ".mutants", ".txt"}
MARKER = re.compile(r"^<!-- covers (?P<paths>.+); hash (?P<hash>\w+) -->\n\n(?P<label>.*)$", re.MULTILINE)
CURRENT = "This table is of the present code."
STALE = "**Stale**: the code has changed since this table was made."


def hash_of(paths):
    total = hashlib.sha256()
    for path in sorted(file for each in paths for file in pathlib.Path(each).rglob("*")):
        if path.suffix in SUFFIXES and path.name != "CMakeLists.txt":
            total.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def label_of(match):
    return CURRENT if match["hash"] == hash_of(match["paths"].split()) else STALE


def head(paths):
    return f"<!-- covers {' '.join(paths)}; hash {hash_of(paths)} -->\n\n{CURRENT}"


def problems_of(path, fix):
    text = path.read_text()
    match = MARKER.search(text)
    if not match:
        yield f"{path}: no line '<!-- covers PATH...; hash HASH -->'; make it with scripts/verification"
        return
    label = label_of(match)
    if match["label"] == label:
        return
    if fix:
        path.write_text(text[: match.start("label")] + label + text[match.end("label") :])
    else:
        yield f"{path}: must say '{label}'; make the table anew, or run scripts/lint --fix evidence"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="correct what the tables say")
    parser.add_argument("--head", nargs="+", metavar="PATH", help="print the head of a table that covers these")
    arguments = parser.parse_args()
    if arguments.head:
        print(head(arguments.head))
        return 0
    tables = sorted(TABLES.glob("*.md"))
    problems = [problem for path in tables for problem in problems_of(path, arguments.fix)]
    for problem in problems:
        print(problem)
    if problems:
        print(f"evidence: {len(problems)} problems", file=sys.stderr)
        return 1
    stale = sum(STALE in path.read_text() for path in tables)
    print(f"evidence: {len(tables)} tables, {stale} of them stale")
    return 0


if __name__ == "__main__":
    sys.exit(main())
