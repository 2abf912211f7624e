package cqs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Segments full of aborted waiters leave the list, in whatever order they are aborted. */
final class SegmentTest {
  private static final int WAITERS = 20_000;

  private SegmentTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    for (Cancellation cancellation : Cancellation.values()) {
      tests.put("segments: suspend and abort, again and again, " + cancellation, () -> atOnce(cancellation));
      tests.put("segments: aborted from the front, " + cancellation, () -> all(cancellation, 0, false));
      tests.put("segments: aborted from the back, " + cancellation, () -> all(cancellation, 1, false));
      tests.put("segments: aborted in any order, " + cancellation, () -> all(cancellation, 2, false));
      tests.put("segments: one waiter stays in the middle, " + cancellation, () -> all(cancellation, 2, true));
      tests.put("segments: aborts race, " + cancellation, () -> race(cancellation));
    }
    tests.put("segments: resumes in advance", SegmentTest::resumesInAdvance);
  }

  private static CancellableQueueSynchronizer<Integer> queue(Cancellation cancellation) {
    return new CancellableQueueSynchronizer<>(Resumption.ASYNC, cancellation, new CountingHooks());
  }

  /** Segments from the resume side to the tail; the links are right, and what is removed is the tail at most. */
  private static int length(CancellableQueueSynchronizer<Integer> queue) {
    int length = 1;
    for (Segment s = queue.firstSegment(); s.next() != null; s = s.next()) {
      Segment next = s.next();
      Check.that(next.id > s.id, "ids do not ascend");
      Check.that(next.previous() == s || next.previous() == null, "a segment does not lead back");
      Check.that(!next.removed() || next.next() == null, "a removed segment is in the list");
      length++;
    }
    return length;
  }

  private static void atOnce(Cancellation cancellation) {
    CancellableQueueSynchronizer<Integer> queue = queue(cancellation);
    Waiter first = (Waiter) queue.enqueue();
    for (int i = 0; i < 100_000; i++) {
      ((Waiter) queue.enqueue()).cancel();
    }
    Check.that(length(queue) <= 3, "segments after aborts: " + length(queue));
    Check.that(queue.resume(1), "a waiter was there");
    Check.equal("value", first.park(), 1);
    Waiter last = (Waiter) queue.enqueue();
    while (!queue.resume(2)) {
      // SIMPLE: once for each aborted waiter
    }
    Check.equal("value", last.park(), 2);
    Check.that(length(queue) <= 2, "segments at the end: " + length(queue));
  }

  private static List<Waiter> waiters(CancellableQueueSynchronizer<Integer> queue) {
    List<Waiter> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      waiters.add((Waiter) queue.enqueue());
    }
    return waiters;
  }

  private static void all(Cancellation cancellation, int order, boolean oneStays) {
    CancellableQueueSynchronizer<Integer> queue = queue(cancellation);
    List<Waiter> waiters = waiters(queue);
    Waiter stays = oneStays ? waiters.remove(WAITERS / 2) : null;
    if (order == 1) {
      Collections.reverse(waiters);
    } else if (order == 2) {
      Collections.shuffle(waiters, new Random(1));
    }
    for (Waiter each : waiters) {
      each.cancel();
    }
    Check.that(length(queue) <= 4, "segments after aborts: " + length(queue));
    if (oneStays) {
      while (!queue.resume(3)) {
        // SIMPLE: once for each aborted waiter
      }
      Check.equal("value", stays.park(), 3);
    }
  }

  private static void race(Cancellation cancellation) throws Exception {
    for (int round = 0; round < 20; round++) {
      CancellableQueueSynchronizer<Integer> queue = queue(cancellation);
      List<Waiter> waiters = waiters(queue);
      List<Waiter> aborted = new ArrayList<>();
      List<Waiter> alive = new ArrayList<>();
      for (int i = 0; i < WAITERS; i++) {
        (i % 1000 == 999 ? alive : aborted).add(waiters.get(i));
      }
      if (round % 4 == 0) { // else neighbours leave at the same time
        Collections.shuffle(aborted, new Random(round));
      }
      Parallel.run(4, (index, random) -> {
        for (int i = index; i < aborted.size(); i += 4) {
          aborted.get(i).cancel();
        }
      });
      Check.that(length(queue) <= alive.size() + 3, "segments after aborts: " + length(queue));
      for (int i = 0; i < alive.size(); i++) {
        while (!queue.resume(i)) {
          // SIMPLE: once for each aborted waiter
        }
        Check.equal("value", alive.get(i).park(), i);
      }
    }
  }

  private static void resumesInAdvance() {
    CancellableQueueSynchronizer<Integer> queue = queue(Cancellation.SMART);
    for (int i = 0; i < 100_000; i++) {
      Check.that(queue.resume(i), "an early resume failed");
      Check.equal("value", queue.suspend(), i);
    }
    Check.that(length(queue) <= 2, "segments of a queue that is empty: " + length(queue));
  }
}
