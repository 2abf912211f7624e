"""Checks the tags of memory orders: see "Memory orders" in CONTRIBUTING.md.

Every release and every acquire in the library has a clause in the comment above its statement:

    // [cell.install] release -> [cell.claim], [cell.abort]: the waiter's fields; mutant order-install-relaxed
    // else acquire <- [cell.put]: the value found there; mutant order-install-failure-relaxed
"""

import argparse
import dataclasses
import pathlib
import re
import sys

TAG = r"\[([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)\]"
PARTNER = r"\[[a-z][a-z0-9_]*\.(?:[a-z][a-z0-9_]*|\*)\]"
CLAUSE = re.compile(
    rf"(?:{TAG}\s+)?(else\s+)?\b(release|acquire)\s+(->|<-)\s+({PARTNER}(?:,\s+{PARTNER})*)"
    r"([^;]*);\s+(mutant|argued)\s+([a-z0-9-]+)")
ARROW = re.compile(r"\b(?:release|acquire)\s+(?:->|<-)")
ORDER = re.compile(r"\bmemory_order(?:_|::)(relaxed|consume|acquire|release|acq_rel|seq_cst)\b")
ACCESS = re.compile(
    r"(?:\.|->)(load|store|exchange|fetch_\w+|compare_exchange_\w+|test_and_set|clear)\(([^()]*)\)")
HALVES = {"acquire": {"acquire"}, "consume": {"acquire"}, "release": {"release"}, "relaxed": set(),
          "acq_rel": {"acquire", "release"}, "seq_cst": {"acquire", "release"}}
OPPOSITE = {"release": "acquire", "acquire": "release"}
ARROW_OF = {"release": "->", "acquire": "<-"}


@dataclasses.dataclass(frozen=True)
class Place:
    file: str
    line: int

    def __str__(self):
        return f"{self.file}:{self.line}"


@dataclasses.dataclass
class Clause:
    """One half of a tagged access: what it releases to, or acquires from, other accesses."""
    place: Place
    tag: str
    half: str
    on_failure: bool
    partners: list
    evidence: str  # "mutant" or "argued"
    name: str
    lines: set = dataclasses.field(default_factory=set)  # the source lines of the orders it covers


@dataclasses.dataclass
class Mutant:
    file: str = ""
    replaced: set = dataclasses.field(default_factory=set)
    orders_before: list = dataclasses.field(default_factory=list)
    orders_after: list = dataclasses.field(default_factory=list)

    def weakens_exactly(self, half):
        before = [HALVES[order] for order in self.orders_before]
        after = [HALVES[order] for order in self.orders_after]
        changes = [(old - new, new - old) for old, new in zip(before, after) if old != new]
        return len(before) == len(after) and changes == [({half}, set())]


def read_mutants(folder):
    mutants = {}
    for path in sorted(pathlib.Path(folder).glob("*.mutants")):
        current = None
        for line in path.read_text().splitlines():
            if line.startswith("mutant "):
                current = mutants.setdefault(line.split()[1], Mutant())
            elif current is not None and line.startswith("file "):
                current.file = line.split()[1]
            elif current is not None and line.startswith("-"):
                current.replaced.add(line[1:].strip())
                current.orders_before += ORDER.findall(line)
            elif current is not None and line.startswith("+"):
                current.orders_after += ORDER.findall(line)
    return mutants


def read_arguments(folder):
    """Returns the names of the README's list: bugs that no scenario can find, each with an argument."""
    readme = pathlib.Path(folder) / "README.md"
    return set(re.findall(r"^- \*\*`([a-z0-9-]+)`\*\*", readme.read_text(), re.M)) if readme.exists() else set()


def split_line(line):
    """Code and comment of a line; strings with slashes do not occur beside orders."""
    code, mark, comment = line.partition("//")
    return code.strip(), comment.strip() if mark else None


