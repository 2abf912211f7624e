#include "baselines/describe.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <string>

#include "baselines/implementations.h"
#include "baselines/jvm/jvm.h"

namespace cqs::baselines {

namespace {

template <class T>
concept abortable = abortable_mutex<T> || abortable_semaphore<T> || abortable_latch<T> ||
    abortable_barrier<T> || abortable_pool<T>;

template <class T>
concept stoppable = stoppable_mutex<T> || stoppable_semaphore<T> || stoppable_latch<T> ||
    stoppable_barrier<T> || stoppable_pool<T>;

template <class T>
constexpr abort_by aborts() {
  if constexpr (stoppable<T>) {
    return abort_by::deadline_or_stop;
  } else if constexpr (abortable<T>) {
    return abort_by::deadline;
  } else {
    return abort_by::nothing;
  }
}

template <class Implementations>
void append(std::vector<listing>& rows, kind kind) {
  for_each(typename Implementations::built{}, [&]<class T>() {
    rows.push_back({.kind = kind,
                    .name = T::about.name,
                    .origin = T::about.origin,
                    .waits = T::about.waits,
                    .fair = first_come_first_served<T>,
                    .abort_by = aborts<T>(),
                    .bytes = sizeof(T)});
  });
  for (const auto& [name, reason] : Implementations::skipped) {
    rows.push_back({kind, name, {}, waiting::never, false, abort_by::nothing, 0, reason});
  }
  for (listing row : jvm_implementations) {
    if (row.kind == kind) {
      row.skipped = jvm_skipped;
      rows.push_back(row);
    }
  }
}

/// Then no order of service could be fair.
bool serves_all_at_once(kind value) {
  return value == kind::latch || value == kind::barrier;
}

}  // namespace

std::string_view to_string(kind value) noexcept {
  switch (value) {
    case kind::mutex:
      return "mutex";
    case kind::shared_mutex:
      return "shared_mutex";
    case kind::semaphore:
      return "semaphore";
    case kind::latch:
      return "latch";
    case kind::barrier:
      return "barrier";
    case kind::pool:
      return "pool";
  }
  return "?";
}

std::string_view to_string(abort_by value) noexcept {
  switch (value) {
    case abort_by::nothing:
      return "-";
    case abort_by::deadline:
      return "deadline";
    case abort_by::deadline_or_stop:
      return "deadline, stop";
  }
  return "?";
}

std::vector<listing> all_implementations() {
  std::vector<listing> rows;
  append<mutexes_and_variants>(rows, kind::mutex);
  append<shared_mutexes_and_variants>(rows, kind::shared_mutex);
  append<semaphores_and_variants>(rows, kind::semaphore);
  append<latches_and_variants>(rows, kind::latch);
  append<barriers_and_variants>(rows, kind::barrier);
  append<pools_and_variants>(rows, kind::pool);
  return rows;
}

void print_implementations(std::ostream& out) {
  const auto rows = all_implementations();
  const std::size_t kind_width = to_string(kind::shared_mutex).size();
  const std::size_t waits_width = to_string(waiting::suspending).size();
  const std::size_t fair_width = std::string_view("fair").size();
  const std::size_t aborts_width = to_string(abort_by::deadline_or_stop).size();
  std::size_t name_width = 0;
  std::size_t origin_width = 0;
  for (const listing& row : rows) {
    name_width = std::max(name_width, row.name.size());
    origin_width = std::max(origin_width, row.origin.size());
  }
  const auto cell = [&out](auto text, std::size_t width) {
    out << std::left << std::setw(static_cast<int>(width) + 2) << text;
  };

  cell("kind", kind_width);
  cell("name", name_width);
  cell("origin", origin_width);
  cell("waits by", waits_width);
  cell("fair", fair_width);
  cell("aborts by", aborts_width);
  out << "bytes\n";
  for (const listing& row : rows) {
    cell(to_string(row.kind), kind_width);
    cell(row.name, name_width);
    if (!row.skipped.empty()) {
      out << "skipped: " << row.skipped << '\n';
      continue;
    }
    cell(row.origin, origin_width);
    cell(to_string(row.waits), waits_width);
    cell(serves_all_at_once(row.kind) ? "-" : row.fair ? "yes" : "no", fair_width);
    cell(to_string(row.abort_by), aborts_width);
    out << (row.bytes == 0 ? "-" : std::to_string(row.bytes)) << '\n';
  }
}

}  // namespace cqs::baselines
