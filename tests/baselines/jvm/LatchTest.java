package cqs;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Latches: nobody passes too early, everybody passes in the end, and aborts change nothing. */
final class LatchTest {
  private LatchTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    tests.put("latch: of zero is open", () -> {
      CountDownLatch latch = new CountDownLatch(0);
      latch.await();
      Check.that(latch.await(1, TimeUnit.NANOSECONDS), "it is closed");
    });
    tests.put("latch: may be counted down too often", () -> {
      CountDownLatch latch = new CountDownLatch(1);
      Check.that(!latch.await(1, TimeUnit.NANOSECONDS), "it is open");
      latch.countDown();
      latch.countDown();
      latch.await();
    });
    tests.put("latch: opens for all, amid aborts", LatchTest::opensForAll);
  }

  private static void opensForAll() throws Exception {
    int rounds = 1_000;
    int count = 3;
    CountDownLatch[] latches = new CountDownLatch[rounds];
    Arrays.setAll(latches, i -> new CountDownLatch(count));
    AtomicIntegerArray counted = new AtomicIntegerArray(rounds);
    Parallel.run(count + 3, (index, random) -> {
      for (int round = 0; round < rounds; round++) {
        CountDownLatch latch = latches[round];
        boolean passed = true;
        if (index < count) {
          counted.incrementAndGet(round);
          latch.countDown();
          latch.await(); // nobody begins the next round before
        } else if (index == count) {
          latch.await();
        } else {
          passed = latch.await(random.nextInt(20_000), TimeUnit.NANOSECONDS);
        }
        if (passed) {
          Check.equal("count when it passed", counted.get(round), count);
        }
      }
    });
  }
}
