"""Helpers of the tests of the tool: run `cqs-plot`, the test's first argument, in a scratch folder."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = sys.argv[1]
RECORDED = pathlib.Path(__file__).parent / "recorded"


def run(*arguments, env=None):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, env=env)


def rows(directory):
    with open(pathlib.Path(directory) / "results.jsonl") as lines:
        return [json.loads(line) for line in lines]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cqs-plot-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def results_with(self, some_rows, name="results"):
        """A results directory of the recorded machine with these rows."""
        directory = self.folder / name
        directory.mkdir()
        shutil.copy(RECORDED / "machine.json", directory)
        with open(directory / "results.jsonl", "w") as file:
            for row in some_rows:
                file.write(json.dumps(row) + "\n")
        return directory


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
