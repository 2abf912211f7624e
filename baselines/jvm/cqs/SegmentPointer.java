package cqs;

import java.util.concurrent.atomic.AtomicReference;

/** Refers to the last segment that one side of the queue has used; moves forward only (listings 13 and 14). */
final class SegmentPointer extends AtomicReference<Segment> {
  private static final long serialVersionUID = 1;

  SegmentPointer(Segment first) {
    super(first);
  }

  /**
   * Finds the first segment with at least this id that is not removed, and refers to it if it is ahead.
   *
   * @param start what this pointer was before the caller took its index
   */
  Segment findAndMoveForward(Segment start, long id) {
    while (true) {
      Segment found = start.find(id);
      if (moveForward(found)) {
        return found;
      }
    }
  }

  /** @return false if the segment was removed meanwhile */
  private boolean moveForward(Segment to) {
    while (true) {
      Segment current = get();
      if (current.id >= to.id) {
        return true;
      }
      if (!to.tryAddPointer()) {
        return false;
      }
      if (compareAndSet(current, to)) {
        current.dropPointer();
        return true;
      }
      to.dropPointer();
    }
  }
}
