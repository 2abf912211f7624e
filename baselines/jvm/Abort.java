/**
 * An operation enters the queue behind threads that wait for good, and aborts at once: its time is over before it could
 * park.
 */
final class Abort implements Workload {
  private static final long STACK_BYTES = 64 << 10; // there may be many thousands

  private final AbortableQueue queue;
  private int missing;

  Abort(AbortableQueue queue, int waiters) {
    this.queue = queue;
    missing = waiters;
  }

  @Override
  public Measurement run(long nanoseconds) throws Exception {
    fillQueue();
    return Alone.run(nanoseconds, () -> {
      if (queue.tryFor1Nanosecond()) {
        throw new IllegalStateException("a permit came from nowhere");
      }
    });
  }

  /** The first time only. */
  private void fillQueue() throws InterruptedException {
    int waiters = missing;
    for (; missing > 0; missing--) {
      Thread waiter = new Thread(null, queue::waitForGood, "waiter", STACK_BYTES);
      waiter.setDaemon(true); // nobody ever wakes it
      waiter.start();
    }
    while (queue.waiters() < waiters) {
      Thread.sleep(1);
    }
  }
}
