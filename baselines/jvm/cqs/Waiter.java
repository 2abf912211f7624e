package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits in a cell: what listing 1 calls {@code Thread}.
 *
 * <p>One compare-and-set of {@code outcome} decides between a resume and an abort. It parks at once, without spinning:
 * the listings do not spin.
 *
 * <pre>
 * outcome   meaning
 * null      it waits
 * ABORTED   it was cancelled; every later unpark fails
 * a value   it was resumed with this value
 * </pre>
 */
final class Waiter {
  /** What a wait returns that was aborted. */
  static final Object ABORTED = new Object();

  private static final VarHandle OUTCOME;

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(Waiter.class, "outcome", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CancellableQueueSynchronizer<?> queue;
  private final Segment segment;
  private final int cell;
  private final Thread thread = Thread.currentThread();
  private volatile Object outcome;

  /** It will stand in this cell. */
  Waiter(CancellableQueueSynchronizer<?> queue, Segment segment, int cell) {
    this.queue = queue;
    this.segment = segment;
    this.cell = cell;
  }

  /** @return false if it was cancelled before */
  boolean unpark(Object value) {
    if (!OUTCOME.compareAndSet(this, null, value)) {
      return false;
    }
    LockSupport.unpark(thread);
    return true;
  }

  /**
   * Aborts the wait. Any thread may call it.
   *
   * @return false if it was resumed before
   */
  boolean cancel() {
    if (!OUTCOME.compareAndSet(this, null, ABORTED)) {
      return false;
    }
    queue.onCancelled(segment, cell);
    if (thread != Thread.currentThread()) {
      LockSupport.unpark(thread);
    }
    return true;
  }

  /** Waits for a resume or for {@link #cancel}; keeps interrupts for later. */
  Object park() {
    boolean interrupted = false;
    while (outcome == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted(); // an interrupted thread cannot park
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** Waits for a resume, and aborts at the deadline or when the thread is interrupted. */
  Object park(long deadline) throws InterruptedException {
    while (outcome == null) {
      long left = deadline - System.nanoTime();
      if (Thread.interrupted()) {
        if (cancel()) {
          throw new InterruptedException();
        }
        Thread.currentThread().interrupt(); // the resume came first
      } else if (left <= 0) {
        cancel();
      } else {
        LockSupport.parkNanos(this, left);
      }
    }
    return outcome;
  }
}
