#include "harness/machine/processor_times.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include <unistd.h>

namespace cqs::harness {

processor_times processor_times::of(std::span<const unsigned> cpus, const std::filesystem::path& root) {
  const auto ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  processor_times result;
  std::ifstream file(root / "proc/stat");
  std::string line;
  while (std::getline(file, line) && line.starts_with("cpu")) {
    std::istringstream text(line.substr(3));
    unsigned cpu = 0;
    if (line.starts_with("cpu ") || !(text >> cpu) ||
        (!cpus.empty() && std::ranges::find(cpus, cpu) == cpus.end())) {
      continue;  // the first line is the sum of all
    }
    double user = 0;
    double nice = 0;
    double system = 0;
    double idle = 0;
    double waiting = 0;
    double irq = 0;
    double soft_irq = 0;
    double steal = 0;
    if (text >> user >> nice >> system >> idle >> waiting >> irq >> soft_irq >> steal) {
      result.idle += (idle + waiting) / ticks_per_second;
      result.stolen += steal / ticks_per_second;
      result.known = true;
    }
  }
  return result;
}

}  // namespace cqs::harness
