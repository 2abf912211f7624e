import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** The paper's workloads on java.util.concurrent. */
final class Workloads {
  /** Runs so many operations and says how many nanoseconds they took. */
  interface Workload {
    long run(long operations) throws Exception;
  }

  private Workloads() {}

  /** What {@code experiment} can measure, by the implementations' names. */
  static Map<String, Workload> of(String experiment, Options options) {
    Map<String, Workload> all = new TreeMap<>();
    switch (experiment) {
      case "uncontended":
        Uncontended.addTo(all);
        break;
      case "barrier":
        all.put("jvm.barrier", phases -> barrier(options, phases));
        break;
      case "latch":
        all.put("jvm.latch", countDowns -> latch(options, countDowns));
        break;
      case "mutex":
        all.put("jvm.mutex.fair", operations -> mutex(options, operations, true));
        all.put("jvm.mutex.unfair", operations -> mutex(options, operations, false));
        break;
      case "semaphore":
        all.put("jvm.semaphore.fair", operations -> semaphore(options, operations, true));
        all.put("jvm.semaphore.unfair", operations -> semaphore(options, operations, false));
        break;
      case "handoff":
        all.put("jvm.semaphore.fair", operations -> handoff(operations, true));
        all.put("jvm.semaphore.unfair", operations -> handoff(operations, false));
        break;
      case "pool":
        all.put("jvm.pool.array.fair",
            operations -> pool(options, operations, new ArrayBlockingQueue<>(options.elements, true)));
        all.put("jvm.pool.array.unfair",
            operations -> pool(options, operations, new ArrayBlockingQueue<>(options.elements, false)));
        all.put("jvm.pool.linked", operations -> pool(options, operations, new LinkedBlockingQueue<>()));
        break;
      case "abort":
        all.put("jvm.semaphore.fair", new Abort(options.waiters, true));
        all.put("jvm.semaphore.unfair", new Abort(options.waiters, false));
        break;
      default:
        throw new IllegalArgumentException("unknown experiment '" + experiment + "'");
    }
    return all;
  }

  /** An operation is a whole phase: every thread arrives, passes, and works. */
  private static long barrier(Options options, long phases) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(options.threads);
    return Team.run(options.threads, options.work, (index, work) -> {
      for (long i = 0; i < phases; i++) {
        barrier.await();
        work.run();
      }
    });
  }

  private static long latch(Options options, long countDowns) throws Exception {
    CountDownLatch latch = new CountDownLatch(Math.toIntExact(countDowns));
    Thread waiter = new Thread(() -> {
      try {
        latch.await();
      } catch (InterruptedException ignored) {
        // nobody interrupts it
      }
    });
    waiter.start();
    long time = Team.run(options.threads, options.work, (index, work) -> {
      long share = Team.share(countDowns, options.threads, index);
      for (long i = 0; i < share; i++) {
        latch.countDown();
        work.run();
      }
    });
    waiter.join();
    return time;
  }

  private static long mutex(Options options, long operations, boolean fair) throws Exception {
    ReentrantLock mutex = new ReentrantLock(fair);
    return Team.run(options.threads, options.work, (index, work) -> {
      long share = Team.share(operations, options.threads, index);
      for (long i = 0; i < share; i++) {
        work.run();
        mutex.lock();
        work.run();
        mutex.unlock();
      }
    });
  }

  private static long semaphore(Options options, long operations, boolean fair) throws Exception {
    Semaphore semaphore = new Semaphore(options.permits, fair);
    return Team.run(options.threads, options.work, (index, work) -> {
      long share = Team.share(operations, options.threads, index);
      for (long i = 0; i < share; i++) {
        work.run();
        semaphore.acquireUninterruptibly();
        work.run();
        semaphore.release();
      }
    });
  }

  /** Two threads in turn; an operation is one turn. */
  private static long handoff(long operations, boolean fair) throws Exception {
    Semaphore[] turns = {new Semaphore(1, fair), new Semaphore(0, fair)};
    return Team.run(2, 0, (index, work) -> {
      long share = Team.share(operations, 2, index);
      for (long i = 0; i < share; i++) {
        turns[index].acquireUninterruptibly();
        turns[1 - index].release();
      }
    });
  }

  private static long pool(Options options, long operations, BlockingQueue<Integer> pool) throws Exception {
    for (int i = 0; i < options.elements; i++) {
      pool.put(i);
    }
    return Team.run(options.threads, options.work, (index, work) -> {
      long share = Team.share(operations, options.threads, index);
      for (long i = 0; i < share; i++) {
        work.run();
        Integer element = pool.take();
        work.run();
        pool.put(element);
      }
    });
  }
}
