package cqs;

/**
 * A barrier for many phases: two of the paper's barriers in turn.
 *
 * <p>Two are enough. A thread arrives in phase n + 2 only when all threads have arrived in phase n + 1, and so have left
 * phase n. One queue would not do: a thread of phase n + 1 could take the cell of a thread of phase n that has arrived
 * and not yet suspended.
 */
public final class Barrier {
  private final SingleUseBarrier even;
  private final SingleUseBarrier odd;
  private volatile boolean oddIsNext;

  public Barrier(int parties) {
    even = new SingleUseBarrier(parties);
    odd = new SingleUseBarrier(parties);
  }

  public void arrive() {
    boolean isOdd = oddIsNext;
    SingleUseBarrier phase = isOdd ? odd : even;
    if (!phase.arrive()) {
      phase.await();
      return;
    }
    // Before anybody can arrive in the next phase.
    phase.reset();
    oddIsNext = !isOdd;
    phase.open();
  }
}
