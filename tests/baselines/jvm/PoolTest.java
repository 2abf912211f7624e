package cqs;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Pools: an element has one user at a time, and none is lost or doubled, amid aborts. */
final class PoolTest {
  private PoolTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    for (int elements : new int[] {1, 3, 8}) {
      tests.put("pool: queue of " + elements, () -> shares(new QueuePool<>(), elements));
      tests.put("pool: stack of " + elements, () -> shares(new StackPool<>(), elements));
    }
    tests.put("pool: put to a queue races with the abort of the only take", () -> lastTakeAborts(new QueuePool<>()));
    tests.put("pool: put to a stack races with the abort of the only take", () -> lastTakeAborts(new StackPool<>()));
    tests.put("pool: the stack gives the last one", () -> {
      BlockingPool<Integer> pool = new StackPool<>();
      pool.put(1);
      pool.put(2);
      Check.equal("element", pool.take(), 2);
    });
    tests.put("pool: the queue gives the first one", () -> {
      BlockingPool<Integer> pool = new QueuePool<>();
      pool.put(1);
      pool.put(2);
      Check.equal("element", pool.take(), 1);
    });
  }

  private static void shares(BlockingPool<Integer> pool, int elements) throws Exception {
    AtomicIntegerArray users = new AtomicIntegerArray(elements);
    AtomicInteger aborts = new AtomicInteger();
    for (int i = 0; i < elements; i++) {
      pool.put(i);
    }
    Parallel.runUntil(() -> elements > 3 || aborts.get() > 0, 6, (index, random) -> {
      for (int i = 0; i < 1_000; i++) {
        Integer element;
        if (random.nextInt(2) == 0) {
          element = pool.take();
        } else {
          element = pool.take(random.nextInt(20_000), TimeUnit.NANOSECONDS);
          if (element == null) {
            aborts.incrementAndGet();
            continue;
          }
        }
        Check.equal("users of an element", users.incrementAndGet(element), 1);
        if (random.nextInt(16) == 0) {
          Thread.yield();
        }
        users.decrementAndGet(element);
        pool.put(element);
      }
    });
    Check.that(elements > 3 || aborts.get() > 0, "nothing was aborted");
    Set<Integer> found = new HashSet<>();
    for (int i = 0; i < elements; i++) {
      Integer element = pool.take(1, TimeUnit.SECONDS);
      Check.that(element != null, "an element is lost");
      found.add(element);
    }
    Check.equal("different elements at the end", found.size(), elements);
    Check.that(pool.take(1, TimeUnit.MILLISECONDS) == null, "an element too many");
  }

  private static void lastTakeAborts(BlockingPool<Integer> pool) throws Exception {
    int rounds = 5_000;
    AtomicIntegerArray found = new AtomicIntegerArray(rounds);
    Parallel.run(2, (index, random) -> {
      for (int i = 0; i < rounds; i++) {
        if (index == 0) {
          pool.put(i);
          while (pool.size() > 0) {
            Thread.onSpinWait(); // the next take waits
          }
          continue;
        }
        Integer element = pool.take(random.nextInt(1000), TimeUnit.NANOSECONDS);
        if (element != null) {
          found.incrementAndGet(element);
        }
        i -= element == null ? 1 : 0;
      }
    });
    for (int i = 0; i < rounds; i++) {
      Check.equal("takes of element " + i, found.get(i), 1);
    }
    Check.equal("elements at the end", pool.size(), 0);
  }
}
