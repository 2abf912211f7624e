import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** The paper's workloads, the same for both libraries. */
final class Workloads {
  private static final int CHECKED_OF = 16; // as in C++: the check's line must not hide those of the lock

  private Workloads() {}

  /** What {@code experiment} can measure, by the implementations' names. */
  static Map<String, Workload> of(String experiment, Options options) {
    Map<String, Workload> all = new TreeMap<>();
    switch (experiment) {
      case "uncontended":
        Uncontended.addTo(all);
        break;
      case "barrier":
        Implementations.barriers().forEach((name, make) -> all.put(name, time -> barrier(make, options, time)));
        break;
      case "latch":
        Implementations.latches().forEach((name, make) -> all.put(name, new LatchWorkload(make, options)));
        break;
      case "mutex":
        Implementations.mutexes().forEach((name, make) -> all.put(name, time -> mutex(make, options, time)));
        break;
      case "semaphore":
        Implementations.semaphores().forEach((name, make) -> all.put(name, time -> semaphore(make, options, time)));
        break;
      case "handoff":
        Implementations.semaphores().forEach((name, make) -> all.put(name, time -> handoff(make, time)));
        break;
      case "pool":
        Implementations.pools().forEach((name, make) -> all.put(name, time -> pool(make, options, time)));
        break;
      case "abort":
        Implementations.abortableQueues().forEach((name, queue) -> all.put(name, new Abort(queue, options.waiters)));
        break;
      default:
        throw new IllegalArgumentException("unknown experiment '" + experiment + "'");
    }
    return all;
  }

  static void check(String what, long counted, long expected) {
    if (counted != expected) {
      throw new IllegalStateException(what + ": " + counted + " instead of " + expected);
    }
  }

  /** An operation is a whole phase: every thread arrives, passes, and works. */
  private static Measurement barrier(IntFunction<Action> make, Options options, long time) throws Exception {
    Action barrier = make.apply(options.threads);
    long[] last = {Long.MAX_VALUE}; // the barrier orders it
    Team team = Team.runFor(time, options.threads, options.work, member -> {
      for (long phase = 1;; phase++) {
        if (member.index == 0 && !member.running()) {
          last[0] = phase; // whoever passes the phase that the first thread is about to arrive in sees it
        }
        barrier.run();
        long end = last[0];
        member.work.run();
        member.operations++;
        if (phase == end) {
          return;
        }
      }
    });
    long phases = team.member(0).operations;
    for (int i = 1; i < options.threads; i++) {
      check("phases of a thread", team.member(i).operations, phases);
    }
    return new Measurement(phases, team.span());
  }

  private static Measurement mutex(IntFunction<Guard> make, Options options, long time) throws Exception {
    Guard mutex = make.apply(1);
    long[] inside = new long[1]; // plain: two inside at once lose an increment
    Team team = Team.runFor(time, options.threads, options.work, member -> {
      do {
        member.work.run();
        mutex.enter();
        if (member.operations % CHECKED_OF == 0) {
          inside[0]++;
        }
        member.work.run();
        mutex.leave();
        member.operations++;
      } while (member.running());
    });
    Measurement measured = team.measurement();
    long expected = Arrays.stream(measured.byThread).map(n -> (n + CHECKED_OF - 1) / CHECKED_OF).sum();
    check("increments under mutual exclusion", inside[0], expected);
    return measured;
  }

  private static Measurement semaphore(IntFunction<Guard> make, Options options, long time) throws Exception {
    Guard semaphore = make.apply(options.permits);
    Team team = Team.runFor(time, options.threads, options.work, member -> {
      do {
        member.work.run();
        semaphore.enter();
        member.work.run();
        semaphore.leave();
        member.operations++;
      } while (member.running());
    });
    semaphore.checkPermits(options.permits);
    return team.measurement();
  }

  /** Two threads wake each other in turn; an operation is one turn. */
  private static Measurement handoff(IntFunction<Guard> make, long time) throws Exception {
    Guard ping = make.apply(1);
    Guard pong = make.apply(1);
    ping.enter();
    pong.enter();
    boolean[] over = new boolean[1]; // handed over with the permits
    Team team = Team.runFor(time, 2, 0, member -> {
      if (member.index == 0) {
        do {
          ping.leave();
          pong.enter();
          member.operations++;
        } while (member.running());
        over[0] = true;
        ping.leave();
        return;
      }
      for (ping.enter(); !over[0]; ping.enter()) {
        pong.leave();
        member.operations++;
      }
    });
    check("turns of the second thread", team.member(1).operations, team.member(0).operations);
    return new Measurement(2 * team.member(0).operations, team.span());
  }

  private static Measurement pool(IntFunction<Pool> make, Options options, long time) throws Exception {
    Pool pool = make.apply(options.elements);
    Element[] elements = new Element[options.elements];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = new Element();
      pool.put(elements[i]);
    }
    Team team = Team.runFor(time, options.threads, options.work, member -> {
      do {
        member.work.run();
        Element element = pool.take();
        element.use();
        member.work.run();
        pool.put(element);
        member.operations++;
      } while (member.running());
    });
    Measurement measured = team.measurement();
    check("uses of elements, each by one thread at a time", Arrays.stream(elements).mapToLong(Element::uses).sum(),
        measured.operations);
    Set<Element> left = new HashSet<>(); // if one is lost, the watchdog ends it
    for (int i = 0; i < elements.length; i++) {
      left.add(pool.take());
    }
    check("different elements at the end", left.size(), elements.length);
    return measured;
  }
}
