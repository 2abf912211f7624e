# full: every grid of docs/experiments.md, every placement
experiments = all
processes = 10
sample_ms = 200
timeout_s = 120
placements = compact, scatter, socket, smt, none

[barrier]
work = 100, 1000, 10000
threads = 1..4x

[latch]
work = 50, 100, 200
threads = 1..4x

[mutex]
work = 0, 100, 1000
threads = 1..4x

[semaphore]
permits = 1, 4, 8, 16, 32, 64
work = 100
threads = 1..4x

[pool]
elements = 1, 2, 4, 8, 16, 32, 64
work = 100
threads = 1..4x

[abort]
waiters = 0, 1, 10, 100, 1000, 10000, 100000

[release_after_aborts]
aborted = 1000, 1000000

[storm]
aborted = 0, 1, 10, 50, 90, 99
work = 100
threads = 2..4x

[handoff]

[tuning]
permits = 1, 4, 16
work = 100
threads = 2..4x

[uncontended]

[readers_writer]
reads = 0, 50, 90, 99, 100
work = 100
threads = 1..4x

[notifier]

[transactions]
accounts = 4, 16, 256
held = 2, 3, 4, 8
work = 100, 1000
threads = 1..4x

[cowns]
work = 100, 1000
threads = 3, 1..4x

[executor]
bypass = 1, 4, 16, 64, 256
work = 100, 1000
threads = 2..4x

[async]
waiters = 1, 10, 100, 1000, 10000, 100000, 1000000
threads = 1..2x

[applications]
threads = 1..2x
sample_ms = 1000
