package cqs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Threads that begin together, each with random numbers of its own. */
final class Parallel {
  interface Body {
    void run(int index, Random random) throws Exception;
  }

  private Parallel() {}

  /** The threads, already running; {@link #join} waits for them. */
  static List<Thread> start(int count, AtomicReference<Throwable> failure, Body body) {
    CyclicBarrier begin = new CyclicBarrier(count);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      Thread thread = new Thread(() -> {
        try {
          begin.await();
          body.run(index, new Random(index + 1));
        } catch (Throwable t) {
          failure.compareAndSet(null, t);
        }
      });
      thread.setDaemon(true); // a test that hangs must not keep the program alive
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  static void join(List<Thread> threads, AtomicReference<Throwable> failure) throws InterruptedException {
    for (Thread thread : threads) {
      while (thread.isAlive() && failure.get() == null) { // the others may wait for the one that failed
        thread.join(10);
      }
    }
    if (failure.get() != null) {
      throw new AssertionError("a thread failed", failure.get());
    }
  }

  static void run(int count, Body body) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    join(start(count, failure, body), failure);
  }

  /** Repeats a race, at most a hundred times, until it happens: a thread may be done before the others begin. */
  static void runUntil(BooleanSupplier happened, int count, Body body) throws InterruptedException {
    int left = 100;
    do {
      run(count, body);
    } while (--left > 0 && !happened.getAsBoolean());
  }
}
