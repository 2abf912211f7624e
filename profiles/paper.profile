# paper: the grids of figures 5 to 9, and our own experiments beside them
processes = 10
sample_ms = 100
timeout_s = 60
placements = compact

[barrier]
work = 100, 1000, 10000
threads = 1..2x

[latch]
work = 50, 100, 200
threads = 1..2x

[mutex]
work = 100
threads = 1..2x

[semaphore]
permits = 1, 4, 16, 64
work = 100
threads = 1..2x

[pool]
elements = 1, 2, 4, 8, 16, 32, 64
work = 100
threads = 1..2x
processes = 5

[abort]
waiters = 0, 1, 10, 100, 1000, 10000
processes = 5

[release_after_aborts]
aborted = 100000
processes = 5

[storm]
aborted = 0, 1, 10, 50, 90, 99
work = 100
threads = 1x, 2x
processes = 5

[service]
load = 50, 90, 120, 150, 200
sample_ms = 500
processes = 5

[handoff]

[tuning]
permits = 1, 4
work = 100
threads = 1x, 2x
processes = 5

[uncontended]

[readers_writer]
reads = 0, 50, 90, 99
work = 100
threads = 1x, 2x
processes = 5

[notifier]
processes = 5

[transactions]
accounts = 4, 64
held = 2, 4
work = 100
threads = 1x, 2x
processes = 5

[cowns]
work = 100
threads = 3, 1x
processes = 5

[executor]
bypass = 1, 4, 16, 64, 256
work = 100
threads = 2, 1x
processes = 5

[async]
waiters = 1, 10, 100, 1000, 10000, 100000, 1000000
threads = 1, 2
processes = 5

[applications]
threads = 1x, 2x
sample_ms = 500
processes = 5
