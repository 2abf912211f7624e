import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * An operation enters the queue behind threads that wait for good, and aborts at once: its time is over before it could
 * park.
 */
final class Abort implements Workloads.Workload {
  private static final long STACK_BYTES = 64 << 10; // there may be many thousands

  private final Semaphore semaphore;
  private final int waiters;

  Abort(int waiters, boolean fair) {
    semaphore = new Semaphore(0, fair);
    this.waiters = waiters;
  }

  @Override
  public long run(long operations) throws Exception {
    fillQueue();
    long begin = System.nanoTime();
    for (long i = 0; i < operations; i++) {
      if (semaphore.tryAcquire(1, TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException("a permit came from nowhere");
      }
    }
    return System.nanoTime() - begin;
  }

  private void fillQueue() throws InterruptedException {
    for (int i = semaphore.getQueueLength(); i < waiters; i++) {
      Thread waiter = new Thread(null, semaphore::acquireUninterruptibly, "waiter", STACK_BYTES);
      waiter.setDaemon(true); // nobody ever wakes it
      waiter.start();
    }
    while (semaphore.getQueueLength() < waiters) {
      Thread.sleep(1);
    }
  }
}
