#include "support/interruption.h"

#include <csignal>
#include <initializer_list>

#include <unistd.h>

namespace cqs::support {

namespace {

volatile std::sig_atomic_t signals = 0;

void note(int number) {
  if (signals != 0) {
    _exit(128 + number);
  }
  signals = 1;
}

}  // namespace

void note_interruptions() {
  struct sigaction action {};
  action.sa_handler = note;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    sigaction(number, &action, nullptr);
  }
}

bool interrupted() {
  return signals != 0;
}

}  // namespace cqs::support
