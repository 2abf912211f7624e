#pragma once

#include <string_view>
#include <utility>

namespace cqs::harness {

/// Every experiment, every peer at some point, in under ten minutes on two cores.
inline constexpr std::string_view quick_profile = R"(# quick: every experiment and every peer, coarsely
processes = 5
sample_ms = 40
timeout_s = 20
placements = compact

[barrier]
work = 100
threads = 2, 4

[latch]
work = 100
threads = 1, 2

[mutex]
work = 100
threads = 1, 2, 4

[semaphore]
permits = 1, 4
work = 100
threads = 2, 8

[pool]
elements = 1, 8
work = 100
threads = 2, 4

[abort]
waiters = 0, 1000
processes = 3

[release_after_aborts]
aborted = 10000
processes = 3

[storm]
aborted = 0, 50
work = 100
threads = 4
processes = 3

[handoff]

[uncontended]
processes = 3

[readers_writer]
reads = 50, 95
work = 100
threads = 4

[notifier]
processes = 3

[transactions]
accounts = 4
held = 2
work = 100
threads = 2, 4
processes = 3

[cowns]
work = 100
threads = 3
processes = 3

[executor]
bypass = 4, 64
work = 100
threads = 2
processes = 3

[async]
waiters = 1, 1000
threads = 1, 2
processes = 3
sample_ms = 20
)";

/// The paper's grids, on threads up to twice this machine's.
inline constexpr std::string_view paper_profile =
    R"(# paper: the grids of figures 5 to 9, and our own experiments beside them
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

[handoff]

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
)";

/// Everything; days on a large machine.
inline constexpr std::string_view full_profile = R"(# full: every grid of docs/experiments.md, every placement
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
)";

inline constexpr std::pair<std::string_view, std::string_view> built_in_profiles[] = {
    {"quick", quick_profile}, {"paper", paper_profile}, {"full", full_profile}};

}  // namespace cqs::harness
