import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A semaphore without permits: what enters its queue stays there, or aborts. */
abstract class AbortableQueue {
  /** @return false if it was aborted, because the nanosecond is over */
  abstract boolean tryFor1Nanosecond() throws InterruptedException;

  abstract void waitForGood();

  static AbortableQueue of(Semaphore semaphore) {
    return new AbortableQueue() {
      @Override
      boolean tryFor1Nanosecond() throws InterruptedException {
        return semaphore.tryAcquire(1, TimeUnit.NANOSECONDS);
      }

      @Override
      void waitForGood() {
        semaphore.acquireUninterruptibly();
      }
    };
  }

  static AbortableQueue of(cqs.Semaphore semaphore) {
    return new AbortableQueue() {
      @Override
      boolean tryFor1Nanosecond() throws InterruptedException {
        return semaphore.tryAcquire(1, TimeUnit.NANOSECONDS);
      }

      @Override
      void waitForGood() {
        semaphore.acquire();
      }
    };
  }
}
