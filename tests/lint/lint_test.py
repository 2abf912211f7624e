"""The lints find violations: each bad text below differs from the good one by one mistake."""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "scripts" / "lints"))

import markdown  # noqa: E402
import orders  # noqa: E402
import whitespace  # noqa: E402

FIXTURES = HERE / "orders"
GOOD = (FIXTURES / "good" / "cqs" / "flag.h").read_text()


class OrderLint(unittest.TestCase):
    def problems_of(self, text):
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root) / "good" / "cqs"
            folder.mkdir(parents=True)
            (folder / "flag.h").write_text(text)
            found = orders.lint(root, ["good"], FIXTURES / "mutants")
        return [text for _, text in found.problems]

    def expect(self, part, old, new):
        self.assertIn(old, GOOD)
        problems = self.problems_of(GOOD.replace(old, new))
        self.assertTrue(any(part in p for p in problems), f"no '{part}' among {problems}")

    def test_tagged_orders_pass(self):
        found = orders.lint(FIXTURES, ["good"], FIXTURES / "mutants")
        self.assertEqual(found.problems, [])
        self.assertEqual(found.orders, 4)
        self.assertEqual(len(found.clauses), 5)

    def test_an_order_without_a_tag(self):
        self.expect("release has no clause `release ->", "// [set.publish] release -> [set.look]: the data; "
                    "mutant order-publish-relaxed", "// publishes")

    def test_one_half_of_acq_rel_without_a_clause(self):
        self.expect("acq_rel has no clause `acquire <-", "    // acquire <- [owner.claim]: the same; mutant "
                    "order-claim-release\n", "")

    def test_a_failure_order_without_a_clause(self):
        self.expect("acquire has no clause `else acquire <-", "    // else acquire <- [owner.claim]; argued "
                    "claim-failure\n", "")

    def test_a_partner_that_does_not_exist(self):
        self.expect("there is no [set.nothing]", "release -> [set.look]", "release -> [set.nothing]")

    def test_a_partner_that_does_not_answer(self):
        self.expect("[set.look] does not name it", "acquire <- [set.publish]", "acquire <- [set.look]")

    def test_a_partner_on_another_atomic(self):
        self.expect("different atomics", "release -> [set.look]", "release -> [owner.claim]")

    def test_a_mutant_that_does_not_exist(self):
        self.expect("there is no mutant `order-nothing`", "mutant order-publish-relaxed", "mutant order-nothing")

    def test_a_mutant_of_another_order(self):
        self.expect("does not change this order", "mutant order-publish-relaxed", "mutant order-look-relaxed")

    def test_a_mutant_of_the_other_half(self):
        self.expect("does not weaken the release alone", "mutant order-claim-acquire", "mutant order-claim-release")

    def test_a_mutant_of_both_halves(self):
        self.expect("does not weaken the release alone", "mutant order-claim-acquire", "mutant order-claim-relaxed")

    def test_an_argument_that_does_not_exist(self):
        self.expect("`no-argument` is not in the list", "argued claim-failure", "argued no-argument")

    def test_a_tag_that_is_used_twice(self):
        self.expect("is also the tag at", "[set.look] acquire <- [set.publish]",
                    "[set.publish] acquire <- [set.publish]")

    def test_an_arrow_that_points_the_wrong_way(self):
        self.expect("points the wrong way", "release -> [set.look]", "release <- [set.look]")

    def test_a_clause_that_cannot_be_read(self):
        self.expect("cannot parse a clause", "the data; mutant order-look-relaxed", "the data")

    def test_a_clause_for_an_order_that_is_not_there(self):
        self.expect("the statement has no such order", "_set.store(1, std::memory_order_release)",
                    "_set.exchange(1, std::memory_order_acquire)")

    def test_a_reference_to_no_tag(self):
        self.expect("there is no [set.gone]", "Ordered by [set.publish]", "Ordered by [set.gone]")

    def test_an_implicit_order(self):
        self.expect("without a memory order", "_set.load(std::memory_order_relaxed)", "_set.load()")


class MarkdownLint(unittest.TestCase):
    def problems_of(self, text):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "docs").mkdir()
            (root / "docs" / "other.md").write_text("# Other\n\n## A `heading`, with signs\n")
            (root / "docs" / "page.md").write_text(text)
            return markdown.Page(root, pathlib.Path("docs/page.md")).check({"docs"})

    def test_good_text_passes(self):
        long_row = "| " + "x" * 120 + " |"
        code = "```\n[no](link.md) " + "x" * 120 + "\n```"
        text = f"# Page\n\n[a](other.md#a-heading-with-signs), [b](#page), `docs/other.md`\n\n{long_row}\n\n{code}\n"
        self.assertEqual(self.problems_of(text), [])

    def test_dead_links(self):
        for text in ("[a](gone.md)", "[a](other.md#gone)", "[a](#gone)", "![a](gone.png)", "[a\nb](gone.md)"):
            self.assertEqual(len(self.problems_of(text)), 1, text)

    def test_a_named_file_that_is_gone(self):
        self.assertIn("there is no docs/gone.md", self.problems_of("see `docs/gone.md`")[0])

    def test_a_long_line(self):
        self.assertIn("101 columns", self.problems_of("x" * 101)[0])

    def test_wrapping_keeps_all_but_the_breaks(self):
        table = "| " + "x" * 120 + " |"
        code = "```\n" + "y " * 80 + "\n```"
        prose = "# Page\n\n- " + "word " * 40 + "\n  more\n- item\n\n" + "word " * 40
        definitions = "[one]: #page\n[two]: #page"
        text = f"{prose}\n\n{table}\n\n{code}\n\n{definitions}\n"
        wrapped = markdown.rewrapped(text)
        self.assertEqual(wrapped.split(), text.split())
        self.assertIn(table, wrapped)
        self.assertIn(code, wrapped)
        self.assertIn(definitions, wrapped)
        self.assertEqual([p for p in self.problems_of(wrapped) if "columns" in p], [])
        self.assertEqual(markdown.rewrapped(wrapped), wrapped)


class WhitespaceLint(unittest.TestCase):
    def test_whitespace(self):
        self.assertEqual(list(whitespace.problems_of("f", b"a\nb\n")), [])
        for data in (b"a \n", b"\ta\n", b"a\r\n", b"a", b"a\n\n"):
            self.assertEqual(len(list(whitespace.problems_of("f", data))), 1, data)


if __name__ == "__main__":
    unittest.main()
