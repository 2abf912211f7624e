#pragma once

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

/// What the command line sets.
struct settings {
  std::uint16_t port = 8080;
  std::size_t backends = 4;
  std::size_t threads = 2;
  std::chrono::milliseconds deadline{200};
  std::chrono::milliseconds service_time{20};
  bool wants_help = false;

  /// A request that has no backend by then cannot be answered in time. Half of the rest is for a busy machine.
  std::chrono::milliseconds longest_wait() const { return deadline - 2 * service_time; }
};

inline constexpr char usage[] =
    R"(Usage: example_service [--port N] [--backends N] [--deadline MS] [--service-time MS] [--threads N]

Answers HTTP/1.1 requests on 127.0.0.1. Each request takes one of the backends for the service time. Requests wait for a
backend first come, first served. A request that gets none in time is refused with 503. GET /stats counts.

  --port N           the port; 0 takes any free one, which the first line of the output names (default 8080)
  --backends N       how many requests are served at the same time, 1 to 10000 (default 4)
  --deadline MS      the time for one request, at least three service times (default 200)
  --service-time MS  how long a backend takes, 1 to 60000 (default 20)
  --threads N        threads that run the connections, 1 to 256 (default 2)

SIGINT and SIGTERM end the service: waiting requests are refused, those with a backend are answered.
)";

namespace command_line {

[[noreturn]] inline void refuse(const std::string& problem) {
  throw std::invalid_argument(problem + "; see --help");
}

inline std::uint64_t number(std::string_view option, std::string_view text, std::uint64_t least,
                            std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    refuse(std::string(option) + " needs a number from " + std::to_string(least) + " to " +
           std::to_string(most) + ", not '" + std::string(text) + "'");
  }
  return value;
}

/// Throws `std::invalid_argument` with a sentence for the user.
inline settings parse(int count, const char* const* arguments) {
  settings result;
  constexpr std::uint64_t minute = 60'000;
  for (int i = 1; i < count; ++i) {
    const std::string_view option = arguments[i];
    if (option == "--help" || option == "-h") {
      result.wants_help = true;
      return result;
    }
    if (option != "--port" && option != "--backends" && option != "--deadline" &&
        option != "--service-time" && option != "--threads") {
      refuse("unknown argument '" + std::string(option) + "'");
    }
    if (++i == count) {
      refuse(std::string(option) + " needs a number");
    }
    const std::string_view text = arguments[i];
    if (option == "--port") {
      result.port =
          static_cast<std::uint16_t>(number(option, text, 0, std::numeric_limits<std::uint16_t>::max()));
    } else if (option == "--backends") {
      result.backends = number(option, text, 1, 10'000);
    } else if (option == "--threads") {
      result.threads = number(option, text, 1, 256);
    } else if (option == "--deadline") {
      result.deadline = std::chrono::milliseconds(number(option, text, 1, 10 * minute));
    } else {
      result.service_time = std::chrono::milliseconds(number(option, text, 1, minute));
    }
  }
  if (result.deadline < 3 * result.service_time) {
    refuse("--deadline must be at least three times --service-time, which is " +
           std::to_string(result.service_time.count()) + " ms");
  }
  return result;
}

}  // namespace command_line
