#include "harness/machine/thread_state.h"

#include <array>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace cqs::harness {

bool is_asleep(pid_t thread) {
  const int file = open(fmt::format("/proc/self/task/{}/stat", thread).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  std::array<char, 128> text{};
  const auto length = read(file, text.data(), text.size());
  close(file);
  const std::string_view begin(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  const auto state = begin.rfind(") ");  // the name before it may hold anything
  return state != std::string_view::npos && begin.substr(state + 2).starts_with('S');
}

}  // namespace cqs::harness
