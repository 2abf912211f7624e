/** One thread repeats an operation until the time is over. It looks at the clock between chunks of operations. */
final class Alone {
  private static final long CHUNK_NANOSECONDS = 20_000;
  private static final int LARGEST_CHUNK = 1 << 20;

  private Alone() {}

  static Measurement run(long nanoseconds, Action operation) throws Exception {
    long begin = System.nanoTime();
    long now = begin;
    long operations = 0;
    int chunk = 1;
    while (now - begin < nanoseconds) {
      repeat(operation, chunk);
      operations += chunk;
      long before = now;
      now = System.nanoTime();
      if (now - before < CHUNK_NANOSECONDS / 2) {
        chunk = Math.min(LARGEST_CHUNK, 2 * chunk);
      } else if (now - before > 2 * CHUNK_NANOSECONDS) {
        chunk = Math.max(1, chunk / 2);
      }
    }
    return new Measurement(operations, now - begin);
  }

  private static void repeat(Action operation, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      operation.run();
    }
  }
}
