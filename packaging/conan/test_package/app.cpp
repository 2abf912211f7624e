#include <cqs/mutex.h>
#include <cqs/version.h>

int main() {
  cqs::mutex m;
  m.lock();
  m.unlock();
  return cqs::version.empty() ? 1 : 0;
}
