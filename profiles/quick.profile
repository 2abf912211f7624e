# quick: every experiment, every peer, coarsely. Five samples a cell are the least that have an interval.
experiments = all
processes = 5
sample_ms = 40
timeout_s = 20
placements = compact

[storm]
sample_ms = 30

[uncontended]
sample_ms = 20

[async]
waiters = 1000
sample_ms = 20
