import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Runs a workload in short windows until it is in a steady state, and says whether it came to that.
 *
 * <p>The state is steady when all of this holds for the last windows:
 *
 * <ul>
 *   <li>So many operations were done that the JVM has found what to compile.
 *   <li>The compilers are idle: they worked for less than a fiftieth of the time.
 *   <li>The time of an operation has settled. The median of the last windows and the median of those before differ by a
 *       tenth at most; or each lies between the extremes of the others. A workload with two modes never comes closer.
 * </ul>
 */
final class WarmUp {
  private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int COMPARED = 5;
  private static final long LEAST_OPERATIONS = 15_000; // the JVM's Tier4CompileThreshold
  private static final double TOLERANCE = 0.1;
  private static final double COMPILING = 0.02;

  private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean(); // null: interpreted only
  private final double[] times = new double[2 * COMPARED]; // of an operation, the oldest first
  private final long[] compiled = new long[2 * COMPARED]; // milliseconds in all, after each window
  private int windows;
  private long operations;

  final boolean steady;
  final long nanoseconds;

  WarmUp(Workload workload, long most) throws Exception {
    long begin = System.nanoTime();
    long now = begin;
    boolean settled = false;
    while (!settled && now - begin < most) {
      add(workload.run(WINDOW));
      now = System.nanoTime();
      settled = windows >= times.length && operations >= LEAST_OPERATIONS && compilersAreIdle()
          && timesHaveSettled();
    }
    steady = settled;
    nanoseconds = now - begin;
  }

  private void add(Measurement window) {
    System.arraycopy(times, 1, times, 0, times.length - 1);
    System.arraycopy(compiled, 1, compiled, 0, compiled.length - 1);
    times[times.length - 1] = window.nanosecondsPerOperation();
    compiled[compiled.length - 1] = compiler == null ? 0 : compiler.getTotalCompilationTime();
    windows++;
    operations += window.operations;
  }

  private boolean compilersAreIdle() {
    long spent = compiled[2 * COMPARED - 1] - compiled[COMPARED - 1];
    return TimeUnit.MILLISECONDS.toNanos(spent) <= COMPILING * COMPARED * WINDOW;
  }

  private boolean timesHaveSettled() {
    double[] before = Arrays.copyOfRange(times, 0, COMPARED);
    double[] last = Arrays.copyOfRange(times, COMPARED, 2 * COMPARED);
    Arrays.sort(before);
    Arrays.sort(last);
    double ratio = median(last) / median(before);
    return Math.abs(Math.log(ratio)) <= Math.log1p(TOLERANCE)
        || within(median(last), before) && within(median(before), last);
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  private static boolean within(double value, double[] sorted) {
    return sorted[0] <= value && value <= sorted[sorted.length - 1];
  }
}
