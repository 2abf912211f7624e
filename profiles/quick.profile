# quick: every experiment, every peer, coarsely. Five samples a cell are the least that have an interval.
experiments = all
processes = 5
sample_ms = 40
timeout_s = 20
placements = compact
# These take the ways of waiting apart, or are the paper's algorithm in Java: see the profiles paper and full. A JVM
# takes almost a second to start and to warm up.
without = *.parking_at_once, *.as_in_the_paper, *.spinning, *.k42, jvm.cqs.*

# One thread alone is in `uncontended`.
[mutex]
threads = 2, 4

[storm]
sample_ms = 30

[service]
sample_ms = 150

[handoff]
without = *.parking_at_once, *.as_in_the_paper, *.spinning, *.k42, jvm.*

[uncontended]
sample_ms = 20
without = *.parking_at_once, *.as_in_the_paper, *.spinning, *.k42, jvm.*

[async]
waiters = 1000
sample_ms = 20

# One program; the others take longer.
[applications]
program = kccachetest
threads = 2
sample_ms = 100
