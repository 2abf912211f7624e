package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * The paper's semaphore (listing 15), in all four modes.
 *
 * <pre>
 * state  meaning
 * n > 0  n permits are left
 * 0      no permit is left
 * -n     n acquires wait
 * </pre>
 */
public final class Semaphore {
  private static final Object PERMIT = new Object();
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Semaphore.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CancellableQueueSynchronizer<Object> queue;
  // Of 64 bits: with simple cancellation, aborted waiters stay counted until a release meets them.
  private volatile long state;

  public Semaphore(int permits, Resumption resumption, Cancellation cancellation) {
    state = permits;
    queue = new CancellableQueueSynchronizer<>(resumption, cancellation, new Hooks());
  }

  public void acquire() {
    while (true) {
      if ((long) STATE.getAndAdd(this, -1L) > 0 || queue.suspend() != null) {
        return;
      }
    }
  }

  /** @return false if the time is over */
  public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(time);
    while (true) {
      if ((long) STATE.getAndAdd(this, -1L) > 0) {
        return true;
      }
      Object result = queue.suspend(deadline);
      if (result != null) {
        return result != Waiter.ABORTED;
      }
    }
  }

  /** Takes a permit if one is there. Linearizable with synchronous resumption alone. */
  public boolean tryAcquire() {
    while (true) {
      long current = state;
      if (current <= 0) {
        return false;
      }
      if (STATE.compareAndSet(this, current, current - 1)) {
        return true;
      }
    }
  }

  public void release() {
    while (true) {
      if ((long) STATE.getAndAdd(this, 1L) >= 0 || queue.resume(PERMIT)) {
        return;
      }
    }
  }

  /** Permits that are left; negative: acquires that wait. */
  public long permits() {
    return state;
  }

  /** For tests. */
  CancellableQueueSynchronizer<Object> queue() {
    return queue;
  }

  private final class Hooks implements SmartCancellation<Object> {
    @Override
    public boolean onCancellation() {
      return (long) STATE.getAndAdd(Semaphore.this, 1L) < 0;
    }

    @Override
    public void completeRefusedResume(Object permit) {
      // The handler has returned the permit already.
    }
  }
}
