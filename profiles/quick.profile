# quick: every experiment with the grid it declares, every peer, coarsely
experiments = all
processes = 5
sample_ms = 40
timeout_s = 20
placements = compact

[abort]
processes = 3

[release_after_aborts]
processes = 3

[storm]
processes = 3

[uncontended]
processes = 3

[notifier]
processes = 3

[transactions]
processes = 3

[cowns]
processes = 3

[executor]
processes = 3

[async]
processes = 3
sample_ms = 20
