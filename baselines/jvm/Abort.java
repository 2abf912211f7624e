/**
 * An operation enters the queue behind threads that wait for good, and aborts at once: its time is over before it could
 * park.
 */
final class Abort implements Workload {
  private static final long STACK_BYTES = 64 << 10; // there may be many thousands

  private final AbortableQueue queue;
  private final int waiters;

  Abort(AbortableQueue queue, int waiters) {
    this.queue = queue;
    this.waiters = waiters;
  }

  /** Fills the queue. */
  @Override
  public void prepare() throws InterruptedException {
    Thread[] threads = new Thread[waiters];
    for (int i = 0; i < waiters; i++) {
      threads[i] = new Thread(null, queue::waitForGood, "waiter", STACK_BYTES);
      threads[i].setDaemon(true); // nobody ever wakes it
      threads[i].start();
    }
    for (Thread thread : threads) {
      while (thread.getState() != Thread.State.WAITING) { // it parks in the queue alone
        Thread.sleep(1);
      }
    }
  }

  @Override
  public Measurement run(long nanoseconds) throws Exception {
    return Alone.run(nanoseconds, () -> {
      if (queue.tryFor1Nanosecond()) {
        throw new IllegalStateException("a permit came from nowhere");
      }
    });
  }
}
