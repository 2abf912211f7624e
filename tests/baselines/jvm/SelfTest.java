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

  // A test takes less than a second. On a busy virtual machine each of its thousand wake-ups may take milliseconds.
  private static final long LIMIT_SECONDS = 120;

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
    return thread.isAlive() ? new AssertionError("not done after " + LIMIT_SECONDS + " s" + stacks()) : failure.get();
  }

  /** Where every thread is: a lost wake-up shows as threads that all wait. */
  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces().forEach((thread, frames) -> {
      text.append("\n").append(thread.getName()).append(" ").append(thread.getState());
      for (StackTraceElement frame : frames) {
        text.append("\n  at ").append(frame);
      }
    });
    return text.toString();
  }
}
