package cqs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Runs all tests of the package, each with a time limit. Exits with 1 if one fails. */
public final class SelfTest {
  interface Test {
    void run() throws Exception;
  }

  private static final long LIMIT_SECONDS = 120; // they take a second; but a busy machine must not fail them

  private SelfTest() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, Test> tests = new LinkedHashMap<>();
    QueueTest.addTo(tests);
    SegmentTest.addTo(tests);
    SemaphoreTest.addTo(tests);
    LatchTest.addTo(tests);
    BarrierTest.addTo(tests);
    PoolTest.addTo(tests);
    int failures = 0;
    for (Map.Entry<String, Test> each : tests.entrySet()) {
      if (arguments.length > 0 && !each.getKey().contains(arguments[0])) {
        continue;
      }
      long begin = System.nanoTime();
      Throwable failure = run(each.getValue());
      long milliseconds = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      System.out.println((failure == null ? "ok     " : "FAILED ") + each.getKey() + " (" + milliseconds + " ms)");
      if (failure != null) {
        failure.printStackTrace(System.out);
        failures++;
      }
    }
    System.out.println(failures + " failed; segments of " + Segment.SIZE);
    System.exit(failures == 0 ? 0 : 1);
  }

  /** Null if it passes. */
  private static Throwable run(Test test) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> {
      try {
        test.run();
      } catch (Throwable t) {
        failure.set(t);
      }
    });
    thread.setDaemon(true);
    thread.start();
    thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
    return thread.isAlive() ? new AssertionError("not done after " + LIMIT_SECONDS + " s") : failure.get();
  }
}
