import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** One thread, no work: what taking and giving back costs when nobody else is there. */
final class Uncontended {
  private interface Operation {
    void run() throws Exception;
  }

  private Uncontended() {}

  static void addTo(Map<String, Workloads.Workload> all) {
    for (boolean fair : new boolean[] {true, false}) {
      String suffix = fair ? ".fair" : ".unfair";
      all.put("jvm.mutex" + suffix, mutex(new ReentrantLock(fair)));
      all.put("jvm.semaphore" + suffix, semaphore(new Semaphore(1, fair)));
      all.put("jvm.pool.array" + suffix, pool(new ArrayBlockingQueue<>(1, fair)));
    }
    all.put("jvm.pool.linked", pool(new LinkedBlockingQueue<>()));
    all.put("jvm.latch", countDowns -> {
      CountDownLatch latch = new CountDownLatch(Math.toIntExact(countDowns));
      return time(countDowns, latch::countDown);
    });
    CyclicBarrier barrier = new CyclicBarrier(1);
    all.put("jvm.barrier", phases -> time(phases, barrier::await));
  }

  private static Workloads.Workload mutex(ReentrantLock mutex) {
    return operations -> time(operations, () -> {
      mutex.lock();
      mutex.unlock();
    });
  }

  private static Workloads.Workload semaphore(Semaphore semaphore) {
    return operations -> time(operations, () -> {
      semaphore.acquireUninterruptibly();
      semaphore.release();
    });
  }

  private static Workloads.Workload pool(BlockingQueue<Integer> pool) {
    pool.add(0);
    return operations -> time(operations, () -> pool.put(pool.take()));
  }

  private static long time(long operations, Operation operation) throws Exception {
    long begin = System.nanoTime();
    for (long i = 0; i < operations; i++) {
      operation.run();
    }
    return System.nanoTime() - begin;
  }
}
