#include <checker/history/linearizability.h>

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include <checker/engine/schedule.h>

namespace cqs::check {

std::string describe(std::span<const call> calls, std::span<const char* const> names) {
  std::string text;
  for (const call& each : calls) {
    text += fmt::format("\n      thread {}: {}({}) from {} to {}", name_of_thread(each.thread),
                        names[each.operation], each.argument, each.began.time, each.ended.time);
    if (each.registered.time != 0) {
      text += fmt::format(", in the queue at {}", each.registered.time);
    }
    text += each.status == call_status::returned  ? fmt::format(", returned {}", each.result)
            : each.status == call_status::aborted ? ", aborted"
                                                  : ", never ended";
  }
  return text;
}

std::uint64_t hash_of(std::span<const call> calls, const precedence& order) {
  // Ordered by thread, and within a thread by time: independent of the order between threads.
  std::array<std::uint8_t, max_calls> sorted{};
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(calls.size());
  std::iota(sorted.begin(), end, std::uint8_t{0});
  std::stable_sort(sorted.begin(), end,
                   [&](std::uint8_t a, std::uint8_t b) { return calls[a].thread < calls[b].thread; });
  std::uint64_t hash = calls.size();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const call& one = calls[sorted[i]];
    hash = mix(hash, static_cast<std::uint64_t>(one.argument));
    hash = mix(hash, static_cast<std::uint64_t>(one.result));
    hash = mix(hash, static_cast<std::uint64_t>(one.operation) | static_cast<std::uint64_t>(one.thread) << 8 |
                         static_cast<std::uint64_t>(one.status) << 16);
    std::uint64_t before = 0;
    for (std::size_t j = 0; j < calls.size(); ++j) {
      const auto ended = static_cast<std::uint64_t>(order.ended_before(sorted[j], sorted[i]));
      const auto registered = static_cast<std::uint64_t>(order.registered_before(sorted[j], sorted[i]));
      before |= (ended | registered << 1) << (2 * j);
    }
    hash = mix(hash, before);
  }
  return hash;
}

}  // namespace cqs::check
