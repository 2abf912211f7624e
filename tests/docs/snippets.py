"""Takes the C++ code out of a Markdown page: one block, or all of them as one program."""

import argparse
import pathlib
import re
import sys


def blocks(text):
    """Yields (heading, code) of each block that begins with ```cpp."""
    heading = ""
    code = None
    for line in text.splitlines():
        if code is not None:
            if line.strip() == "```":
                yield heading, "\n".join(code) + "\n"
                code = None
            else:
                code.append(line)
        elif line.strip() == "```cpp":
            code = []
        elif re.match(r"#+ ", line):
            heading = line.lstrip("#").strip()


def first_below(text, wanted):
    for heading, code in blocks(text):
        if heading == wanted:
            return code
    sys.exit(f"snippets: the page has no C++ code below '{wanted}'")


def program(text):
    """Each block in a namespace of its own. `main` calls every `bool works()`. A block that needs a part of Boost is
    left out where this part is missing."""
    includes = ["#include <cstdio>"]
    bodies = []
    calls = []
    for number, (heading, code) in enumerate(blocks(text), 1):
        lines = code.splitlines()
        own = [line for line in lines if line.startswith("#include")]
        body = "\n".join([f"namespace snippet_{number} {{", *(line for line in lines if line not in own), "}"])
        call = f'  run("{number}: {heading}", &snippet_{number}::works);' if "bool works()" in code else ""
        needed = next((line.split()[1] for line in own if "<boost/" in line), None)
        if needed:
            begin, end = f"#if __has_include({needed})", "#endif"
            own, body, call = [begin, *own, end], f"{begin}\n{body}\n{end}", f"{begin}\n{call}\n{end}"
        includes += own
        bodies.append(body)
        calls.append(call)
    if not bodies:
        sys.exit("snippets: the page has no C++ code")
    return "\n".join([*includes, *bodies, """
int failures = 0;

void run(const char* name, bool (*works)()) {
  const bool worked = works();
  std::printf("%s: %s\\n", worked ? "works" : "FAILED", name);
  failures += worked ? 0 : 1;
}

int main() {""", *calls, "  return failures;", "}"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("heading", nargs="?", help="print the first block below this heading; without: a program")
    parser.add_argument("--output", type=pathlib.Path, help="the file to write (default: standard output)")
    arguments = parser.parse_args()
    text = arguments.page.read_text(encoding="utf-8")
    code = first_below(text, arguments.heading) if arguments.heading else program(text)
    if arguments.output:
        arguments.output.write_text(code, encoding="utf-8")
    else:
        sys.stdout.write(code)


if __name__ == "__main__":
    main()
