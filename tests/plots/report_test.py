"""The report of a recorded results directory, in a browser without a network."""

import json
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser
from support import Case, RECORDED, main, rows, run

if browser.why_not():
    print("skipped:", browser.why_not())
    sys.exit(77)

SECTIONS = ["answer", "figures", "explore", "cells", "warnings", "machine", "reproduce"]
CELLS = "return [...document.querySelectorAll('#table tbody tr')].map(r => [...r.cells].map(c => c.textContent))"
HEADS = "return [...document.querySelectorAll('#table th')].map(h => h.textContent)"


class Report(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.output = pathlib.Path(tempfile.mkdtemp(prefix="cqs-report-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.output)
        result = run(RECORDED, "--output", cls.output, "--format", "svg")
        assert result.returncode == 0, result.stderr
        cls.file = cls.output / "report.html"
        cls.page = browser.Browser(1280, 900)
        cls.addClassCleanup(cls.page.close)

    def setUp(self):
        super().setUp()
        self.page.open(self.file)

    def tearDown(self):
        self.assertEqual(self.page.messages(), [], "the console is not empty")

    def column(self, title):
        index = self.page.run(HEADS).index(title)
        return [row[index] for row in self.page.run(CELLS)]

    def test_opens_with_the_answer(self):
        sections = self.page.run("return [...document.querySelectorAll('section')].map(s => s.id)")
        self.assertEqual(sections, SECTIONS)
        lead = self.page.run("return document.querySelector('#answer .lead').textContent")
        self.assertRegex(lead, r"faster in \d+ of \d+ comparisons, slower in \d+")
        subjects = self.page.run("return [...document.querySelectorAll('#answer tbody tr')].map(r => r.cells[0].textContent)")
        for subject in ("mutex", "semaphore", "barrier", "latch", "pool", "abort", "storm, mutex", "handoff, semaphore"):
            self.assertIn(subject, subjects)

    def test_first_screen_answers_four_questions(self):
        questions = self.page.run("return [...document.querySelectorAll('.first dt')].map(t => t.textContent)")
        self.assertEqual(questions, ["What was measured", "How good the measurement is", "Who wins where", "Who loses where"])
        bottom = self.page.run("return document.querySelector('.first').getBoundingClientRect().bottom")
        self.assertLessEqual(bottom, 900, "the answers are not on the first screen")
        answers = self.page.run("return [...document.querySelectorAll('.first dd')].map(t => t.textContent)")
        self.assertRegex(answers[0], r"hardware threads; profile \S+, commit \S+\. \d+ samples of \d+ cells")
        self.assertRegex(answers[3], r"of \d+ cells, \d+ have a peer that is faster")

    def test_losses_are_listed_by_cell(self):
        rows = self.page.run("return [...document.querySelectorAll('#answer details tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        counted = self.page.run("return [...document.querySelectorAll('.first dd')].map(t => t.textContent)")[3]
        self.assertEqual(len({row[0] for row in rows}), int(re.search(r"cells, (\d+) have", counted).group(1)))
        ratios = [float(row[1].split()[0]) for row in rows]
        self.assertEqual(ratios, sorted(ratios))
        self.assertTrue(all(ratio <= 1 for ratio in ratios), ratios)

    def series(self):
        return self.page.run("return [...document.querySelectorAll('#plot g')].map(g => g.dataset.series)")

    def test_explorer_hides_series_and_tells_values(self):
        choose = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))"
        self.page.run(choose, "of", "mutex")
        before = self.series()
        self.assertIn("cqs.mutex", before)
        self.assertIn("std.mutex", before)
        self.page.click("#series input[value='std.mutex']")
        self.assertEqual(self.series(), [name for name in before if name != "std.mutex"])
        self.page.click("#ours")
        self.assertTrue(self.series() and all(name.startswith("cqs.") for name in self.series()))
        self.page.click("#everybody")
        self.assertEqual(self.series(), before)
        self.page.run("document.querySelector('#plot g[data-series=\"cqs.mutex\"] circle').focus()")
        told = self.page.run("return document.getElementById('value').textContent")
        self.assertRegex(told, r"^cqs\.mutex, threads \d+: [\d,.]+ ns/op")
        cell = self.page.run("return [...document.querySelectorAll('#plot g[data-series=\"cqs.mutex\"] circle')].length")
        threads = {row["threads"] for row in rows(RECORDED) if row["impl"] == "cqs.mutex" and row["experiment"] == "mutex"}
        self.assertEqual(cell, len(threads))

    def test_every_figure_is_seen(self):
        loaded = "return [...document.images].every(i => i.complete && i.naturalWidth > 0)"
        self.assertTrue(browser.wait_until(lambda: self.page.run(loaded)))
        sizes = self.page.run("return [...document.images].map(i => [i.clientWidth, i.clientHeight])")
        self.assertEqual(len(sizes), len(list((self.output / "figures").glob("*.json"))))
        for width, height in sizes:
            self.assertGreater(width, 500)
            self.assertGreater(height, 100)

    def test_needs_no_other_file(self):
        alone = self.folder / "alone.html"
        shutil.copy(self.file, alone)
        self.page.open(alone)
        loaded = "return document.images.length > 0 && [...document.images].every(i => i.naturalWidth > 0)"
        self.assertTrue(browser.wait_until(lambda: self.page.run(loaded)))
        addresses = self.page.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:'))")
        self.assertEqual(addresses, [])

    def test_table_has_all_cells(self):
        count = self.page.run("return document.getElementById('count').textContent")
        expected = {(row["cell"], row["status"], row["reason"]) for row in rows(RECORDED)}
        self.assertEqual(count, f"{len(expected)} of {len(expected)} cells")

    def test_words_filter_cells(self):
        self.page.type("#words", "cqs.mutex threads:4")
        implementations = set(self.column("implementation"))
        self.assertEqual(implementations, {"cqs.mutex", "cqs.mutex.sync.smart"})
        self.assertEqual(set(self.column("threads")), {"4"})

    def test_experiment_and_status_filter_cells(self):
        choose = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('input', {bubbles: true}))"
        self.page.run(choose, "experiment", "storm")
        self.assertEqual(set(self.column("experiment")), {"storm"})
        self.page.run(choose, "status", "skipped")
        self.assertIn("skipped: its waits cannot be aborted", self.column("status"))
        self.assertTrue(all(status.startswith("skipped") for status in self.column("status")))
        self.page.click("#filters button[type=reset]")
        self.assertTrue(browser.wait_until(lambda: len(set(self.column("experiment"))) > 1))

    def test_no_match_is_said(self):
        self.page.type("#words", "no such thing")
        self.assertEqual(self.page.run(CELLS), [])
        self.assertRegex(self.page.run("return document.getElementById('count').textContent"), "^0 of ")

    def test_sorts_both_ways_by_keyboard(self):
        self.page.type("#words", "mutex ok")
        index = self.page.run(HEADS).index("ns/op")
        button = f"#table th:nth-child({index + 1}) button"
        self.page.type(button, "\ue007")  # Enter
        times = [float(text.replace(",", "")) for text in self.column("ns/op")]
        self.assertGreater(len(times), 3)
        self.assertEqual(times, sorted(times))
        self.assertEqual(self.page.run("return document.querySelector(arguments[0]).parentElement.ariaSort", button), "ascending")
        self.page.type(button, "\ue007")
        times = [float(text.replace(",", "")) for text in self.column("ns/op")]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_warnings_and_how_to_do_it_again(self):
        commit = rows(RECORDED)[0]["commit"]
        self.assertIn("Remedy", self.page.run("return document.getElementById('warnings').textContent"))
        again = self.page.run("return document.getElementById('reproduce').textContent")
        self.assertIn(f"git checkout {commit}", again)
        self.assertIn("scripts/sweep --profile", again)
        self.assertIn("hardware_threads", self.page.run("return document.getElementById('machine').textContent"))

    def test_phone_in_the_dark(self):
        phone = browser.Browser(360, 740, dark=True)
        self.addCleanup(phone.close)
        phone.open(self.file)
        self.assertLessEqual(phone.run("return document.documentElement.scrollWidth"), 360, "the page is wider than the screen")
        loaded = "return [...document.images].every(i => i.complete && i.naturalWidth > 0)"
        self.assertTrue(browser.wait_until(lambda: phone.run(loaded)))
        narrow = phone.run("return [...document.images].every(i => i.currentSrc === i.previousElementSibling.srcset)")
        self.assertTrue(narrow, "a narrow screen shows the figures of one column's width")
        dark, light = (p.run("return getComputedStyle(document.body).backgroundColor") for p in (phone, self.page))
        self.assertEqual((dark, light), ("rgb(22, 24, 29)", "rgb(255, 255, 255)"))
        self.assertEqual(phone.messages(), [])

    def test_only_skipped_cells(self):
        directory = self.results_with([row for row in rows(RECORDED) if row["status"] == "skipped"])
        result = run(directory)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("nothing was measured", result.stderr)
        self.page.open(directory / "report.html")
        self.assertIn("Nothing was measured", self.page.run("return document.querySelector('#answer .lead').textContent"))
        self.assertIn("skipped: its writers cannot give up", self.column("status"))

    def test_hostile_names_are_only_text(self):
        row = json.loads(json.dumps(next(row for row in rows(RECORDED) if row["status"] == "skipped")))
        row["reason"] = "</script><script>console.error('run')</script><b>bold</b>"
        directory = self.results_with([row])
        self.assertEqual(run(directory).returncode, 0)
        self.page.open(directory / "report.html")
        self.assertEqual(self.column("status"), ["skipped: " + row["reason"]])


class Simulated(Case):
    """A sweep leaves the simulation of the paper's machine in the folder `simulated` of its results."""

    TEXTS = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = browser.Browser(1280, 900)
        cls.addClassCleanup(cls.page.close)

    def results(self, missing=0):
        """Recorded latches; simulated, the peer takes ten times as long, but on four threads 40 times."""
        measured = [row for row in rows(RECORDED) if row["experiment"] in ("latch", "storm")]
        directory = self.results_with(measured)
        folder = directory / "simulated"
        folder.mkdir()
        simulated = []
        for row in json.loads(json.dumps([r for r in measured if r["impl"] in ("cqs.latch", "aqs.latch") and r["process"] == 0])):
            row.update(simulated=True, simulated_on="skylake-4s", hardware_threads=144)
            ours = row["impl"] == "cqs.latch"
            row["measures"]["ns_per_op"] = 10 if ours else 400 if row["threads"] == 4 else 100
            simulated.append(row)
        machine = json.loads((RECORDED / "machine.json").read_text())
        machine["cpu"]["model"] = "simulated skylake-4s"
        machine["topology"]["hardware_threads"] = 144
        machine["sweep"].update(simulated_on="skylake-4s", profile="figures", samples=len(simulated) + missing)
        (folder / "machine.json").write_text(json.dumps(machine))
        (folder / "results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in simulated))
        return directory

    def drawn(self, directory):
        result = run(directory, "--experiment", "latch", "--format", "svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.page.open(directory / "report.html")
        self.addCleanup(lambda: self.assertEqual(self.page.messages(), [], "the console is not empty"))
        return result

    def test_stands_beside_what_was_measured(self):
        directory = self.results()
        self.drawn(directory)
        measured, simulated = self.page.run(self.TEXTS, "#figure-figure6_latch .pair h4")
        self.assertEqual(measured, "Measured here: AMD EPYC, 2 hardware threads")
        self.assertEqual(simulated, "Simulated, not measured: skylake-4s, 144 hardware threads")
        loaded = "return document.images.length == 2 && [...document.images].every(i => i.complete && i.naturalWidth > 0)"
        self.assertTrue(browser.wait_until(lambda: self.page.run(loaded)))
        places = self.page.run("return [...document.images].map(i => { const b = i.getBoundingClientRect(); return [b.left, b.right, b.top]; })")
        self.assertLess(places[0][1], places[1][0], "they are not side by side")
        self.assertAlmostEqual(places[0][2], places[1][2], delta=30)
        self.assertIn("simulated, on skylake-4s, 144 hardware threads", self.page.run(self.TEXTS, ".first dd")[0])
        self.assertIn("sweep --machine skylake-4s --profile figures", self.page.run(self.TEXTS, "#reproduce")[0])
        data = json.loads((directory / "figures/simulated/figure6_latch.json").read_text())
        times = {series["label"]: series["y"] for panel in data["panels"] for series in panel["series"]}
        self.assertEqual(times, {"cqs.latch": [10, 10, 10], "aqs.latch": [100, 100, 400]})

    def test_claims_have_both_ratios_and_verdicts(self):
        self.drawn(self.results())
        heads = self.page.run(self.TEXTS, "#figure-figure6_latch .claims th")
        self.assertEqual(heads[3:], ["measured here", "verdict", "simulated", "verdict"])
        cells = self.page.run("return [...document.querySelectorAll('.claims tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        row = next(row for row in cells if row[0] == "latch")
        self.assertEqual(row[1:3], ["up to 4 (introduction: up to 7)", "aqs.latch"])
        self.assertIn("this machine cannot show it", row[4])
        self.assertEqual(row[5:], ["40.00", "same direction, another size"])
        self.assertIn("outperforms the standard one", self.page.run("return document.querySelector('.claims td').title"))

    def test_phone_shows_one_below_the_other(self):
        directory = self.results()
        self.drawn(directory)
        phone = browser.Browser(360, 740)
        self.addCleanup(phone.close)
        phone.open(directory / "report.html")
        self.assertLessEqual(phone.run("return document.documentElement.scrollWidth"), 360, "the page is wider than the screen")
        tops = phone.run("return [...document.querySelectorAll('.pair > div')].map(d => d.getBoundingClientRect().top)")
        self.assertLess(tops[0], tops[1])

    def test_incomplete_one_is_left_out_with_the_remedy(self):
        directory = self.results(missing=1)
        result = self.drawn(directory)
        self.assertIn(f"leaves out the simulation: it has 6 of 7 samples; go on with: scripts/sweep --resume {directory}", result.stderr)
        self.assertEqual(self.page.run(self.TEXTS, ".pair"), [])
        self.assertTrue((directory / "figures/figure6_latch.json").exists())

    def test_broken_one_does_not_hide_what_was_measured(self):
        directory = self.results()
        (directory / "simulated/machine.json").write_text("{")
        result = self.drawn(directory)
        self.assertIn("leaves out the simulation", result.stderr)
        self.assertIn("Measured on AMD EPYC", self.page.run(self.TEXTS, ".first dd")[0])


main()
