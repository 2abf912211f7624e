#include "plots/tool/tool.h"

int main(int argc, char** argv) {
  return cqs::plots::run_tool(argc, argv);
}
