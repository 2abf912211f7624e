import cqs.Cancellation;
import cqs.Resumption;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * What can be measured, by name: java.util.concurrent as {@code jvm.*}, the paper's algorithm as {@code jvm.cqs.*}. Each
 * makes a new primitive of a size: permits, elements, a count, or parties.
 */
final class Implementations {
  private Implementations() {}

  static Map<String, IntFunction<Guard>> mutexes() {
    Map<String, IntFunction<Guard>> all = new TreeMap<>();
    all.put("jvm.mutex.fair", permits -> Guard.of(new ReentrantLock(true)));
    all.put("jvm.mutex.unfair", permits -> Guard.of(new ReentrantLock(false)));
    all.put("jvm.cqs.mutex", permits -> Guard.of(new cqs.Mutex(Resumption.ASYNC, Cancellation.SMART)));
    return all;
  }

  static Map<String, IntFunction<Guard>> semaphores() {
    Map<String, IntFunction<Guard>> all = new TreeMap<>();
    all.put("jvm.semaphore.fair", permits -> Guard.of(new Semaphore(permits, true)));
    all.put("jvm.semaphore.unfair", permits -> Guard.of(new Semaphore(permits, false)));
    forEachMode((resumption, cancellation) -> all.put(semaphoreName(resumption, cancellation),
        permits -> Guard.of(new cqs.Semaphore(permits, resumption, cancellation))));
    return all;
  }

  /** Semaphores without permits, with waits that can be aborted. */
  static Map<String, AbortableQueue> abortableQueues() {
    Map<String, AbortableQueue> all = new TreeMap<>();
    all.put("jvm.semaphore.fair", AbortableQueue.of(new Semaphore(0, true)));
    all.put("jvm.semaphore.unfair", AbortableQueue.of(new Semaphore(0, false)));
    forEachMode((resumption, cancellation) -> all.put(semaphoreName(resumption, cancellation),
        AbortableQueue.of(new cqs.Semaphore(0, resumption, cancellation))));
    return all;
  }

  static Map<String, IntFunction<Pool>> pools() {
    Map<String, IntFunction<Pool>> all = new TreeMap<>();
    all.put("jvm.pool.array.fair", elements -> Pool.of(new ArrayBlockingQueue<>(elements, true)));
    all.put("jvm.pool.array.unfair", elements -> Pool.of(new ArrayBlockingQueue<>(elements, false)));
    all.put("jvm.pool.linked", elements -> Pool.of(new LinkedBlockingQueue<>()));
    all.put("jvm.cqs.pool.queue", elements -> Pool.of(new cqs.QueuePool<>()));
    all.put("jvm.cqs.pool.stack", elements -> Pool.of(new cqs.StackPool<>()));
    return all;
  }

  static Map<String, IntFunction<Latch>> latches() {
    Map<String, IntFunction<Latch>> all = new TreeMap<>();
    all.put("jvm.latch", count -> {
      CountDownLatch latch = new CountDownLatch(count);
      return new Latch(latch::countDown, latch::await);
    });
    all.put("jvm.cqs.latch", count -> {
      cqs.CountDownLatch latch = new cqs.CountDownLatch(count);
      return new Latch(latch::countDown, latch::await);
    });
    return all;
  }

  static Map<String, IntFunction<Action>> barriers() {
    Map<String, IntFunction<Action>> all = new TreeMap<>();
    all.put("jvm.barrier", parties -> new CyclicBarrier(parties)::await);
    all.put("jvm.cqs.barrier", parties -> new cqs.Barrier(parties)::arrive);
    return all;
  }

  private static void forEachMode(BiConsumer<Resumption, Cancellation> each) {
    for (Resumption resumption : Resumption.values()) {
      for (Cancellation cancellation : Cancellation.values()) {
        each.accept(resumption, cancellation);
      }
    }
  }

  private static String semaphoreName(Resumption resumption, Cancellation cancellation) {
    return ("jvm.cqs.semaphore." + resumption + "." + cancellation).toLowerCase(Locale.ROOT);
  }
}
