#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "plots/collect/figure.h"
#include "plots/draw/layout.h"

namespace cqs::plots {

/// Matplotlib in an isolated interpreter: neither the caller's environment nor a Python on the PATH affects
/// it. Only one may exist at a time.
class matplotlib {
 public:
  /// Throws `support::user_error`, naming the packages to install, if there is no matplotlib.
  matplotlib();
  matplotlib(const matplotlib&) = delete;
  matplotlib& operator=(const matplotlib&) = delete;
  ~matplotlib();

  static const std::vector<std::string>& formats();

  /// Draws the figure once and writes it as `stem` with the extension of each format. Returns the data on its
  /// axes, as read back from matplotlib.
  nlohmann::ordered_json draw(const figure& figure, width width, const std::filesystem::path& stem,
                              const std::vector<std::string>& formats);

  /// Calls `job` with 0 … `count` - 1 in one process per hardware thread, because Python uses only one
  /// thread. Throws `support::user_error` if a process fails; the process prints the reason.
  static void in_parallel(std::size_t count, const std::function<void(std::size_t)>& job);

 private:
  struct interpreter;
  std::unique_ptr<interpreter> _interpreter;
};

}  // namespace cqs::plots
