#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/statistics.h"
#include "harness/record/cell.h"

namespace cqs::harness {

/// A claim about ratios: how many times longer peers take than ours. A section of a claims file; profiles/paper.claims
/// describes the keys.
struct claim {
  enum class statistic : unsigned char { greatest, least, mean };

  /// `left relation right`. An operand is a number, `threads` or a parameter of the cell.
  struct condition {
    std::string left;
    std::string relation;  ///< `<=`, `>=`, `<`, `>` or `=`
    std::string right;

    bool holds(const cell& cell) const;
  };

  std::string text;
  std::string paper;  ///< the ratio, in the words of the paper's section 6
  std::string quote;  ///< what the paper says, word for word; empty: nothing that can be quoted in short
  std::string introduction;  ///< the ratio in its introduction, where that differs; empty: it does not
  interval agreeing{0, 0};   ///< the ratios that agree with the paper
  std::string experiment;
  std::string ours;
  std::vector<std::string> peers;  ///< patterns
  std::vector<condition> where;
  statistic take = statistic::greatest;
  unsigned processors = 1;  ///< a machine with fewer cannot show it
  bool fitted =
      false;  ///< a number of the simulator was chosen so that this holds: its agreement there is no evidence

  bool includes(const cell& cell) const;

  /// `agrees`, `contradicts` or why there is none. It needs the interval of the ratio, or that the ratio is simulated, and so
  /// exact. A ratio agrees if its interval is within `agreeing`, and contradicts if it is on the other side of 1.
  std::string verdict(double ratio, const std::optional<interval>& bounds, bool simulated,
                      unsigned hardware_threads) const;

  /// Throws `user_error` with the line.
  static std::vector<claim> parse(std::string_view file, std::string_view text);

  /// The claims of the paper's section 6.
  static const std::vector<claim>& of_paper();
};

}  // namespace cqs::harness
