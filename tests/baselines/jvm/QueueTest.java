package cqs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The framework itself: each transition of a cell, by hand; then requests that race with their cancellation. */
final class QueueTest {
  private QueueTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    tests.put("queue: a resume may come first (ASYNC)", QueueTest::resumeComesFirst);
    tests.put("queue: a resume breaks the cell (SYNC)", QueueTest::resumeBreaksTheCell);
    for (Resumption resumption : Resumption.values()) {
      tests.put("queue: values go first come, first served, " + resumption, () -> valuesGoInOrder(resumption));
      tests.put("queue: an aborted waiter makes a resume fail, " + resumption, () -> simpleResumeFails(resumption));
      tests.put("queue: aborted waiters are skipped, " + resumption, () -> smartResumeSkips(resumption));
      tests.put("queue: the resume of the last waiter is refused, " + resumption, () -> resumeIsRefused(resumption));
      for (Cancellation cancellation : Cancellation.values()) {
        tests.put("queue: requests race with cancellation, " + resumption + " " + cancellation,
            () -> requestsRace(resumption, cancellation));
      }
    }
    tests.put("queue: the handler goes on with a resume", QueueTest::handlerResumesTheNext);
    tests.put("queue: the handler refuses a resume", QueueTest::handlerRefuses);
  }

  private static CancellableQueueSynchronizer<Integer> simple(Resumption resumption) {
    return new CancellableQueueSynchronizer<>(resumption, Cancellation.SIMPLE, null);
  }

  private static CancellableQueueSynchronizer<Integer> smart(Resumption resumption, CountingHooks hooks) {
    return new CancellableQueueSynchronizer<>(resumption, Cancellation.SMART, hooks);
  }

  private static Waiter waiter(CancellableQueueSynchronizer<Integer> queue) {
    Object entered = queue.enqueue();
    Check.that(entered instanceof Waiter, "no waiter stands in the cell, but " + entered);
    return (Waiter) entered;
  }

  private static void resumeComesFirst() {
    CancellableQueueSynchronizer<Integer> queue = simple(Resumption.ASYNC);
    for (int i = 0; i < 200; i++) {
      Check.that(queue.resume(i), "an early resume failed");
    }
    for (int i = 0; i < 200; i++) {
      Check.equal("value", queue.suspend(), i);
    }
  }

  private static void resumeBreaksTheCell() {
    CancellableQueueSynchronizer<Integer> queue = simple(Resumption.SYNC);
    for (int i = 0; i < 200; i++) {
      Check.that(!queue.resume(i), "nobody was there to take it");
      Check.that(queue.enqueue() == null, "the cell is not broken");
    }
    Waiter next = waiter(queue);
    Check.that(queue.resume(7), "a waiter was there");
    Check.equal("value", next.park(), 7);
  }

  private static void valuesGoInOrder(Resumption resumption) {
    CancellableQueueSynchronizer<Integer> queue = simple(resumption);
    List<Waiter> waiters = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      waiters.add(waiter(queue));
    }
    for (int i = 0; i < 200; i++) {
      Check.that(queue.resume(i), "a waiter was there");
    }
    for (int i = 0; i < 200; i++) {
      Check.equal("value", waiters.get(i).park(), i);
      Check.that(!waiters.get(i).cancel(), "a resumed waiter cannot abort");
    }
  }

  private static void simpleResumeFails(Resumption resumption) {
    CancellableQueueSynchronizer<Integer> queue = simple(resumption);
    for (int i = 0; i < 200; i++) {
      Waiter aborted = waiter(queue);
      Check.that(aborted.cancel() && !aborted.cancel(), "it aborts once");
      Check.that(aborted.park() == Waiter.ABORTED, "its wait is aborted");
      Check.that(!queue.resume(i), "the resume of an aborted waiter succeeded");
    }
  }

  private static void smartResumeSkips(Resumption resumption) {
    CountingHooks hooks = new CountingHooks();
    CancellableQueueSynchronizer<Integer> queue = smart(resumption, hooks);
    for (int aborted : new int[] {0, 1, 63, 64, 65, 1000}) {
      for (int i = 0; i < aborted; i++) {
        waiter(queue).cancel();
      }
      Waiter alive = waiter(queue);
      Check.that(queue.resume(aborted), "a waiter was there");
      Check.equal("value behind aborted waiters", alive.park(), aborted);
    }
    Check.equal("refused", hooks.refused.size(), 0);
  }

  private static void resumeIsRefused(Resumption resumption) {
    CountingHooks hooks = new CountingHooks();
    hooks.answer = () -> false;
    CancellableQueueSynchronizer<Integer> queue = smart(resumption, hooks);
    for (int i = 0; i < 200; i++) {
      waiter(queue).cancel();
      Check.that(queue.resume(i), "a refused resume is done");
      Check.equal("refused", hooks.refused.get(i), i);
    }
  }

  /** The resume comes between the abort and the handler's step in the cell. */
  private static void handlerResumesTheNext() {
    CountingHooks hooks = new CountingHooks();
    CancellableQueueSynchronizer<Integer> queue = smart(Resumption.ASYNC, hooks);
    for (int i = 0; i < 200; i++) {
      int value = i;
      Waiter aborted = waiter(queue);
      Waiter next = waiter(queue);
      hooks.answer = () -> queue.resume(value);
      aborted.cancel();
      Check.equal("value that the handler hands on", next.park(), value);
    }
    Check.equal("refused", hooks.refused.size(), 0);
  }

  private static void handlerRefuses() {
    CountingHooks hooks = new CountingHooks();
    CancellableQueueSynchronizer<Integer> queue = smart(Resumption.ASYNC, hooks);
    for (int i = 0; i < 200; i++) {
      int value = i;
      hooks.answer = () -> !queue.resume(value);
      waiter(queue).cancel();
      Check.equal("refused by the handler", hooks.refused.get(i), value);
    }
  }

  /**
   * A semaphore of requests: one thread makes them, others cancel them, others wait for them and release. Every
   * request ends once, and all permits come back.
   */
  private static void requestsRace(Resumption resumption, Cancellation cancellation) throws Exception {
    int permits = 2;
    int requests = 2_000;
    AtomicLong state = new AtomicLong(permits);
    CountingHooks hooks = new CountingHooks();
    hooks.answer = () -> state.getAndIncrement() < 0;
    CancellableQueueSynchronizer<Integer> queue =
        new CancellableQueueSynchronizer<>(resumption, cancellation, hooks);
    AtomicLong granted = new AtomicLong();
    AtomicLong aborted = new AtomicLong();
    AtomicLong inside = new AtomicLong();
    AtomicLong made = new AtomicLong();
    ConcurrentLinkedQueue<Waiter> open = new ConcurrentLinkedQueue<>();
    Parallel.run(4, (index, random) -> {
      while (made.getAndIncrement() < requests) {
        Object request = null;
        while (request == null) {
          request = state.getAndDecrement() > 0 ? Integer.valueOf(0) : queue.enqueue();
        }
        if (request instanceof Waiter) {
          Waiter mine = (Waiter) request;
          open.add(mine);
          Waiter another = random.nextInt(4) == 0 ? null : open.poll();
          if (another != null) {
            another.cancel();
          }
          if (mine.park() == Waiter.ABORTED) {
            aborted.incrementAndGet();
            continue;
          }
        }
        Check.that(inside.incrementAndGet() <= permits, "too many permits");
        if (random.nextInt(8) == 0) {
          Thread.yield(); // with the permit, so that others queue up
        }
        inside.decrementAndGet();
        granted.incrementAndGet();
        while (state.getAndIncrement() < 0 && !queue.resume(0)) {
          // an aborted waiter or a broken cell: once more
        }
      }
    });
    Check.equal("requests that ended", granted.get() + aborted.get(), (long) requests);
    Check.equal("permits at the end", state.get(), (long) permits);
  }
}
