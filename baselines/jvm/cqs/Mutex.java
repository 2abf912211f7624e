package cqs;

import java.util.concurrent.TimeUnit;

/** The paper's mutex (listings 3, 5 and 11): a semaphore of one permit, as in its evaluation. Not reentrant. */
public final class Mutex {
  private final Semaphore semaphore;

  public Mutex(Resumption resumption, Cancellation cancellation) {
    semaphore = new Semaphore(1, resumption, cancellation);
  }

  public void lock() {
    semaphore.acquire();
  }

  /** Linearizable with synchronous resumption alone. */
  public boolean tryLock() {
    return semaphore.tryAcquire();
  }

  /** @return false if the time is over */
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return semaphore.tryAcquire(time, unit);
  }

  public void unlock() {
    semaphore.release();
  }
}
