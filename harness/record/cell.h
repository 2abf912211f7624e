#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cqs::harness {

struct parameter {
  std::string name;
  std::string value;

  bool operator==(const parameter&) const = default;
};

/// One point of an experiment: what is measured, with which parameters, by how many threads.
struct cell {
  std::string experiment;
  std::string implementation;
  std::vector<parameter> parameters;
  unsigned threads = 0;  ///< 0: none, of a cell that stands for all that an implementation cannot do

  /// `<experiment>/impl:<name>/<parameter>:<value>/…/threads:<n>`
  std::string name() const;

  /// `<name> @<placement>`: identifies a group of samples within a sweep.
  std::string key(std::string_view placement) const;

  /// The inverse of `name`. Throws `user_error`.
  static cell parse(std::string_view name);

  /// Throws `std::logic_error` if there is none.
  const std::string& value(std::string_view parameter) const;
  std::int64_t number(std::string_view parameter) const;

  bool operator==(const cell&) const = default;
};

/// Far more threads than any machine has hardware threads: a slip of the keyboard.
inline constexpr unsigned most_threads = 10'000;

}  // namespace cqs::harness
