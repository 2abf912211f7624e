"""Invalid input of cqs-plot: clear messages, each with a remedy."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import Case, RECORDED, main, rows, run


class BadInput(Case):
    def refused(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertNotIn("unexpectedly", result.stderr)
        return result.stderr

    def test_empty_directory(self):
        self.assertIn("is not a directory of results: it has no machine.json", self.refused(self.folder))

    def test_directory_that_is_not_there(self):
        self.assertIn("is not a directory of results", self.refused(self.folder / "nowhere"))

    def test_no_samples_yet(self):
        message = self.refused(self.results_with([]))
        self.assertIn("has no samples yet", message)
        self.assertIn("--resume", message)

    def test_schema_of_another_version(self):
        row = dict(rows(RECORDED)[0], schema=99)
        message = self.refused(self.results_with([row]))
        self.assertIn("schema 99", message)
        self.assertIn("this tool reads schemas 1 to 3", message)

    def test_several_directories_need_an_output(self):
        self.assertIn("--output", self.refused(RECORDED, RECORDED))

    def test_labels_for_some_directories_only(self):
        self.assertIn("--label", self.refused(RECORDED, RECORDED, "--label", "one", "--output", self.folder))

    def test_unknown_format(self):
        self.assertIn("gif", self.refused(RECORDED, "--format", "gif", "--output", self.folder))

    def test_unknown_experiment(self):
        message = self.refused(RECORDED, "--experiment", "mutexx", "--output", self.folder)
        self.assertIn("did you mean 'mutex'?", message)

    def test_output_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        self.assertIn("cannot be made", self.refused(RECORDED, "--output", self.folder / "file"))


main()
