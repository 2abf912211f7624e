package cqs;

import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Barriers: in every phase, everybody has arrived when somebody passes. */
final class BarrierTest {
  private BarrierTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    for (int parties : new int[] {1, 2, 3, 8}) {
      tests.put("barrier: phases of " + parties, () -> phases(parties));
    }
  }

  private static void phases(int parties) throws Exception {
    Barrier barrier = new Barrier(parties);
    AtomicIntegerArray phase = new AtomicIntegerArray(parties);
    Parallel.run(parties, (index, random) -> {
      for (int i = 1; i <= 2_000; i++) {
        if (random.nextInt(64) == 0) {
          Thread.currentThread().interrupt(); // ignored
        }
        phase.set(index, i);
        barrier.arrive();
        for (int other = 0; other < parties; other++) {
          int there = phase.get(other);
          Check.that(there == i || there == i + 1, "in phase " + i + " another is in " + there);
        }
        Thread.interrupted();
      }
    });
  }
}
