package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * The paper's count-down latch (listing 8), with smart cancellation.
 *
 * <pre>
 * waiters            meaning
 * n                  n awaits wait
 * DONE_BIT | n       the latch is open; n of those that waited are resumed or have aborted too late
 * </pre>
 */
public final class CountDownLatch {
  private static final int DONE_BIT = 1 << 31;
  private static final Object OPEN = new Object();
  private static final VarHandle COUNT;
  private static final VarHandle WAITERS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      COUNT = lookup.findVarHandle(CountDownLatch.class, "count", int.class);
      WAITERS = lookup.findVarHandle(CountDownLatch.class, "waiters", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CancellableQueueSynchronizer<Object> queue =
      new CancellableQueueSynchronizer<>(Resumption.ASYNC, Cancellation.SMART, new Hooks());
  private volatile int count;
  private volatile int waiters;

  public CountDownLatch(int count) {
    this.count = count;
  }

  public void countDown() {
    if ((int) COUNT.getAndAdd(this, -1) <= 1) {
      resumeWaiters();
    }
  }

  public void await() {
    if (mustWait()) {
      queue.suspend();
    }
  }

  /** @return false if the time is over */
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(time);
    return !mustWait() || queue.suspend(deadline) != Waiter.ABORTED;
  }

  private boolean mustWait() {
    return count > 0 && ((int) WAITERS.getAndAdd(this, 1) & DONE_BIT) == 0;
  }

  private void resumeWaiters() {
    while (true) {
      int current = waiters;
      if ((current & DONE_BIT) != 0) {
        return;
      }
      if (WAITERS.compareAndSet(this, current, current | DONE_BIT)) {
        for (int i = 0; i < current; i++) {
          queue.resume(OPEN);
        }
        return;
      }
    }
  }

  private final class Hooks implements SmartCancellation<Object> {
    @Override
    public boolean onCancellation() {
      return ((int) WAITERS.getAndAdd(CountDownLatch.this, -1) & DONE_BIT) == 0;
    }

    @Override
    public void completeRefusedResume(Object open) {
      // An aborted await needs no resume.
    }
  }
}
