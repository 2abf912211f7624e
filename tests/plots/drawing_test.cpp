#include "plots/draw/matplotlib.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "plots/collect/collect.h"
#include "tests/plots/made_up_sources.h"

namespace cqs::plots {

namespace {

using nlohmann::json;

/// Reads back the content of matplotlib's axes.
class drawn_figure : public testing::Test {
 protected:
  json drawn(const figure& figure, const std::vector<std::string>& formats = {}) {
    static matplotlib plotter;
    const auto stem =
        std::filesystem::temp_directory_path() / ("cqs-drawing-test-" + std::to_string(getpid()));
    const auto data = plotter.draw(figure, width::two_columns, stem, formats);
    for (const auto& format : formats) {
      EXPECT_GT(std::filesystem::file_size(stem.string() + "." + format), 100U);
      std::filesystem::remove(stem.string() + "." + format);
    }
    return json::parse(data.dump());
  }
};

figure::series line(const std::string& name, const std::string& machine, std::vector<figure::point> points) {
  return {name, true, machine, std::move(points)};
}

TEST_F(drawn_figure, has_the_points_and_the_intervals) {
  figure f{.name = "f", .title = "F", .experiment = "e"};
  f.panels.push_back({.title = "left",
                      .y = measures::time_per_operation,
                      .series = {line("cqs.mutex", "", {{1, 10, {{8, 12}}}, {4, 40, {{30, 50}}}}),
                                 line("cqs.mutex", "toy", {{1, 100, {{90, 110}}}, {2, 200, {{150, 260}}}}),
                                 line("std.mutex", "", {{2, 7, {{6, 9}}}})},
                      .hardware_threads = 2,
                      .socket_borders = {1}});
  const json panel = drawn(f).at("panels").at(0);
  EXPECT_EQ(panel.at("title"), "left");
  EXPECT_EQ(panel.at("xlabel"), "threads");
  EXPECT_EQ(panel.at("ylabel"), "time per operation");
  EXPECT_EQ(panel.at("xscale"), "log");
  EXPECT_EQ(panel.at("yscale"), "log");
  const json expected = json::parse(R"json([
    {"label": "cqs.mutex", "x": [1, 4], "y": [10, 40], "low": [8, 30], "high": [12, 50]},
    {"label": "cqs.mutex (simulated: toy)", "x": [1, 2], "y": [100, 200], "low": [90, 150], "high": [110, 260]
},
    {"label": "std.mutex", "x": [2], "y": [7], "low": [6], "high": [9]}])json");
  EXPECT_EQ(panel.at("series"), expected) << panel.dump(1);
}

TEST_F(drawn_figure, sorts_dots_by_value) {
  figure f{.name = "f", .title = "F", .experiment = "e", .shape = shape::dots};
  f.panels.push_back(
      {.title = "",
       .y = measures::time_per_operation,
       .series = {line("slow", "", {{0, 50, {{40, 60}}}}), line("fast", "", {{0, 5, {{4, 6}}}})}});
  const json series = drawn(f).at("panels").at(0).at("series");
  const json expected = json::parse(R"json([
    {"label": "fast", "x": [5], "y": [0], "low": [4], "high": [6]},
    {"label": "slow", "x": [50], "y": [1], "low": [40], "high": [60]}])json");
  EXPECT_EQ(series, expected) << series.dump(1);
}

TEST_F(drawn_figure, shows_zero_on_an_axis_from_zero) {
  figure f{.name = "f",
           .title = "F",
           .experiment = "e",
           .x = {"waiters", "waiters", unit::count, scale::logarithmic_from_zero}};
  f.panels.push_back(
      {.title = "", .y = measures::fairness, .series = {line("a", "", {{0, 1, {}}, {1000, 0.5, {}}})}});
  const json panel = drawn(f, matplotlib::formats()).at("panels").at(0);
  EXPECT_EQ(panel.at("xscale"), "symlog");
  EXPECT_EQ(panel.at("yscale"), "linear");
  EXPECT_EQ(panel.at("series").at(0).at("x"), json({0, 1000}));
  EXPECT_FALSE(panel.at("series").at(0).contains("low")) << "no interval was measured";
}

}  // namespace

}  // namespace cqs::plots
