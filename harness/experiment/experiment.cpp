#include "harness/experiment/experiment.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::harness {

namespace {

std::vector<std::string> parameter_names(const experiment& e, const implementation& c) {
  std::vector<std::string> names;
  for (const parameter& p : c.fixed) {
    names.push_back(p.name);
  }
  for (const axis& a : e.axes) {
    names.push_back(a.name);
  }
  return names;
}

bool has_parameters_of(const experiment& e, const implementation& c, const cell& cell) {
  const auto names = parameter_names(e, c);
  return std::ranges::equal(names, cell.parameters, {}, {}, &parameter::name) &&
         std::equal(c.fixed.begin(), c.fixed.end(), cell.parameters.begin());
}

}  // namespace

const experiment& find_experiment(const std::vector<experiment>& experiments, const std::string& name) {
  std::vector<std::string> names;
  for (const experiment& e : experiments) {
    if (e.name == name) {
      return e;
    }
    names.push_back(e.name);
  }
  throw support::user_error(fmt::format("there is no experiment '{}'{}; there are {}", name,
                                        support::did_you_mean(name, names), fmt::join(names, ", ")));
}

const implementation& find_implementation(const std::vector<experiment>& experiments, const cell& cell) {
  const experiment& e = find_experiment(experiments, cell.experiment);
  std::vector<std::string> names;
  const implementation* namesake = nullptr;
  for (const implementation& c : e.implementations) {
    if (c.name == cell.implementation) {
      const bool threads_fit = e.threads.value_or(cell.threads) == cell.threads && cell.threads > 0;
      if (has_parameters_of(e, c, cell) && threads_fit) {
        return c;
      }
      namesake = &c;
    }
    names.push_back(c.name);
  }
  if (namesake == nullptr) {
    throw support::user_error(fmt::format("experiment {} has no implementation '{}'{}", e.name,
                                          cell.implementation,
                                          support::did_you_mean(cell.implementation, names)));
  }
  throw support::user_error(
      fmt::format("'{}' is not a cell: with {}, experiment {} has the parameters {}{}", cell.name(),
                  cell.implementation, e.name, fmt::join(parameter_names(e, *namesake), ", "),
                  e.threads ? fmt::format(", and threads:{}", *e.threads) : ", and threads"));
}

}  // namespace cqs::harness
