import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** A mutex or a semaphore: what is entered and left. */
final class Guard {
  private final Action enter;
  private final Action leave;

  private Guard(Action enter, Action leave) {
    this.enter = enter;
    this.leave = leave;
  }

  static Guard of(ReentrantLock mutex) {
    return new Guard(mutex::lock, mutex::unlock);
  }

  static Guard of(cqs.Mutex mutex) {
    return new Guard(mutex::lock, mutex::unlock);
  }

  static Guard of(Semaphore semaphore) {
    return new Guard(semaphore::acquireUninterruptibly, semaphore::release);
  }

  static Guard of(cqs.Semaphore semaphore) {
    return new Guard(semaphore::acquire, semaphore::release);
  }

  void enter() throws Exception {
    enter.run();
  }

  void leave() throws Exception {
    leave.run();
  }

  /** Takes all permits of a guard that nobody uses, and gives them back. If one is lost, the watchdog ends it. */
  void checkPermits(int permits) throws Exception {
    for (int i = 0; i < permits; i++) {
      enter();
    }
    for (int i = 0; i < permits; i++) {
      leave();
    }
  }
}
