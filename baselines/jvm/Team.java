import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads that begin together and are told when the time is over. */
final class Team {
  interface Body {
    void run(Member member) throws Exception;
  }

  private final Member[] members;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile boolean open;
  private volatile boolean stopped;
  private volatile Throwable failure;

  private Team(int threads) {
    members = new Member[threads];
  }

  /** The members' bodies return some time after the time is over. */
  static Team runFor(long nanoseconds, int threads, int workMean, Body body) throws InterruptedException {
    return new Team(threads).run(nanoseconds, workMean, body);
  }

  /** The members' bodies know themselves when they are done. */
  static Team runToEnd(int threads, int workMean, Body body) throws InterruptedException {
    return new Team(threads).run(0, workMean, body);
  }

  private Team run(long nanoseconds, int workMean, Body body) throws InterruptedException {
    Thread[] threads = new Thread[members.length];
    for (int i = 0; i < threads.length; i++) {
      int index = i;
      threads[i] = new Thread(() -> occupy(index, workMean, body));
      threads[i].start();
    }
    while (arrived.get() < threads.length) {
      Thread.yield();
    }
    long end = System.nanoTime() + nanoseconds;
    open = true;
    for (long left = nanoseconds; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure != null) {
      throw new IllegalStateException("a thread of the team failed: " + failure, failure);
    }
    return this;
  }

  private void occupy(int index, int workMean, Body body) {
    Member member = new Member(this, index, workMean); // by its own thread, on its own memory
    members[index] = member;
    arrived.incrementAndGet();
    while (!open) { // yields and does not sleep: threads that are woken one by one begin one by one
      Thread.yield();
    }
    member.begin = System.nanoTime();
    try {
      body.run(member);
    } catch (Throwable t) {
      failure = t;
      stopped = true;
    }
    member.end = System.nanoTime();
    member.work.finish();
  }

  boolean stopped() {
    return stopped;
  }

  Member member(int index) {
    return members[index];
  }

  /** From the moment the first of them began until the last had ended. */
  long span() {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (Member member : members) {
      first = Math.min(first, member.begin);
      last = Math.max(last, member.end);
    }
    return last - first;
  }

  /** All operations together. */
  Measurement measurement() {
    long[] byThread = new long[members.length];
    long total = 0;
    for (Member member : members) {
      byThread[member.index] = member.operations;
      total += member.operations;
    }
    return new Measurement(total, span(), byThread);
  }
}