class Source:
    """The statements of a file that name a memory order, each with the comment that belongs to it."""

    def __init__(self, name, text):
        self.name = name
        self.lines = [split_line(line) for line in text.splitlines()]

    def statements(self):
        index = 0
        while index < len(self.lines):
            if ORDER.search(self.lines[index][0]):
                first, last = self._extent(index)
                yield first, last
                index = last
            index += 1

    def _ends_statement(self, index):
        code, comment = self.lines[index]
        return not code or code[-1] in ";{}:"

    def _extent(self, index):
        first = index
        while first > 0 and not self._ends_statement(first - 1):
            first -= 1
        last = index
        while last + 1 < len(self.lines) and not self._ends_statement(last):
            last += 1
        return first, last

    def comment_of(self, first, last):
        """The comment block above the statement and the comments at its lines, as one text."""
        above = []
        index = first - 1
        while index >= 0 and not self.lines[index][0] and self.lines[index][1] is not None:
            above.insert(0, self.lines[index][1].lstrip("/ "))
            index -= 1
        beside = [comment for _, comment in self.lines[first:last + 1] if comment]
        return " ".join(above + beside)

    def orders(self, first, last):
        """(line, order, is of a failed compare-exchange) of each order in a statement."""
        found = []
        in_exchange = 0
        for index in range(first, last + 1):
            code = self.lines[index][0]
            tokens = re.finditer(rf"compare_exchange_\w+|{ORDER.pattern}", code)
            for token in tokens:
                if token.group().startswith("compare_exchange"):
                    in_exchange = 2
                    continue
                found.append((index, token.group(1), in_exchange == 1))
                in_exchange = max(0, in_exchange - 1)
        return found

    def comments(self):
        for index, (_, comment) in enumerate(self.lines):
            if comment:
                yield Place(self.name, index + 1), comment

    def implicit_orders(self):
        for index, (code, _) in enumerate(self.lines):
            for access in ACCESS.finditer(code):
                arguments = access.group(2)
                fewest = {"load": 0, "clear": 0, "test_and_set": 0}.get(access.group(1), 1)
                given = len([a for a in arguments.split(",") if a.strip()])
                if given == fewest and access.group(1).startswith(("load", "fetch_", "test_and_set")):
                    yield Place(self.name, index + 1), access.group(1)


