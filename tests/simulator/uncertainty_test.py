"""scripts/uncertainty in a copy of the tree, with a fake tool. Its ratio is ten times the wake-up's latency in µs."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1])

TOOL = """#!/usr/bin/env python3
import json, pathlib, sys
options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
machine = json.loads(pathlib.Path(options["--machine"]).read_text())
with open("calls", "a") as calls:
    print(options["--impl"], file=calls)
output = pathlib.Path(options["--output"])
output.mkdir(parents=True)
ratio = machine["costs_ns"]["wake_latency"][0] / 100
verdict = "agrees" if len(machine["idle_states"]) == 1 else "differs"
rows = [("known", "up to 10", ratio), ("greater", "up to 100 (introduction: up to 150)", ratio), ("less", "0.5", ratio), ("side", "above 1", ratio), ("same", "about 1", ratio)]
(output / "summary.md").write_text("\\n".join(f"| {c} | {p} | `aqs.x` | {r} | {verdict} | somewhere |" for c, p, r in rows))
sys.exit(130 if pathlib.Path("interrupt").exists() else 0)
"""


class Uncertainty(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cqs-uncertainty-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("scripts/uncertainty", "profiles/paper.claims"):
            (self.folder / name).parent.mkdir()
            shutil.copy(ROOT / name, self.folder / name)
        costs = {"wake_latency": [1000, [500, 2000], "a guess"], "rmw": [6, [5, 9], "a table"], "clock": [20, "no range"]}
        states = [{"name": "C1", "from": 2000, "exit": 2000}, {"name": "C6", "from": 600000, "exit": 133000}]
        (self.folder / "machine").write_text(json.dumps({"costs_ns": costs, "idle_states": states}))
        self.page = self.folder / "docs/simulator.md"
        self.page.parent.mkdir()
        self.page.write_text("before\n<!-- uncertainty: begin -->\nold\n<!-- uncertainty: end -->\nafter\n")
        tool = self.folder / "tool"
        tool.write_text(TOOL)
        tool.chmod(0o755)

    def run_script(self, *arguments):
        command = [sys.executable, "-B", "scripts/uncertainty", "out", "--machine", "machine", "--tool", "./tool", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def rows(self, text):
        return {row[0]: row for row in ([p.strip() for p in line.strip("|").split("|")] for line in text.splitlines() if "`aqs.x`" in line)}

    def test_interval_holds_the_papers_number_or_not(self):
        rows = self.rows(self.run_script("--draws", "9"))
        self.assertEqual(rows["known"][3], "10")
        low, high = map(float, rows["known"][4].split(" to "))
        self.assertTrue(5 <= low < 10 < high <= 20, rows["known"])
        self.assertEqual([rows[name][5] for name in ("known", "greater", "less", "side", "same")], ["inside", "above", "below", "-", "-"])
        share = int(rows["known"][6].rstrip("%"))
        self.assertTrue(0 < share < 100, "the idle states are drawn too")
        self.assertRegex(rows["known"][7], r"^C1 [\d.]+, C6 [\d.]+$")

    def test_counts_what_lies_inside_and_what_failed(self):
        text = self.run_script("--draws", "9")
        self.assertIn("The paper gives 3 of these ratios a number.\nIt lies between the 5 % and the 95 % of 1 of them.", text)
        self.assertNotIn("failed", text)
        rows = self.folder / "out/draw-2/results/results.jsonl"
        rows.write_text('{"status":"failed"}\n{"status":"ok"}\n{"status":"failed"}\n')
        self.assertIn("In 1 draws, 2 cells in total failed a check", self.run_script("--draws", "9"))

    def test_same_seed_gives_the_same_draws(self):
        first = self.run_script("--draws", "3")
        shutil.rmtree(self.folder / "out")
        self.assertEqual(self.run_script("--draws", "3"), first)
        other = self.rows(self.run_script("--draws", "3", "--seed", "7"))
        self.assertNotEqual(other["known"][4], self.rows(first)["known"][4], "draws of another seed are not used again")

    def test_goes_on_where_it_was_interrupted(self):
        first = self.run_script("--draws", "3")
        self.assertEqual(len(self.calls()), 4, "the base and three draws")
        (self.folder / "interrupt").touch()  # the tool then leaves a summary of what it has
        with self.assertRaises(subprocess.CalledProcessError):
            self.run_script("--draws", "5")
        (self.folder / "interrupt").unlink()
        self.assertEqual(self.run_script("--draws", "3"), first)
        self.assertEqual(len(self.calls()), 5, "complete draws are used again")
        self.run_script("--draws", "4")
        self.assertEqual(len(self.calls()), 6, "the draw that was interrupted is not")

    def test_simulates_only_what_claims_speak_of(self):
        self.run_script("--draws", "1")
        names = self.calls()[0].split(",")
        self.assertIn("cqs.semaphore.async.smart", names)
        self.assertIn("aqs.pool.array.fair", names)
        self.assertFalse([name for name in names if name.startswith("jvm.")])

    def test_tornado_names_the_number_that_decides(self):
        text = self.run_script("--draws", "1", "--tornado").split("the numbers that change it most")[1]
        self.assertRegex(self.rows(text)["known"][3], r"^`wake_latency` 500: 5.00, 2000: 20.00;")

    def test_tornado_leaves_out_narrow_ranges(self):
        self.run_script("--draws", "1", "--tornado", "--factor", "2")
        self.assertEqual(len(self.calls()), 2 + 2 + 1, "the base and a draw; both ends of one number; one state")

    def test_writes_the_tables_between_the_marks(self):
        printed = self.run_script("--draws", "1", "--write")
        text = self.page.read_text()
        self.assertTrue(text.startswith("before\n<!-- uncertainty: begin -->\n"), text)
        self.assertTrue(text.endswith("<!-- uncertainty: end -->\nafter\n"), text)
        self.assertIn(printed.strip(), text)
        self.assertNotIn("old", text)
        self.run_script("--draws", "1", "--write")
        self.assertEqual(self.page.read_text(), text)


unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
