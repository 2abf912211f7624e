#include "plots/collect/collect.h"

#include <gtest/gtest.h>

#include "tests/plots/made_up_sources.h"

namespace cqs::plots {

namespace {

const figure_definition mutex_figure{.name = "mutex",
                                     .title = "Mutex",
                                     .experiment = "mutex",
                                     .panels = {"work"},
                                     .series = {"cqs.*", "std.*"}};

TEST(collect_figures, puts_medians_and_intervals_on_the_axes) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    rows.add("mutex/impl:cqs.mutex/work:100/threads:2", {10, 30, 20, 15, 25});
    rows.add("mutex/impl:cqs.mutex/work:100/threads:16", {7, 7, 7, 7, 7});
    rows.add("mutex/impl:cqs.mutex/work:100/threads:4", {5, 4, 6, 5});
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].panels.size(), 1U);
  ASSERT_EQ(figures[0].panels[0].series.size(), 1U);
  const auto& points = figures[0].panels[0].series[0].points;
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].x, 2);
  EXPECT_EQ(points[0].y, 20);
  EXPECT_EQ(points[0].bounds->low, 10);
  EXPECT_EQ(points[0].bounds->high, 30);
  EXPECT_EQ(points[1].x, 4);
  EXPECT_FALSE(points[1].bounds) << "four samples have no interval";
  EXPECT_EQ(points[2].x, 16) << "thread counts are ordered as numbers";
  EXPECT_EQ(points[2].bounds->high, 7);
}

TEST(Collect, MarksTheMedianOfABimodalCell) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    rows.add("mutex/impl:cqs.mutex/work:100/threads:2", {10, 300, 11, 310, 10.5});
    rows.add("mutex/impl:cqs.mutex/work:100/threads:4", {10, 13, 11, 12, 10.5});
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].points_with_modes(), 1U);
  EXPECT_TRUE(figures[0].panels[0].series[0].points[0].has_modes);
}

TEST(Collect, MakesAPanelForEachValueInTheOrderOfNumbers) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    for (const char* work : {"1000", "50", "200"}) {
      for (const char* threads : {"1", "2"}) {
        rows.add(std::string("mutex/impl:cqs.mutex/work:") + work + "/threads:" + threads, {1, 2});
      }
    }
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].panels.size(), 3U);
  EXPECT_EQ(figures[0].panels[0].title, "work: 50");
  EXPECT_EQ(figures[0].panels[2].title, "work: 1000");
  EXPECT_EQ(figures[0].panels[2].column, 2U);
}

TEST(collect_figures, never_joins_cells_that_differ_in_more_than_x) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    for (const char* kind : {"fast", "slow"}) {
      for (const char* threads : {"1", "2"}) {
        rows.add(std::string("mutex/impl:cqs.mutex/kind:") + kind + "/work:1/threads:" + threads, {1, 2});
      }
    }
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].name, "mutex_fast");
  EXPECT_EQ(figures[1].name, "mutex_slow");
  EXPECT_EQ(figures[1].panels[0].series[0].points.size(), 2U);
}

TEST(collect_figures, omits_no_implementation) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    for (int i = 0; i < 14; ++i) {
      for (const char* threads : {"1", "2"}) {
        rows.add("mutex/impl:peer.number" + std::to_string(i) + "/work:1/threads:" + threads, {1, 2});
      }
    }
    for (const char* threads : {"1", "2"}) {
      rows.add(std::string("mutex/impl:cqs.mutex/work:1/threads:") + threads, {1, 2});
    }
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 3U);
  std::set<std::string> shown;
  for (const figure& f : figures) {
    EXPECT_LE(f.legend().size(), 10U);
    EXPECT_EQ(f.legend().front().implementation, "cqs.mutex") << "the reference is in each";
    for (const auto& s : f.legend()) {
      shown.insert(s.implementation);
    }
  }
  EXPECT_EQ(shown.size(), 15U);
}

TEST(collect_figures, draws_dots_if_no_line_has_a_second_point) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    rows.add("mutex/impl:cqs.mutex/work:100/threads:2", {10, 20, 30});
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].shape, shape::dots);
  EXPECT_NE(figures[0].fixed.find("threads: 2"), std::string::npos);
}

TEST(collect_figures, puts_sources_side_by_side) {
  const auto fill = [](double factor) {
    return [factor](auto& rows) {
      rows.add("mutex/impl:cqs.mutex/work:100/threads:1", {1 * factor, 2 * factor, 3 * factor});
      rows.add("mutex/impl:cqs.mutex/work:100/threads:2", {1 * factor, 2 * factor, 3 * factor});
    };
  };
  const auto sources = sources_of(made_up_source(fill(1), "before"), made_up_source(fill(10), "after"));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].panels.size(), 2U);
  EXPECT_EQ(figures[0].panels[0].title, "before");
  EXPECT_EQ(figures[0].panels[1].title, "after");
  EXPECT_EQ(figures[0].panels[1].series[0].points[0].y, 20);
  EXPECT_EQ(figures[0].panels[1].column, 1U);
}

