#!/usr/bin/env bash
# Follows the recipes of CONTRIBUTING.md in a copy of the tree: adds locks, an experiment, a machine and a
# figure, builds the tools, and looks for each in their lists. Usage: recipes.sh SOURCE [cqs-plot]
set -euo pipefail
source=$1
with_plots=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree"
git -C "$source" ls-files -co --exclude-standard -z >"$work/files"
(cd "$source" && xargs -0 cp --parents -t "$tree" <"$work/files" 2>/dev/null) || true  # some are deleted
cd "$tree"
export CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1  # ccache serves all files that have not changed since the last run

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# expect TEXT FILE: the file has a line with the text.
expect() {
  grep -q -- "$1" "$2" || fail "'$1' is not in $2: $(head -c 2000 "$2")"
}

# A copy with one experiment builds in a minute.
find workloads -name '*.cpp' ! -path 'workloads/support/*' ! -path 'workloads/simulated/*' \
  ! -path 'workloads/applications/leveldb/*' ! -name experiments.cpp ! -name mutex.cpp -delete
sed -i -E '/^(declaration |    &)\w+_experiment[;,]/{/mutex/!d}' workloads/experiments.cpp

# "Add a lock": three files.
cat >baselines/spin/test_and_set_mutex.h <<'CODE'
#pragma once

#include <cqs/platform/native.h>

namespace cqs::baselines::spin {

/// The simplest spin lock.
template <platform Platform>
class test_and_set_mutex {
 public:
  void lock() noexcept {
    while (_locked.exchange(1, std::memory_order_acquire) != 0) {
      Platform::pause();
    }
  }
  void unlock() noexcept { _locked.store(0, std::memory_order_release); }

 private:
  typename Platform::template atomic<std::uint32_t> _locked{0};
};

}  // namespace cqs::baselines::spin
CODE
sed -i 's|#include "baselines/spin/ticket_mutex.h"|#include "baselines/spin/test_and_set_mutex.h"\n&|' baselines/spin/adapters.h
sed -i '0,/^namespace cqs::baselines {$/s||namespace cqs::baselines {\n\ntemplate <platform Platform>\nstruct basic_spin_tas : standard_mutex<spin::test_and_set_mutex<Platform>> {\n  static constexpr description about{"spin.tas", own_origin, waiting::spinning};\n};|' \
  baselines/spin/adapters.h
sed -i 's|^    basic_spin_ticket<Platform>,|    basic_spin_tas<Platform>,\n&|' baselines/implementations/portable.h

# A lock of a new library, which is not installed here: it is listed with the reason.
sed -i 's|^peer(tbb |peer(toy_library Toy::toy libtoy-dev)\n&|' baselines/CMakeLists.txt
sed -i '0,/^    CQS_TBB(/s||    CQS_TOY_LIBRARY("toy.mutex", toy_mutex),\n&|' baselines/implementations/mutexes.h

# "Add an experiment": two files, and its line in docs/experiments.md.
cat >workloads/beyond/try_out.cpp <<'CODE'
#include "baselines/implementations/mutexes.h"
#include "workloads/paper/mutex_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment try_out_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "try_out",
                                          .summary = "an experiment of the recipes",
                                          .operation = "lock, unlock",
                                          .axes = {{"work", {"10"}}},
                                          .thread_counts = {"2"}});
  experiment.add<baselines::mutexes>({}, []<class T, class Run>() { return &measure_mutex<T, Run>; });
  return experiment.build();
}

}  // namespace cqs::workloads
CODE
sed -i 's|^declaration mutex_experiment;|&\ndeclaration try_out_experiment;|; s|&mutex_experiment,|&\n    \&try_out_experiment,|' \
  workloads/experiments.cpp

# "Add a machine": one file. "Add a figure": one file.
sed 's|"description": "[^"]*"|"description": "a machine of the recipes"|' simulator/machines/epyc-2s.json \
  >simulator/machines/toy.json
sed -i '0,/{.name = "figure5_barrier",/s||{.name = "try_out_figure", .title = "Of the recipes", .experiment = "try_out"},\n      &|' \
  plots/figures/definitions.cpp

targets=(cqs-bench)
if [[ -n $with_plots ]]; then
  targets+=(cqs-plot)
fi
cmake -S . -B build -G Ninja "-DCMAKE_CXX_FLAGS=-O0 -g0" -DCQS_WITH_FOLLY=OFF \
  -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON -DCMAKE_DISABLE_FIND_PACKAGE_absl=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_ConcurrentQueue=ON \
  "-DCQS_PARTS=support;baselines;simulator;workloads;harness;plots" >configure.log 2>&1 || fail "$(tail configure.log)"
cmake --build build --target "${targets[@]}" >build.log 2>&1 || fail "$(tail -n 30 build.log)"

tool=build/bin/cqs-bench
printf 'experiments = all\n' >all.profile
"$tool" list --profile all.profile >cells.txt
"$tool" list --profile all.profile --machine toy >simulated_cells.txt
"$tool" list --implementations >implementations.txt
"$tool" list --experiments >experiments.txt
"$tool" machines >machines.txt
expect '^mutex/impl:spin.tas/work:100/threads:2$' cells.txt
expect '^try_out/impl:spin.tas/work:10/threads:2$' cells.txt
expect '^try_out/impl:spin.tas/work:10/threads:2$' simulated_cells.txt
expect 'spin.tas' implementations.txt
expect 'toy.mutex .*install libtoy-dev' implementations.txt
expect '^try_out' experiments.txt
expect '^toy: a machine of the recipes' machines.txt
"$tool" sample --cell try_out/impl:spin.tas/work:10/threads:2 --placement none --ms 5 >sample.txt || fail "no sample: $(cat sample.txt)"
"$tool" sample --cell try_out/impl:spin.tas/work:10/threads:2 --machine toy --ms 1 >sample.txt || fail "no simulation: $(cat sample.txt)"
expect '"failure":""' sample.txt
if [[ -n $with_plots ]]; then
  build/bin/cqs-plot --list >figures.txt
  expect '^try_out_figure' figures.txt
fi
