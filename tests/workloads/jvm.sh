#!/usr/bin/env bash
# Samples of a JVM: of the length asked for, warmed up, on the CPUs of the cell, with the memory of the JVM and its version.
source "$(dirname "$0")/../harness/tool/support.sh"

expect 0 "$tool" list --experiment latch --impl jvm.latch --threads 1
if [[ $output == *skipped* ]]; then
  echo "skipped: $output"
  exit 0
fi

# check CELL CPUS: takes a sample there.
check() {
  expect 0 "$tool" sample --cell "$1" --placement "$2" --ms 100
  SAMPLE=$output CELL=$1 CPUS=$2 /usr/bin/python3 - <<'PYTHON' || fail "$1: $output"
import json
import os

sample = json.loads(os.environ["SAMPLE"])
measures, runtime = sample["measures"], sample["runtime"]
problems = []


def demand(holds, what):
    if not holds:
        problems.append(what)


demand(0.8 <= measures["length_ratio"] <= 1.25, "its length is not that asked for")
demand(abs(measures["span_ns"] / 1e8 - measures["length_ratio"]) < 0.001, "the ratio is not that of its length")
demand(abs(measures["span_ns"] / measures["ops"] - measures["ns_per_op"]) < 0.01, "the time of an operation is wrong")
demand(measures["steady"] in (0, 1) and measures["warm_up_ms"] >= 50, "no warm-up")  # ten windows
demand(measures["attempts"] >= 1 and measures["gc_ms"] >= 0 and measures["gc_count"] >= 0, "a count is missing")
demand(measures["peak_rss_kb"] > 30_000, "no JVM is so small: this is the memory of the harness")
demand(runtime["jdk"][0].isdigit() and runtime["vm"] and runtime["collector"], "the JVM is not named")
demand("-XX:+UseParallelGC" in runtime["flags"], "the flags are not named")
cpus = sorted(set(os.environ["CPUS"].split(",")))
allowed = runtime["allowed_cpus"].replace("0-1", "0,1").split(",")
demand(allowed == cpus, f"it may run on {allowed} instead of {cpus}")
demand(("jain" in measures) == ("mutex" in os.environ["CELL"] and "threads:2" in os.environ["CELL"]), "fairness")
for problem in problems:
    print(problem)
raise SystemExit(len(problems))
PYTHON
}

both=0,1
(($(nproc) > 1)) || both=0,0
for family in jvm jvm.cqs; do
  check barrier/impl:$family.barrier/work:100/threads:2 $both
  check latch/impl:$family.latch/work:100/threads:1 0
done
check mutex/impl:jvm.mutex.fair/work:100/threads:2 $both
check mutex/impl:jvm.cqs.mutex/work:100/threads:2 $both
check mutex/impl:jvm.cqs.mutex/work:100/threads:1 0
check abort/impl:jvm.cqs.semaphore.async.simple/by:deadline/waiters:10/threads:1 0
check handoff/impl:jvm.cqs.semaphore.sync.smart/kind:semaphore/threads:2 $both

# What a row keeps.
expect 0 "$tool" sweep --impl jvm.cqs.latch --experiment latch --threads 1 --processes 1 --sample-ms 20 --output out
grep -q '"runtime":{"allowed_cpus":"[0-9]*","collector":"[^"]*","flags":"[^"]*","jdk":"[^"]*","vm":"[^"]*"}' out/results.jsonl ||
  fail "the row does not say which JVM it was: $(cat out/results.jsonl)"