TEST(collect_figures, separates_simulated_from_measured_series) {
  auto rows = std::vector<harness::row>();
  for (const char* const name : {"", "toy", "other"}) {
    for (const unsigned threads : {1U, 2U}) {
      harness::row& r = rows.emplace_back();
      r.cell = harness::cell::parse("mutex/impl:cqs.mutex/work:100/threads:" + std::to_string(threads));
      r.simulated_on = name;
      r.measures["ns_per_op"] = r.simulated_on == "toy" ? 100 : r.simulated_on == "other" ? 50 : 1;
    }
  }
  std::vector<source> sources;
  sources.push_back({"here", {rows, harness::made_up_results().get().fingerprint()}});
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  const auto& series = figures[0].panels[0].series;
  ASSERT_EQ(series.size(), 3U);
  EXPECT_EQ(series[0].label(), "cqs.mutex");
  EXPECT_EQ(series[0].points[0].y, 1);
  EXPECT_EQ(series[2].label(), "cqs.mutex (simulated: toy)");
  EXPECT_EQ(series[2].points[0].y, 100);
  EXPECT_TRUE(figures[0].simulated());
}

TEST(collect_figures, names_missing_implementations_with_the_reason) {
  const auto sources = sources_of(made_up_source([](auto& rows) {
    rows.add("mutex/impl:cqs.mutex/work:100/threads:1", {1});
    rows.add("mutex/impl:folly.mutex", harness::status::skipped, "not built");
    rows.add("mutex/impl:std.mutex/work:100/threads:1", harness::status::timeout, "hung");
    rows.add("latch/impl:folly.latch", harness::status::skipped, "not built");
  }));
  const auto figures = collect(mutex_figure, sources);
  ASSERT_EQ(figures.size(), 1U);
  const figure::absences expected{{"skipped: not built", {"folly.mutex"}}, {"timeout: hung", {"std.mutex"}}};
  EXPECT_EQ(figures[0].missing, expected);
}

TEST(collect_figures, makes_no_figure_of_only_skipped_cells) {
  const auto sources = sources_of(made_up_source(
      [](auto& rows) { rows.add("mutex/impl:cqs.mutex", harness::status::skipped, "not built"); }));
  EXPECT_TRUE(collect(mutex_figure, sources).empty());
}

TEST(collect_figures, adds_histograms_to_a_distribution) {
  std::vector<harness::row> rows(2);
  for (auto& r : rows) {
    r.cell = harness::cell::parse("handoff/impl:cqs.mutex/threads:2");
  }
  rows[0].wait_histogram = {{10, 20, 1}, {40, 50, 1}};
  rows[1].wait_histogram = {{10, 20, 2}};
  std::vector<source> sources;
  sources.push_back({"here", {rows, harness::made_up_results().get().fingerprint()}});
  const auto figures = collect({.name = "handoff",
                                .title = "",
                                .experiment = "handoff",
                                .shape = shape::distribution,
                                .x = {"", "time", unit::nanoseconds, scale::logarithmic}},
                               sources);
  ASSERT_EQ(figures.size(), 1U);
  const auto& points = figures[0].panels[0].series[0].points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].x, 20);
  EXPECT_EQ(points[0].y, 0.75);
  EXPECT_EQ(points[1].x, 50);
  EXPECT_EQ(points[1].y, 1);
}

TEST(collect_figures, shows_the_cache_lines_that_move_between_cores) {
  std::vector<harness::row> rows(3);
  rows[0].cell = harness::cell::parse("mutex/impl:cqs.mutex/work:100/threads:8");
  rows[0].lines = {{"cursor", "a.h:1", "fetch_add", 0.5, 100},
                   {"cell", "a.h:2", "load", 2, 80},
                   {"cursor", "a.h:3", "fetch_add", 1, 10}};
  rows[1].cell = harness::cell::parse("mutex/impl:cqs.mutex/work:100/threads:4");
  rows[1].lines = {{"cursor", "a.h:1", "fetch_add", 99, 100}};
  rows[2].cell = harness::cell::parse("mutex/impl:std.mutex/work:100/threads:8");
  for (auto& r : rows) {
    r.simulated_on = "toy";
  }
  std::vector<source> sources;
  sources.push_back({"here", {rows, harness::made_up_results().get().fingerprint()}});
  auto definition = mutex_figure;
  definition.shape = shape::bottlenecks;
  const auto figures = collect(definition, sources);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_TRUE(figures[0].simulated());
  ASSERT_EQ(figures[0].panels.size(), 1U) << "of the cell with most threads, where there are lines";
  EXPECT_EQ(figures[0].panels[0].title, "cqs.mutex");
  EXPECT_EQ(figures[0].fixed, "placement: , threads: 8, work: 100");
  const auto& series = figures[0].panels[0].series;
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].label(), "cell: load");
  EXPECT_EQ(series[0].points[0].y, 2);
  EXPECT_EQ(series[1].label(), "cursor: fetch_add");
  EXPECT_EQ(series[1].points[0].y, 1.5) << "from wherever in the source";

  rows[0].lines.clear();
  rows[1].lines.clear();
  std::vector<source> without_lines;
  without_lines.push_back({"here", {rows, harness::made_up_results().get().fingerprint()}});
  EXPECT_TRUE(collect(definition, without_lines).empty());
}

TEST(socket_borders_of_a_figure, follow_the_placement) {
  const nlohmann::json machine{{"topology", {{"packages", 4}, {"cores", 72}, {"hardware_threads", 144}}}};
  EXPECT_EQ(socket_borders(machine, "compact"), (std::vector<unsigned>{18, 36, 54}));
  EXPECT_EQ(socket_borders(machine, "socket"), (std::vector<unsigned>{36, 72, 108}));
  EXPECT_TRUE(socket_borders(machine, "scatter").empty());
  EXPECT_TRUE(socket_borders(machine, "none").empty());
}

}  // namespace

}  // namespace cqs::plots
