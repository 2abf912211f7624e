import java.util.Arrays;

/**
 * The uncontended work between operations: a loop that ends when a uniform random number falls below 1 / mean, so that
 * its length is geometrically distributed. One for each thread.
 */
final class Work {
  private static volatile long sink;

  private final long threshold;
  private long state;

  /** A mean of 0 means no work at all. */
  Work(int mean, long seed) {
    threshold = mean == 0 ? 0 : (1L << 53) / mean;
    state = seed * 0x9E3779B97F4A7C15L | 1;
  }

  void run() {
    if (threshold == 0) {
      return;
    }
    long x = state;
    do {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    } while (x >>> 11 >= threshold);
    state = x;
  }

  /** What one piece of work takes, in nanoseconds: the median of several short measurements. */
  static double calibrate(int mean) {
    Work work = new Work(mean, 1);
    int calls = Math.max(16, 50_000 / mean); // short enough to fit between two interrupts
    double[] times = new double[9];
    for (int i = 0; i < times.length; i++) {
      long begin = System.nanoTime();
      for (int call = 0; call < calls; call++) {
        work.run();
      }
      times[i] = (double) (System.nanoTime() - begin) / calls;
    }
    work.finish();
    Arrays.sort(times);
    return times[times.length / 2];
  }

  /** Keeps the compiler from finding out that nobody needs the numbers. */
  void finish() {
    sink = state;
  }
}
