#include <checker/tool/command_line.h>

int main(int argc, char** argv) {
  return cqs::check::run_command_line(argc, argv);
}
