package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The paper's framework (listings 6, 10, 12, 13 and 14): a queue of waiters that are resumed first come, first served,
 * and can be aborted. All accesses are volatile, since the paper assumes sequential consistency.
 *
 * <pre>
 * cell       meaning
 * null       nobody has come yet
 * Waiter     it waits; or it is aborted, and its handler has not come to the cell yet
 * a value    a resume came first; or (SMART, ASYNC) it left its value to the handler of an aborted waiter
 * RESUMED    its waiter was resumed
 * TAKEN      its suspend took the value, or found the cell broken
 * BROKEN     (SYNC) the resume gave up waiting for its suspend
 * CANCELLED  its waiter was aborted; a resume fails (SIMPLE) or goes on to the next cell (SMART)
 * REFUSE     (SMART) its waiter was aborted, and no other waiter is there to take the value
 * </pre>
 */
final class CancellableQueueSynchronizer<T> {
  private static final int MAX_SPIN_CYCLES = 100;

  private static final Object RESUMED = new Object();
  private static final Object TAKEN = new Object();
  private static final Object BROKEN = new Object();
  private static final Object CANCELLED = new Object();
  private static final Object REFUSE = new Object();

  private static final VarHandle SUSPEND_INDEX;
  private static final VarHandle RESUME_INDEX;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SUSPEND_INDEX = lookup.findVarHandle(CancellableQueueSynchronizer.class, "suspendIndex", long.class);
      RESUME_INDEX = lookup.findVarHandle(CancellableQueueSynchronizer.class, "resumeIndex", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean sync;
  private final SmartCancellation<? super T> smart; // null: simple cancellation
  private final SegmentPointer suspendSegment;
  private final SegmentPointer resumeSegment;
  private volatile long suspendIndex;
  private volatile long resumeIndex;

  /** @param hooks of the primitive, for smart cancellation alone */
  CancellableQueueSynchronizer(Resumption resumption, Cancellation cancellation, SmartCancellation<? super T> hooks) {
    sync = resumption == Resumption.SYNC;
    smart = cancellation == Cancellation.SMART ? hooks : null;
    Segment first = Segment.first();
    suspendSegment = new SegmentPointer(first);
    resumeSegment = new SegmentPointer(first);
  }

  /**
   * Waits for a resume, for as long as it takes.
   *
   * @return the value; null if the cell was broken
   */
  @SuppressWarnings("unchecked")
  T suspend() {
    Object result = enqueue();
    return (T) (result instanceof Waiter ? ((Waiter) result).park() : result);
  }

  /**
   * Waits for a resume, and aborts at the deadline or when the thread is interrupted.
   *
   * @return the value; null if the cell was broken; {@link Waiter#ABORTED}
   */
  Object suspend(long deadline) throws InterruptedException {
    Object result = enqueue();
    return result instanceof Waiter ? ((Waiter) result).park(deadline) : result;
  }

  /** Takes the next cell: gives the waiter that stands in it, or the value that was there, or null if it was broken. */
  Object enqueue() {
    Segment start = suspendSegment.get(); // before the index is taken
    long index = (long) SUSPEND_INDEX.getAndAdd(this, 1L);
    Segment segment = suspendSegment.findAndMoveForward(start, index / Segment.SIZE);
    int cell = (int) (index % Segment.SIZE);
    Waiter waiter = new Waiter(this, segment, cell);
    if (segment.compareAndSet(cell, null, waiter)) {
      return waiter;
    }
    Object value = segment.getAndSet(cell, TAKEN);
    return value == BROKEN ? null : value;
  }

  /**
   * Hands the value to the next waiter. With smart cancellation and asynchronous resumption it never fails.
   *
   * @return false if the waiter was aborted (SIMPLE) or has not come in time (SYNC)
   */
  boolean resume(T value) {
    nextCell:
    while (true) {
      Segment start = resumeSegment.get(); // before the index is taken
      long index = (long) RESUME_INDEX.getAndAdd(this, 1L);
      long id = index / Segment.SIZE;
      Segment segment = resumeSegment.findAndMoveForward(start, id);
      segment.forgetPrevious();
      if (segment.id != id) { // removed, and so all its cells are cancelled
        if (smart == null) {
          return false;
        }
        RESUME_INDEX.compareAndSet(this, index + 1, segment.id * Segment.SIZE);
        continue;
      }
      int cell = (int) (index % Segment.SIZE);
      while (true) {
        Object state = segment.get(cell);
        if (state == null) {
          if (segment.compareAndSet(cell, null, value)) {
            return !sync || awaitTaken(segment, cell, value);
          }
        } else if (state instanceof Waiter) {
          if (((Waiter) state).unpark(value)) {
            segment.set(cell, RESUMED);
            return true;
          }
          if (smart == null) {
            return false;
          }
          if (sync) {
            Thread.yield(); // until the handler has decided
          } else if (segment.compareAndSet(cell, state, value)) {
            return true; // the handler goes on with it
          }
        } else if (state == CANCELLED) {
          if (smart == null) {
            return false;
          }
          continue nextCell;
        } else { // REFUSE
          smart.completeRefusedResume(value);
          return true;
        }
      }
    }
  }

  private static boolean awaitTaken(Segment segment, int cell, Object value) {
    for (int i = 0; i < MAX_SPIN_CYCLES; i++) {
      if (segment.get(cell) == TAKEN) {
        return true;
      }
      Thread.onSpinWait();
    }
    return !segment.compareAndSet(cell, value, BROKEN);
  }

  /** The cancellation handler: called once for each aborted waiter. */
  @SuppressWarnings("unchecked")
  void onCancelled(Segment segment, int cell) {
    if (smart == null) {
      segment.set(cell, CANCELLED);
      segment.onCancelledCell();
    } else if (smart.onCancellation()) {
      Object old = segment.getAndSet(cell, CANCELLED);
      if (old instanceof Waiter) {
        segment.onCancelledCell();
      } else { // a resume left its value here
        resume((T) old);
      }
    } else {
      Object old = segment.getAndSet(cell, REFUSE);
      if (!(old instanceof Waiter)) {
        smart.completeRefusedResume((T) old);
      }
    }
  }

  /** For tests: where the resume side stands in the list. */
  Segment firstSegment() {
    return resumeSegment.get();
  }
}
