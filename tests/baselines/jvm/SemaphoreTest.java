package cqs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Semaphores and mutexes in all four modes: exclusion, order, aborts, and no permit lost or made. */
final class SemaphoreTest {
  private SemaphoreTest() {}

  static void addTo(Map<String, SelfTest.Test> tests) {
    for (Resumption resumption : Resumption.values()) {
      for (Cancellation cancellation : Cancellation.values()) {
        String mode = resumption + " " + cancellation;
        tests.put("mutex: excludes, " + mode, () -> mutexExcludes(resumption, cancellation));
        for (int permits : new int[] {1, 3}) {
          tests.put("semaphore: " + permits + " permits amid aborts, " + mode,
              () -> permitsAmidAborts(new Semaphore(permits, resumption, cancellation), permits, resumption));
        }
        tests.put("semaphore: first come, first served, " + mode,
            () -> servesInOrder(new Semaphore(1, resumption, cancellation)));
        tests.put("semaphore: an interrupt aborts, " + mode,
            () -> interruptAborts(new Semaphore(0, resumption, cancellation)));
        tests.put("semaphore: release races with the abort of the only waiter, " + mode,
            () -> lastWaiterAborts(resumption, cancellation));
      }
    }
  }

  private static void mutexExcludes(Resumption resumption, Cancellation cancellation) throws Exception {
    int threads = 4;
    int each = 5_000;
    Mutex mutex = new Mutex(resumption, cancellation);
    long[] count = new long[1];
    Parallel.run(threads, (index, random) -> {
      for (int i = 0; i < each; i++) {
        mutex.lock();
        count[0]++;
        mutex.unlock();
      }
    });
    Check.equal("increments", count[0], (long) threads * each);
    Check.that(mutex.tryLock(), "it is free");
    Check.that(!mutex.tryLock(), "it is locked");
    Check.that(!mutex.tryLock(1, TimeUnit.MILLISECONDS), "it is still locked");
    mutex.unlock();
  }

  private static void permitsAmidAborts(Semaphore semaphore, int permits, Resumption resumption) throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger aborts = new AtomicInteger();
    Parallel.runUntil(() -> aborts.get() > 0, 6, (index, random) -> {
      for (int i = 0; i < 1_000; i++) {
        int kind = random.nextInt(8);
        if (kind < 4) {
          semaphore.acquire();
        } else if (kind == 4 && resumption == Resumption.SYNC) {
          if (!semaphore.tryAcquire()) {
            continue;
          }
        } else if (!semaphore.tryAcquire(kind == 5 ? 1 : random.nextInt(20_000), TimeUnit.NANOSECONDS)) {
          aborts.incrementAndGet();
          continue;
        }
        Check.that(inside.incrementAndGet() <= permits, "too many permits");
        if (random.nextInt(16) == 0) {
          Thread.yield();
        }
        inside.decrementAndGet();
        semaphore.release();
      }
    });
    Check.that(aborts.get() > 0, "nothing was aborted");
    Check.equal("permits at the end", semaphore.permits(), (long) permits);
    for (int i = 0; i < permits; i++) {
      Check.that(semaphore.tryAcquire(1, TimeUnit.SECONDS), "a permit is lost");
    }
    Check.that(!semaphore.tryAcquire(1, TimeUnit.MILLISECONDS), "a permit too many");
  }

  private static void awaitWaiters(Semaphore semaphore, long waiters) {
    while (semaphore.permits() > -waiters) {
      Thread.yield();
    }
  }

  private static void servesInOrder(Semaphore semaphore) throws Exception {
    int waiters = 20;
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    semaphore.acquire();
    for (int i = 0; i < waiters; i++) {
      int number = i;
      threads.addAll(Parallel.start(1, failure, (index, random) -> {
        semaphore.acquire();
        order.add(number);
        semaphore.release();
      }));
      // The count falls before the thread takes its cell, but it parks in the cell.
      while (threads.get(i).getState() != Thread.State.WAITING) {
        Thread.yield();
      }
      if (i % 2 == 0) { // aborted waiters between them change nothing
        Check.that(!semaphore.tryAcquire(1, TimeUnit.NANOSECONDS), "a permit out of nowhere");
      }
    }
    semaphore.release();
    Parallel.join(threads, failure);
    for (int i = 0; i < waiters; i++) {
      Check.equal("the waiter number " + i, order.get(i), i);
    }
    Check.equal("permits at the end", semaphore.permits(), 1L);
  }

  private static void interruptAborts(Semaphore semaphore) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    List<Thread> threads = Parallel.start(1, failure, (index, random) -> {
      try {
        semaphore.tryAcquire(1, TimeUnit.HOURS);
      } catch (InterruptedException e) {
        interrupted.set(true);
      }
    });
    awaitWaiters(semaphore, 1);
    threads.get(0).interrupt();
    Parallel.join(threads, failure);
    Check.that(interrupted.get(), "the wait went on");
    semaphore.release();
    Check.equal("permits at the end", semaphore.permits(), 1L);

    threads = Parallel.start(1, failure, (index, random) -> {
      Thread.currentThread().interrupt();
      semaphore.acquire();
      semaphore.acquire(); // this one waits, interrupted or not
      Check.that(Thread.interrupted(), "the interrupt got lost");
    });
    awaitWaiters(semaphore, 1);
    semaphore.release();
    Parallel.join(threads, failure);
    Check.equal("permits at the end", semaphore.permits(), 0L);
  }

  private static void lastWaiterAborts(Resumption resumption, Cancellation cancellation) throws Exception {
    int rounds = 5_000;
    Semaphore semaphore = new Semaphore(0, resumption, cancellation);
    AtomicInteger granted = new AtomicInteger();
    Parallel.run(2, (index, random) -> {
      for (int i = 0; i < rounds; i++) {
        if (index == 0) {
          semaphore.release();
        } else if (semaphore.tryAcquire(random.nextInt(300), TimeUnit.NANOSECONDS)) {
          granted.incrementAndGet();
        }
      }
    });
    Check.equal("permits at the end", semaphore.permits(), (long) rounds - granted.get());
  }
}
