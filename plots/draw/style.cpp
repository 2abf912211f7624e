#include "plots/draw/style.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/record/implementation.h"

namespace cqs::plots {

namespace {

// Okabe and Ito's palette for the families that appear together most often, Tol's muted one for the others.
constexpr std::array<std::pair<std::string_view, const char*>, 20> families{{
    {"cqs", "#0072B2"},
    {"aqs", "#E69F00"},
    {"jvm", "#D55E00"},
    {"std", "#009E73"},
    {"posix", "#56B4E9"},
    {"folly", "#CC79A7"},
    {"tbb", "#882255"},
    {"absl", "#44AA99"},
    {"boost", "#999933"},
    {"boost_fiber", "#B8860B"},
    {"park", "#332288"},
    {"spin", "#AA4499"},
    {"moodycamel", "#661100"},
    {"limit", "#000000"},
    // The components' peers. Of the families above, they appear only beside `cqs` and `std`.
    {"two_phase", "#AA4499"},
    {"coarse", "#E69F00"},
    {"none", "#E69F00"},
    {"drop", "#009E73"},
    {"fifo", "#E69F00"},
    {"strict", "#D55E00"},
}};
constexpr auto grey = "#777777";

constexpr std::array markers{"o", "s", "^", "D", "v", "P", "X", "<", ">", "*"};

}  // namespace

std::string colour_of(const std::string& implementation) {
  const auto family = std::string_view(implementation).substr(0, implementation.find('.'));
  const auto* const found =
      std::ranges::find(families, family, &std::pair<std::string_view, const char*>::first);
  return found == families.end() ? grey : found->second;
}

const char* marker(std::size_t n) {
  return markers[n % markers.size()];
}

const char* dashes(const std::string& implementation) {
  return !harness::is_primitive(implementation) ? ":" : implementation.ends_with(".simple") ? "--" : "-";
}

}  // namespace cqs::plots