class Lint:
    def __init__(self, mutants, arguments):
        self.mutants = mutants
        self.arguments = arguments
        self.problems = []
        self.clauses = []
        self.orders = 0
        self.untagged = 0

    def report(self, place, text):
        self.problems.append((place, text))

    def read(self, source):
        for first, last in source.statements():
            orders = [o for o in source.orders(first, last) if HALVES[o[1]]]
            if orders:
                self._read_statement(source, first, last, orders)
        for place, access in source.implicit_orders():
            self.report(place, f"`{access}` without a memory order is sequentially consistent: name the order")

    def _read_statement(self, source, first, last, orders):
        comment = source.comment_of(first, last)
        place = Place(source.name, orders[0][0] + 1)
        clauses = self._parse(place, comment)
        self.clauses += clauses
        self.orders += len(orders)
        for line, order, on_failure in orders:
            for half in sorted(HALVES[order]):
                fitting = [c for c in clauses if c.half == half and c.on_failure == on_failure]
                for clause in fitting:
                    clause.lines.add(source.lines[line][0])
                if not fitting:
                    self.untagged += 1
                    prefix = "else " if on_failure else ""
                    self.report(Place(source.name, line + 1),
                                f"{order} has no clause `{prefix}{half} {ARROW_OF[half]} [partner]; mutant name`")
        for clause in clauses:
            if not clause.lines:
                prefix = "else " if clause.on_failure else ""
                self.report(place, f"[{clause.tag}] describes `{prefix}{clause.half}`, but the statement has no such order")

    def _parse(self, place, comment):
        clauses = []
        tag = None
        for found in CLAUSE.finditer(comment):
            tag = found.group(1) or tag
            partners = re.findall(r"\[([^\]]+)\]", found.group(5))
            if tag is None:
                self.report(place, "a clause comes before its tag: begin with `[atomic.access]`")
                continue
            if found.group(4) != ARROW_OF[found.group(3)]:
                self.report(place, f"[{tag}] {found.group(3)} points the wrong way: it is "
                                   f"`release ->` and `acquire <-`")
            clauses.append(Clause(place, tag, found.group(3), bool(found.group(2)), partners, found.group(7),
                                  found.group(8)))
        if len(ARROW.findall(comment)) > len(CLAUSE.findall(comment)):
            self.report(place, "cannot parse a clause; expected `release -> [partner]: what; mutant name`")
        return clauses

    def finish(self):
        places = {}
        for clause in self.clauses:
            if places.setdefault(clause.tag, clause.place) != clause.place:
                self.report(clause.place, f"[{clause.tag}] is also the tag at {places[clause.tag]}")
        for clause in self.clauses:
            self._check_partners(clause, places)
            self._check_evidence(clause)

    def _check_partners(self, clause, places):
        atomic = clause.tag.split(".")[0]
        other = OPPOSITE[clause.half]
        for partner in clause.partners:
            if partner.split(".")[0] != atomic:
                self.report(clause.place, f"[{clause.tag}] and [{partner}] are accesses to different atomics: "
                                          "only accesses to the same one synchronize")
            elif partner.endswith(".*"):
                if not any(c.half == other and c.tag.startswith(f"{atomic}.") for c in self.clauses):
                    self.report(clause.place, f"[{clause.tag}]: no access matches [{partner}] with `{other}`")
            elif partner not in places:
                self.report(clause.place, f"[{clause.tag}]: there is no [{partner}]")
            elif not any(self._names(c, clause.tag) for c in self.clauses
                         if c.tag == partner and c.half == other):
                self.report(clause.place, f"[{clause.tag}]: [{partner}] does not name it as `{other} "
                                          f"{ARROW_OF[other]} [{clause.tag}]`")

    @staticmethod
    def _names(clause, tag):
        return tag in clause.partners or tag.split(".")[0] + ".*" in clause.partners

    def _check_evidence(self, clause):
        if clause.evidence == "argued":
            if clause.name not in self.arguments:
                self.report(clause.place, f"[{clause.tag}]: `{clause.name}` is not in the list of "
                                          "checker/mutants/README.md that nothing can find")
            return
        mutant = self.mutants.get(clause.name)
        if mutant is None:
            self.report(clause.place, f"[{clause.tag}]: there is no mutant `{clause.name}` in checker/mutants/")
        elif mutant.file != clause.place.file:
            self.report(clause.place, f"[{clause.tag}]: the mutant `{clause.name}` changes {mutant.file}")
        elif clause.lines and not any(self._overlap(line, changed) for line in clause.lines
                                      for changed in mutant.replaced):
            self.report(clause.place, f"[{clause.tag}]: the mutant `{clause.name}` does not change this order")
        elif not mutant.weakens_exactly(clause.half):
            self.report(clause.place, f"[{clause.tag}]: the mutant `{clause.name}` does not weaken the {clause.half} alone")

    @staticmethod
    def _overlap(line, changed):
        """A mutant may replace a part of a line, or a line with its comment."""
        changed = split_line(changed)[0]
        return bool(ORDER.search(changed)) and (changed in line or line in changed)

    def check_references(self, sources):
        """Tags that other comments name."""
        tags = {c.tag for c in self.clauses}
        for source in sources:
            for place, comment in source.comments():
                for tag in re.findall(TAG, re.sub(r"`[^`]*`", "", comment)):
                    if tag not in tags:
                        self.report(place, f"there is no [{tag}]")


def lint(root, folders, mutants):
    root = pathlib.Path(root)
    found = Lint(read_mutants(mutants), read_arguments(mutants))
    files = sorted(path for folder in folders for path in (root / folder).rglob("*.h"))
    sources = [Source(str(path.relative_to(root)), path.read_text()) for path in files]
    for source in sources:
        found.read(source)
    found.finish()
    found.check_references(sources)
    return found


def main():
    parser = argparse.ArgumentParser(description="Checks the tags of memory orders (see CONTRIBUTING.md).")
    parser.add_argument("--root", default=".", help="the root of the repository")
    parser.add_argument("--mutants", help="the folder of the mutants (checker/mutants)")
    parser.add_argument("folders", nargs="*", default=["primitives", "components"])
    arguments = parser.parse_args()
    mutants = arguments.mutants or pathlib.Path(arguments.root) / "checker" / "mutants"
    found = lint(arguments.root, arguments.folders, mutants)
    for place, text in sorted(set((str(p), t) for p, t in found.problems)):
        print(f"{place}: {text}")
    if found.problems:
        print(f"orders: {len(found.problems)} problems; {found.orders} orders, {found.untagged} halves "
              "without a tag", file=sys.stderr)
        return 1
    seeded = sum(c.evidence == "mutant" for c in found.clauses)
    print(f"orders: {found.orders} orders, {seeded} clauses with a mutant, "
          f"{len(found.clauses) - seeded} argued")
    return 0


if __name__ == "__main__":
    sys.exit(main())
