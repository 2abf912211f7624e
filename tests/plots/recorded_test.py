"""The figures of a recorded results directory: the data on their axes, and the validity of their files."""

import collections
import json
import math
import os
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import Case, RECORDED, main, rows, run

GOLDEN = pathlib.Path(__file__).parent / "golden"


def per_second(ns):
    return 1e9 / ns


# The rows on the axes, computed independently: figure → experiment, x, parameter of the panels, fixed
# parameters, and for each y label the measure and its conversion.
TIME = {"time per operation": ("ns_per_op", float)}
FAIRNESS = {"operations per second": ("ns_per_op", per_second), "Jain's index": ("jain", float)}
STORM = {"operations per second": ("ns_per_op", per_second), "median time to abort": ("abort_p50_ns", float)}
EXPECTED = {
    "figure5_barrier": ("barrier", "threads", "work", {}, TIME),
    "figure6_latch": ("latch", "threads", "work", {}, TIME),
    "figure7_mutex": ("mutex", "threads", "work", {}, TIME),
    "figure7_semaphore": ("semaphore", "threads", "permits", {}, TIME),
    "figure8_pool": ("pool", "threads", "elements", {}, TIME),
    "figure9_abort": ("abort", "waiters", "by", {}, TIME),
    "readers_writer": ("readers_writer", "reads", "writers", {}, TIME),
    "fairness_mutex": ("mutex", "threads", "work", {}, FAIRNESS),
    "fairness_semaphore": ("semaphore", "threads", "permits", {}, FAIRNESS),
    "storm_mutex": ("storm", "aborted", "by", {"kind": "mutex"}, STORM),
    "storm_semaphore": ("storm", "aborted", "by", {"kind": "semaphore"}, STORM),
    "storm_barrier": ("storm", "aborted", "by", {"kind": "barrier"}, STORM),
    "storm_pool": ("storm", "aborted", "by", {"kind": "pool"}, STORM),
}


