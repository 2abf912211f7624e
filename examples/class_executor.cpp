// Tasks that run when their events are triggered. Subscribers run before clients, but clients do not starve.

#include <cqs/class_executor.h>

#include <thread>

int main() {
  cqs::class_executor executor({.workers = 1, .order = cqs::service_order::aged, .bypass = 4});
  int measurements = 0;
  int requests = 0;
  cqs::class_executor::task_id sensor{};
  sensor = executor.add(cqs::task_class::subscriber, [&] {
    if (++measurements < 1000) {
      executor.trigger(sensor);  // run once more after this run
    }
  });
  const auto client = executor.add(cqs::task_class::client, [&] { ++requests; });

  std::jthread worker([&](const std::stop_token& stop) { executor.run(stop); });
  executor.trigger(sensor);
  executor.trigger(client);
  executor.drain();
  return measurements == 1000 && requests == 1 ? 0 : 1;
}
