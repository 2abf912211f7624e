package cqs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A block of cells in the list that emulates the infinite array (listings 13 and 14).
 *
 * <p>The garbage collector frees a segment when nothing refers to it: the pointers have moved on, or all its cells are
 * cancelled and {@link #remove} has unlinked it.
 *
 * <pre>
 * counts    pointers << 16 | cancelled
 * pointers  how many segment pointers refer to it: 2 for the first segment, 0 for a new one
 * cancelled how many of its cells are cancelled
 * removed   cancelled == SIZE and pointers == 0: no pointer may refer to it any more
 * </pre>
 */
final class Segment extends AtomicReferenceArray<Object> {
  /** Cells in a segment: 64 in the paper's evaluation. Tests take fewer. */
  static final int SIZE = Integer.getInteger("cqs.segment", 64);

  private static final long serialVersionUID = 1;
  private static final int POINTER = 1 << 16;
  private static final VarHandle COUNTS;
  private static final VarHandle NEXT;
  private static final VarHandle PREVIOUS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      COUNTS = lookup.findVarHandle(Segment.class, "counts", int.class);
      NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
      PREVIOUS = lookup.findVarHandle(Segment.class, "previous", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long id;
  private volatile int counts;
  private transient volatile Segment next;
  private transient volatile Segment previous; // null: none, or all of them are processed

  private Segment(long id, Segment previous, int pointers) {
    super(SIZE);
    this.id = id;
    this.previous = previous;
    this.counts = pointers * POINTER;
  }

  /** The first segment of a list that two pointers walk. */
  static Segment first() {
    return new Segment(0, null, 2);
  }

  /**
   * The first segment from this one on that has at least this id and is not removed. Appends segments if there is none.
   */
  Segment find(long wanted) {
    Segment current = this;
    while (current.id < wanted || current.removed()) {
      Segment following = current.next;
      if (following == null) {
        following = current.append();
      }
      current = following;
    }
    return current;
  }

  private Segment append() {
    Segment created = new Segment(id + 1, this, 0);
    if (!NEXT.compareAndSet(this, null, created)) {
      return next;
    }
    if (removed()) { // as the tail it could not be unlinked
      remove();
    }
    return created;
  }

  boolean removed() {
    return removed(counts);
  }

  private static boolean removed(int counts) {
    return counts == SIZE; // and so no pointers
  }

  /** To be called once for each cell that becomes cancelled. */
  void onCancelledCell() {
    if (removed((int) COUNTS.getAndAdd(this, 1) + 1)) {
      remove();
    }
  }

  /** @return false if it is removed */
  boolean tryAddPointer() {
    while (true) {
      int current = counts;
      if (removed(current)) {
        return false;
      }
      if (COUNTS.compareAndSet(this, current, current + POINTER)) {
        return true;
      }
    }
  }

  void dropPointer() {
    if (removed((int) COUNTS.getAndAdd(this, -POINTER) - POINTER)) {
      remove();
    }
  }

  /** All segments before this one are processed, or soon will be: the collector may have them. */
  void forgetPrevious() {
    if (previous != null) {
      previous = null;
    }
  }

  /** Unlinks it. The tail stays, so that ids remain unique: whoever appends calls this again. */
  private void remove() {
    while (next != null) {
      Segment left = aliveOnTheLeft();
      Segment right = aliveOnTheRight();
      right.linkPrevious(left);
      if (left != null) {
        left.next = right;
      }
      boolean rightIsAlive = !right.removed() || right.next == null;
      boolean leftIsAlive = left == null || !left.removed();
      if (rightIsAlive && leftIsAlive) {
        return;
      }
    }
  }

  /** Null stays null: a plain store could bring back segments that {@link #forgetPrevious} gave to the collector. */
  private void linkPrevious(Segment left) {
    Segment current;
    do {
      current = previous;
    } while (current != null && !PREVIOUS.compareAndSet(this, current, left));
  }

  /** Null if all are removed. */
  private Segment aliveOnTheLeft() {
    Segment current = previous;
    while (current != null && current.removed()) {
      current = current.previous;
    }
    return current;
  }

  /** The tail if all are removed. */
  private Segment aliveOnTheRight() {
    Segment current = next;
    while (current.removed() && current.next != null) {
      current = current.next;
    }
    return current;
  }

  /** For tests: the next segment in the list. */
  Segment next() {
    return next;
  }

  /** For tests: the previous segment in the list. */
  Segment previous() {
    return previous;
  }
}
