import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads, monitors, queues and timeouts of a JVM, whose own locks are mutexes of POSIX. */
public final class Threads {
  private static long counter;

  private static void check(boolean condition, String what) {
    if (!condition) {
      System.err.println("Threads.java: " + what);
      System.exit(1);
    }
  }

  private static void monitors() throws Exception {
    Object monitor = new Object();
    List<Thread> team = new ArrayList<>();
    for (int i = 0; i < 4; ++i) {
      Thread thread = new Thread(() -> {
        for (int round = 0; round < 20_000; ++round) {
          synchronized (monitor) {
            ++counter;
          }
        }
      });
      thread.start();
      team.add(thread);
    }
    for (Thread each : team) {
      each.join();
    }
    check(counter == 80_000, "an increment was lost");
    synchronized (monitor) {
      monitor.wait(20);
    }
  }

  private static void queues() throws Exception {
    var pool = Executors.newFixedThreadPool(4);
    var queue = new ArrayBlockingQueue<Integer>(4);
    Future<Long> sum = pool.submit(() -> {
      long total = 0;
      for (int i = 0; i < 2_000; ++i) {
        total += queue.take();
      }
      return total;
    });
    for (int i = 0; i < 2_000; ++i) {
      queue.put(i);
    }
    check(sum.get() == 1_999_000, "a value was lost");
    check(queue.poll(20, TimeUnit.MILLISECONDS) == null, "a value came from nowhere");
    pool.shutdown();
    check(pool.awaitTermination(60, TimeUnit.SECONDS), "the pool did not end");
  }

  private static void collections() {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < 2_000; ++i) {
      kept.add(new byte[10_000]);
      if (i % 100 == 0) {
        kept.clear();
      }
    }
    System.gc();
  }

  public static void main(String[] arguments) throws Exception {
    monitors();
    queues();
    collections();
    System.out.println("all passed");
  }
}
