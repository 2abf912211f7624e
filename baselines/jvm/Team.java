import java.util.concurrent.CyclicBarrier;

/** Threads that begin together. */
final class Team {
  interface Member {
    void run(int index, Work work) throws Exception;
  }

  private Team() {}

  /** The time from the moment the first of them began until the last had ended, in nanoseconds. */
  static long run(int threads, int mean, Member member) throws Exception {
    long[] begin = new long[threads];
    long[] end = new long[threads];
    Throwable[] failure = new Throwable[1];
    CyclicBarrier start = new CyclicBarrier(threads);
    Thread[] team = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int index = i;
      team[i] = new Thread(() -> {
        try {
          Work work = new Work(mean, index + 1);
          start.await();
          begin[index] = System.nanoTime();
          member.run(index, work);
          end[index] = System.nanoTime();
          work.finish();
        } catch (Throwable t) {
          failure[0] = t;
        }
      });
      team[i].start();
    }
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < threads; i++) {
      team[i].join();
      first = Math.min(first, begin[i]);
      last = Math.max(last, end[i]);
    }
    if (failure[0] != null) {
      throw new IllegalStateException("a thread of the team has failed", failure[0]);
    }
    return last - first;
  }

  /** How many of {@code total} operations fall to the thread {@code index}. */
  static long share(long total, int threads, int index) {
    return total / threads + (index < total % threads ? 1 : 0);
  }
}
