package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The paper's barrier (listing 7): it opens once. A wait cannot be aborted, since the arrival has happened. */
final class SingleUseBarrier {
  private static final Object OPEN = new Object();
  private static final VarHandle REMAINING;

  static {
    try {
      REMAINING = MethodHandles.lookup().findVarHandle(SingleUseBarrier.class, "remaining", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CancellableQueueSynchronizer<Object> queue =
      new CancellableQueueSynchronizer<>(Resumption.ASYNC, Cancellation.SIMPLE, null);
  private final int parties;
  private volatile int remaining;

  SingleUseBarrier(int parties) {
    this.parties = parties;
    remaining = parties;
  }

  /** @return whether it was the last arrival; then {@link #open} must follow */
  boolean arrive() {
    return (int) REMAINING.getAndAdd(this, -1) == 1;
  }

  /** For all but the last arrival. */
  void await() {
    queue.suspend();
  }

  /** Ready for another use, as soon as those who wait have gone. */
  void reset() {
    remaining = parties;
  }

  void open() {
    for (int i = 1; i < parties; i++) {
      queue.resume(OPEN);
    }
  }
}
