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

/// Matplotlib in an interpreter of its own, which neither the caller's environment nor a Python on the PATH
/// can change. One may live at a time.
class matplotlib {
 public:
  /// Throws `support::user_error` with what to install if there is no matplotlib.
  matplotlib();
  matplotlib(const matplotlib&) = delete;
  matplotlib& operator=(const matplotlib&) = delete;
  ~matplotlib();

  static const std::vector<std::string>& formats();

  /// Draws it once and writes it as `stem` with each format's ending. Returns what its axes hold, as read
  /// back from matplotlib.
  nlohmann::ordered_json draw(const figure& figure, width width, const std::filesystem::path& stem,
                              const std::vector<std::string>& formats);

  /// Calls `job` with 0 … `count` - 1, in as many processes as there are hardware threads: Python has but one
  /// thread. Throws `support::user_error` if one of them fails, after it has said why.
  static void in_parallel(std::size_t count, const std::function<void(std::size_t)>& job);

 private:
  struct interpreter;
  std::unique_ptr<interpreter> _interpreter;
};

}  // namespace cqs::plots
