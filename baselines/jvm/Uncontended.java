import java.util.Map;

/** One thread, no work: what taking and giving back costs when nobody else is there. */
final class Uncontended {
  private Uncontended() {}

  static void addTo(Map<String, Workload> all) {
    Implementations.mutexes().forEach((name, make) -> all.put(name, alone(make.apply(1))));
    Implementations.semaphores().forEach((name, make) -> all.put(name, alone(make.apply(1))));
    Implementations.pools().forEach((name, make) -> all.put(name, alone(make.apply(1))));
    Implementations.latches().forEach((name, make) -> all.put(name, nanoseconds -> {
      Latch latch = make.apply(Integer.MAX_VALUE); // more than fit into any sample
      return Alone.run(nanoseconds, latch.countDown);
    }));
    Implementations.barriers().forEach((name, make) -> {
      Action barrier = make.apply(1);
      all.put(name, nanoseconds -> Alone.run(nanoseconds, barrier));
    });
  }

  private static Workload alone(Guard guard) {
    return nanoseconds -> Alone.run(nanoseconds, () -> {
      guard.enter();
      guard.leave();
    });
  }

  private static Workload alone(Pool pool) {
    Element element = new Element();
    return nanoseconds -> {
      pool.put(element);
      Measurement measured = Alone.run(nanoseconds, () -> pool.put(pool.take()));
      pool.take();
      return measured;
    };
  }
}
