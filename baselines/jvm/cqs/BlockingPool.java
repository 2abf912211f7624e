package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * The paper's blocking pool (listing 16), with asynchronous resumption and smart cancellation.
 *
 * <pre>
 * size  meaning
 * n     n elements are in the pool, or on their way into it
 * -n    n takes wait
 * </pre>
 */
public abstract class BlockingPool<E> {
  private static final VarHandle SIZE;

  static {
    try {
      SIZE = MethodHandles.lookup().findVarHandle(BlockingPool.class, "size", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CancellableQueueSynchronizer<E> queue =
      new CancellableQueueSynchronizer<>(Resumption.ASYNC, Cancellation.SMART, new Hooks());
  private volatile int size;

  /** When it fails, a tryRetrieve fails as well, and vice versa. */
  abstract boolean tryInsert(E element);

  /** @return null if it fails */
  abstract E tryRetrieve();

  public final void put(E element) {
    while (true) {
      if ((int) SIZE.getAndAdd(this, 1) < 0) {
        queue.resume(element);
        return;
      }
      if (tryInsert(element)) {
        return;
      }
    }
  }

  public final E take() {
    while (true) {
      if ((int) SIZE.getAndAdd(this, -1) <= 0) {
        return queue.suspend();
      }
      E element = tryRetrieve();
      if (element != null) {
        return element;
      }
    }
  }

  /** @return null if the time is over */
  @SuppressWarnings("unchecked")
  public final E take(long time, TimeUnit unit) throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(time);
    while (true) {
      if ((int) SIZE.getAndAdd(this, -1) <= 0) {
        Object result = queue.suspend(deadline);
        return result == Waiter.ABORTED ? null : (E) result;
      }
      E element = tryRetrieve();
      if (element != null) {
        return element;
      }
    }
  }

  /** Elements in the pool; negative: takes that wait. */
  public final int size() {
    return size;
  }

  private final class Hooks implements SmartCancellation<E> {
    @Override
    public boolean onCancellation() {
      return (int) SIZE.getAndAdd(BlockingPool.this, 1) < 0;
    }

    @Override
    public void completeRefusedResume(E element) {
      if (!tryInsert(element)) {
        put(element);
      }
    }
  }
}
