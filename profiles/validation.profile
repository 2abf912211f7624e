# The simulator of a machine against that machine: see docs/simulator.md
processes = 9
sample_ms = 40
timeout_s = 60
placements = compact

[uncontended]

[handoff]

[chain]
threads = 2, 3, 4, 8

[abort]
waiters = 0, 100, 1000

[barrier]
work = 100
threads = 2, 4

[latch]
work = 100
threads = 2

[mutex]
work = 100
threads = 2, 4

[semaphore]
permits = 1, 4
work = 100
threads = 2, 4

[pool]
elements = 1, 4
work = 100
threads = 2, 4
