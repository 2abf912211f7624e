#include "plots/draw/layout.h"

#include <gtest/gtest.h>

namespace cqs::plots {

namespace {

/// A figure with these numbers of rows and columns of panels and of lines.
figure grid(std::size_t rows, std::size_t columns, std::size_t lines, shape shape = shape::lines) {
  figure f{.name = "f", .title = "F", .experiment = "e", .shape = shape};
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      figure::panel p{.row = r, .column = c, .title = "t", .y = measures::throughput, .series = {}};
      for (std::size_t i = 0; i < lines; ++i) {
        p.series.push_back({"cqs.semaphore.async.smart" + std::to_string(i), true, "", {{1, 1, {}}}});
      }
      f.panels.push_back(std::move(p));
    }
  }
  return f;
}

class layouts_of
    : public testing::TestWithParam<std::tuple<std::size_t, std::size_t, std::size_t, shape, width>> {};

TEST_P(layouts_of, any_size_keeps_panels_on_the_page_and_apart) {
  const auto [rows, columns, lines, shape, width] = GetParam();
  const layout l = layout::of(grid(rows, columns, lines, shape), width);
  EXPECT_NEAR(l.width, width == width::one_column ? 3.33 : 7, 1e-9);
  ASSERT_EQ(l.panels.size(), rows * columns);
  for (std::size_t i = 0; i < l.panels.size(); ++i) {
    const auto& a = l.panels[i];
    EXPECT_GT(a.width, 0.6) << "too narrow to be read";
    EXPECT_GT(a.left, 0);
    EXPECT_GT(a.bottom, 0);
    EXPECT_LT(a.left + a.width, l.width);
    EXPECT_LT(a.bottom + a.height, l.height);
    for (std::size_t j = 0; j < i; ++j) {
      const auto& b = l.panels[j];
      const bool beside = a.left + a.width <= b.left || b.left + b.width <= a.left;
      const bool above = a.bottom + a.height <= b.bottom || b.bottom + b.height <= a.bottom;
      EXPECT_TRUE(beside || above) << i << " and " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, layouts_of,
                         testing::Combine(testing::Values(1U, 2U, 4U), testing::Values(1U, 2U, 3U, 7U),
                                          testing::Values(1U, 10U),
                                          testing::Values(shape::lines, shape::dots),
                                          testing::Values(width::one_column, width::two_columns)));

TEST(figure_layout, shares_y_labels_between_equal_panels) {
  const layout l = layout::of(grid(1, 3, 2), width::two_columns);
  EXPECT_TRUE(l.panels[0].labels_y);
  EXPECT_FALSE(l.panels[1].labels_y);
  EXPECT_FALSE(l.panels[2].labels_y);
}

TEST(figure_layout, gives_panels_of_different_measures_separate_y_labels) {
  figure f = grid(1, 2, 2);
  f.panels[1].y = measures::fairness;
  EXPECT_TRUE(layout::of(f, width::two_columns).panels[1].labels_y);
}

}  // namespace

}  // namespace cqs::plots
