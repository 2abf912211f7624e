"""Checks text files: no trailing blanks, no tabs, no carriage returns, one newline at the end."""

import argparse
import pathlib
import sys


def problems_of(path, data):
    if b"\0" in data or not data:
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if b"\r" in line:
            yield f"{path}:{number}: a carriage return"
        elif line != line.rstrip():
            yield f"{path}:{number}: trailing whitespace"
        if b"\t" in line:
            yield f"{path}:{number}: a tab"
    if not data.endswith(b"\n"):
        yield f"{path}: no newline at the end"
    elif data.endswith(b"\n\n"):
        yield f"{path}: blank lines at the end"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    files = parser.parse_args().files
    problems = [p for path in files for p in problems_of(path, path.read_bytes())]
    for problem in problems:
        print(problem)
    if problems:
        print(f"whitespace: {len(problems)} problems", file=sys.stderr)
        return 1
    print(f"whitespace: {len(files)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