class Recorded(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        import shutil, tempfile

        cls.output = pathlib.Path(tempfile.mkdtemp(prefix="cqs-plot-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.output)
        # Another Python in the environment must not matter.
        environment = dict(os.environ, PYTHONHOME="/nowhere", PYTHONPATH="/nowhere")
        cls.result = run(RECORDED, "--output", cls.output, env=environment)
        cls.figures = cls.output / "figures"
        cls.rows = rows(RECORDED)

    def data(self, name):
        return json.loads((self.figures / f"{name}.json").read_text())

    def all_figures(self):
        return sorted(path.stem for path in self.figures.glob("*.json"))

    def test_succeeds(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.assertEqual(self.result.stderr, "")

    def expected_series(self, name, panel, measure, convert, label):
        experiment, x, panel_by, fixed, _ = EXPECTED[name]
        samples = collections.defaultdict(list)
        for row in self.rows:
            at = dict(row["params"], threads=row["threads"])
            in_panel = panel["title"] in ("", f"{panel_by}: {at.get(panel_by)}")
            in_figure = all(at.get(key) == value for key, value in fixed.items())
            if row["experiment"] == experiment and row["impl"] == label and row["status"] == "ok":
                if in_panel and in_figure and measure in row["measures"]:
                    samples[at[x]].append(convert(row["measures"][measure]))
        return {at: values for at, values in samples.items()}

    def test_medians_and_intervals_reach_the_axes(self):
        for name, (*_, measures) in EXPECTED.items():
            data = self.data(name)
            label = None
            for panel in data["panels"]:
                label = panel["ylabel"] or label  # panels beside each other have one label
                measure, convert = measures[label]
                self.assertTrue(panel["series"], f"{name}: an empty panel")
                for series in panel["series"]:
                    with self.subTest(figure=name, panel=panel["title"], series=series["label"]):
                        samples = self.expected_series(name, panel, measure, convert, series["label"])
                        self.assertEqual(series["x"], sorted(samples))
                        for i, x in enumerate(series["x"]):
                            self.assertAlmostEqual(series["y"][i] / statistics.median(samples[x]), 1)
                        wide = [x for x in series["x"] if len(samples[x]) >= 5]  # fewer have no interval
                        self.assertEqual(len(series.get("low", [])), len(wide))
                        for x, low, high in zip(wide, series.get("low", []), series.get("high", [])):
                            y = statistics.median(samples[x])
                            slack = 1e-9 * y
                            self.assertTrue(min(samples[x]) - slack <= low <= y + slack)
                            self.assertTrue(y - slack <= high <= max(samples[x]) + slack)

    def test_every_implementation_that_was_measured_is_in_a_figure(self):
        shown = collections.defaultdict(set)
        experiment_of = {name: spec[0] for name, spec in EXPECTED.items()}
        for name in self.all_figures():
            base = re.sub(r"_others\d+$", "", name)
            experiment = experiment_of.get(base) or base.split("_")[0]
            experiment = "release_after_aborts" if base == "release_after_aborts" else experiment
            for panel in self.data(name)["panels"]:
                shown[experiment] |= {series["label"] for series in panel["series"]}
        for row in self.rows:
            if row["status"] == "ok":
                self.assertIn(row["impl"], shown[row["experiment"]], row["cell"])

    def test_distributions_are_those_of_the_histograms(self):
        for kind in ("mutex", "semaphore"):
            for series in self.data(f"handoff_{kind}")["panels"][0]["series"]:
                counts = collections.Counter()
                for row in self.rows:
                    if (row["experiment"], row["impl"], row["params"].get("kind")) == ("handoff", series["label"], kind):
                        for _, to, count in row["wait_histogram"]:
                            counts[to] += count
                self.assertEqual(series["x"], sorted(counts))
                below = 0
                for x, y in zip(series["x"], series["y"]):
                    below += counts[x]
                    self.assertAlmostEqual(y, below / sum(counts.values()))
                self.assertEqual(series["y"][-1], 1)

    def test_golden(self):
        """The reviewed axes do not change: neither their data nor their positions."""
        goldens = sorted(GOLDEN.glob("*.json"))
        self.assertTrue(goldens)
        for golden in goldens:
            with self.subTest(figure=golden.stem):
                self.assert_alike(self.data(golden.stem), json.loads(golden.read_text()))

    def assert_alike(self, actual, expected):
        if isinstance(expected, float):
            self.assertTrue(math.isclose(actual, expected, rel_tol=1e-9), f"{actual} instead of {expected}")
        elif isinstance(expected, list):
            self.assertEqual(len(actual), len(expected))
            for a, e in zip(actual, expected):
                self.assert_alike(a, e)
        elif isinstance(expected, dict):
            self.assertEqual(actual.keys(), expected.keys())
            for key in expected:
                self.assert_alike(actual[key], expected[key])
        else:
            self.assertEqual(actual, expected)

    def test_pdf_fonts_are_embedded_as_type_42(self):
        for pdf in self.figures.glob("*.pdf"):
            fonts = subprocess.run(["pdffonts", pdf], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
            self.assertTrue(fonts, pdf)
            for font in fonts:
                self.assertRegex(font, r"TrueType|CID TrueType")
                self.assertRegex(font, r"\s(yes)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$", "not embedded")
                self.assertNotIn("Type 3", font)

    def test_sizes_on_paper(self):
        for name in self.all_figures():
            for width, inches in (("one-column", 3.33), ("two-column", 7.0)):
                png = (self.figures / f"{name}.{width}.png").read_bytes()
                self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
                self.assertEqual(struct.unpack(">I", png[16:20])[0], int(inches * 300))
                svg = xml.etree.ElementTree.parse(self.figures / f"{name}.{width}.svg").getroot()
                self.assertAlmostEqual(float(svg.get("width").removesuffix("pt")), inches * 72, places=2)
                text = "".join(svg.itertext())
                for panel in self.data(name)["panels"]:
                    self.assertIn(panel["title"], text)

    def test_pgf_is_whole_and_needs_no_images(self):
        for pgf in self.figures.glob("*.pgf"):
            text = pgf.read_text()
            self.assertEqual(text.count(r"\begin{pgfpicture}"), 1)
            self.assertEqual(text.count(r"\end{pgfpicture}"), 1)
            self.assertEqual(text.count(r"\begin{pgfscope}"), text.count(r"\end{pgfscope}"))
            self.assertNotIn("pgfimage", text)

    def test_captions_name_machine_commit_and_who_is_missing(self):
        for name in self.all_figures():
            caption = (self.figures / f"{name}.tex").read_text()
            self.assertIn(r"\caption{", caption)
            self.assertIn("2 hardware threads", caption)
            self.assertIn(self.rows[0]["commit"], caption)
        self.assertIn("its waits cannot be aborted): std.mutex", (self.figures / "storm_mutex.tex").read_text())

    def test_same_results_give_the_same_files(self):
        again = self.folder / "again"
        self.assertEqual(run(RECORDED, "--experiment", "mutex", "--output", again).returncode, 0)
        for file in (again / "figures").iterdir():
            self.assertEqual(file.read_bytes(), (self.figures / file.name).read_bytes(), file.name)

    def test_single_cell(self):
        cell = next(row["cell"] for row in self.rows if row["experiment"] == "mutex" and row["status"] == "ok")
        directory = self.results_with([row for row in self.rows if row["cell"] == cell])
        result = run(directory)
        self.assertEqual(result.returncode, 0, result.stderr)
        data = json.loads((directory / "figures" / "figure7_mutex.json").read_text())
        self.assertEqual([len(panel["series"]) for panel in data["panels"]], [1])

    def test_two_directories_side_by_side(self):
        mutex = [row for row in self.rows if row["experiment"] == "mutex"]
        slower = json.loads(json.dumps(mutex))
        for row in slower:
            if row["status"] == "ok":
                row["measures"]["ns_per_op"] *= 10
        before, after = self.results_with(mutex, "before"), self.results_with(slower, "after")
        result = run(before, after, "--output", self.folder / "both", "--format", "svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        left, right = json.loads((self.folder / "both/figures/figure7_mutex.json").read_text())["panels"]
        self.assertEqual((left["title"], right["title"]), ("before", "after"))
        for a, b in zip(left["series"], right["series"]):
            self.assertEqual(a["label"], b["label"])
            self.assertAlmostEqual(b["y"][0] / a["y"][0], 10)
        self.assertIn("before: ", (self.folder / "both/figures/figure7_mutex.tex").read_text())

    def test_experiment_that_nobody_declared(self):
        novel = [dict(row, experiment="novel", cell=row["cell"].replace("mutex/", "novel/", 1))
                 for row in self.rows if row["experiment"] == "mutex"]
        directory = self.results_with(novel)
        result = run(directory, "--format", "svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        panel = json.loads((directory / "figures" / "novel.json").read_text())["panels"][0]
        self.assertEqual(panel["xlabel"], "threads")
        self.assertIn("cqs.mutex", [series["label"] for series in panel["series"]])

    def test_simulated_rows_are_hatched_and_called_so(self):
        mutex = [row for row in self.rows if row["experiment"] == "mutex" and row["status"] == "ok"]
        # Twice as many samples as were recorded: there are no intervals below five.
        mutex += [dict(row, process=row["process"] + 100) for row in mutex]
        directory = self.results_with(mutex + [dict(row, simulated=True, machine="toy") for row in mutex])
        self.assertEqual(run(directory, "--format", "svg").returncode, 0)
        svg = (directory / "figures" / "figure7_mutex.two-column.svg").read_text()
        self.assertIn("cqs.mutex (simulated: toy)", svg)
        self.assertIn("<pattern", svg)
        self.assertIn("hatched intervals: simulated", (directory / "figures" / "figure7_mutex.tex").read_text())


main()
