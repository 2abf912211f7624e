# The paper's figures 5 to 8, to all hardware threads of the machine: with --machine skylake-4s, to 144.
# A simulation is exact: one process is enough, and a few milliseconds of virtual time are thousands of operations.
processes = 1
sample_ms = 5
timeout_s = 120
placements = compact

[barrier]
work = 100, 1000, 10000
threads = 1, 4, 16, 64, 1x

[latch]
work = 50, 100, 200
threads = 1, 4, 16, 64, 1x

[mutex]
work = 100
threads = 1, 4, 16, 64, 1x

[semaphore]
permits = 1, 4, 16, 64
work = 100
threads = 1, 4, 16, 64, 1x

[pool]
elements = 1, 4, 8, 16, 64
work = 100
threads = 1, 4, 16, 64, 1x

[abort]
waiters = 0, 1000
