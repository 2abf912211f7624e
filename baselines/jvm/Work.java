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

  /** Keeps the compiler from finding out that nobody needs the numbers. */
  void finish() {
    sink = state;
  }
}
