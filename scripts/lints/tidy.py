"""Runs clang-tidy over the library's headers, through the examples; those that no example includes through one program of their own.

A program that was clean is not examined again until it, a header of ours that it includes, the configuration or
clang-tidy changes.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

FLAGS = ["-std=c++20", "-Iprimitives", "-Icomponents", "-I."]
LIBRARY = ("primitives", "components")
EXEMPT = {"primitives/cqs/folly.h"}  # Folly's own headers take minutes


def tool(name):
    """Returns the tool, preferably in Debian 12's version, because other versions have other warnings."""
    found = shutil.which(f"{name}-14") or shutil.which(name)
    if found is None:
        sys.exit(f"tidy: {name} is not installed; run scripts/setup --with-tests")
    return found


def dependencies(source):
    """Returns the files of the repository that a program includes, or None if a dependency is not installed."""
    run = subprocess.run([tool("clang++"), *FLAGS, "-MM", source], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return None
    names = run.stdout.partition(":")[2].replace("\\\n", " ").split()
    return sorted(name for name in names if not os.path.isabs(name))


def digest(files):
    version = subprocess.run([tool("clang-tidy"), "--version"], capture_output=True, check=True).stdout
    total = hashlib.sha256(version + " ".join(FLAGS).encode() + pathlib.Path(".clang-tidy").read_bytes())
    for name in files:
        total.update(name.encode() + b"\0" + pathlib.Path(name).read_bytes())
    return total.hexdigest()


def examine(source, files, cache):
    """Returns the warnings for a program's headers; empty if there are none."""
    known = cache / digest(files)
    if known.exists():
        return ""
    run = subprocess.run([tool("clang-tidy"), "--quiet", source, "--", *FLAGS], capture_output=True, text=True,
                         check=False)
    if run.returncode == 0:
        known.touch()
        return ""
    return run.stdout or run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("build/lint"))
    parser.add_argument("sources", nargs="+")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    included = {source: dependencies(source) for source in arguments.sources}
    skipped = [source for source, files in included.items() if files is None]
    examined = {source: files for source, files in included.items() if files is not None}
    headers = {str(p) for part in LIBRARY for p in pathlib.Path(part).rglob("*.h")} - EXEMPT
    seen = {name for files in examined.values() for name in files}
    if headers - seen and not skipped:
        others = arguments.cache / "other_headers.cpp"
        others.write_text("".join(f'#include "{name}"\n' for name in sorted(headers - seen)))
        examined[str(others)] = dependencies(str(others))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda item: examine(item[0], item[1], arguments.cache), examined.items())
        complaints = [text for text in results if text]
    for text in complaints:
        print(text)
    for source in skipped:
        print(f"tidy: {source} is skipped: it does not compile here")
    if complaints or not examined:
        print(f"tidy: {len(complaints)} programs with complaints", file=sys.stderr)
        return 1
    print(f"tidy: {len(examined)} programs, {len(headers)} headers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
