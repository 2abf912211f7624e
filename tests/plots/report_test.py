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


main()
