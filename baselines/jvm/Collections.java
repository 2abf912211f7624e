import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** How often the garbage collectors have run until now, and for how long. */
final class Collections {
  final long count;
  final long milliseconds;

  private Collections(long count, long milliseconds) {
    this.count = count;
    this.milliseconds = milliseconds;
  }

  static Collections untilNow() {
    long count = 0;
    long milliseconds = 0;
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += each.getCollectionCount();
      milliseconds += each.getCollectionTime();
    }
    return new Collections(count, milliseconds);
  }
}
