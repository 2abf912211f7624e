#include "baselines/describe.h"
#include "harness/tool.h"
#include "workloads/experiments.h"

int main(int argc, char** argv) {
  return cqs::harness::run_tool(argc, argv,
                                {cqs::workloads::all_experiments(), &cqs::baselines::print_implementations});
}
