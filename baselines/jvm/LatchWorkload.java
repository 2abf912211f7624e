import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Threads count a latch down, one waits for it. Bounded by count, as in C++: the count of a run comes from the speed of
 * the run before.
 */
final class LatchWorkload implements Workload {
  private static final int LARGEST_COUNT = 1 << 30;
  private static final int FIRST_COUNT = 1000;
  private static final double MOST_GROWTH = 10; // a short run says little about a long one

  private final IntFunction<Latch> make;
  private final Options options;
  private Measurement last;

  LatchWorkload(IntFunction<Latch> make, Options options) {
    this.make = make;
    this.options = options;
  }

  @Override
  public Measurement run(long nanoseconds) throws Exception {
    last = open(last == null ? FIRST_COUNT : next(nanoseconds));
    return last;
  }

  private int next(long nanoseconds) {
    double growth = Math.min(MOST_GROWTH, (double) nanoseconds / last.nanoseconds);
    return (int) Math.max(1, Math.min(LARGEST_COUNT, last.operations * growth));
  }

  /** One latch from its making to its opening. */
  private Measurement open(int count) throws Exception {
    Latch latch = make.apply(count);
    AtomicLong opened = new AtomicLong();
    Thread waiter = new Thread(() -> {
      try {
        latch.await.run();
        opened.incrementAndGet();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    waiter.start();
    Team team = Team.runToEnd(options.threads, options.work, member -> {
      long share = count / options.threads + (member.index < count % options.threads ? 1 : 0);
      for (long i = 0; i < share; i++) {
        latch.countDown.run();
        member.work.run();
        member.operations++;
      }
    });
    waiter.join();
    Workloads.check("latches opened", opened.get(), 1);
    return team.measurement();
  }
}
