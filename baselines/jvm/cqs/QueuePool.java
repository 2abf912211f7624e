package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A pool over an infinite array with two indices (listing 17, left), in segments as the queue of waiters is. */
public final class QueuePool<E> extends BlockingPool<E> {
  private static final Object BROKEN = new Object();
  private static final VarHandle INSERT_INDEX;
  private static final VarHandle RETRIEVE_INDEX;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INSERT_INDEX = lookup.findVarHandle(QueuePool.class, "insertIndex", long.class);
      RETRIEVE_INDEX = lookup.findVarHandle(QueuePool.class, "retrieveIndex", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SegmentPointer insertSegment;
  private final SegmentPointer retrieveSegment;
  private volatile long insertIndex;
  private volatile long retrieveIndex;

  public QueuePool() {
    Segment first = Segment.first();
    insertSegment = new SegmentPointer(first);
    retrieveSegment = new SegmentPointer(first);
  }

  @Override
  boolean tryInsert(E element) {
    Segment start = insertSegment.get(); // before the index is taken
    long index = (long) INSERT_INDEX.getAndAdd(this, 1L);
    return segment(insertSegment, start, index).compareAndSet((int) (index % Segment.SIZE), null, element);
  }

  @Override
  @SuppressWarnings("unchecked")
  E tryRetrieve() {
    Segment start = retrieveSegment.get();
    long index = (long) RETRIEVE_INDEX.getAndAdd(this, 1L);
    return (E) segment(retrieveSegment, start, index).getAndSet((int) (index % Segment.SIZE), BROKEN);
  }

  private static Segment segment(SegmentPointer pointer, Segment start, long index) {
    Segment segment = pointer.findAndMoveForward(start, index / Segment.SIZE);
    segment.forgetPrevious(); // nothing is ever removed here
    return segment;
  }
}
