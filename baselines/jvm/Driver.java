import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Takes one sample of one implementation, by the same workloads as the suite, and prints it as a JSON object.
 *
 * <p>Java cannot pin its threads. The suite starts the whole process on the processors of the cell. The JVM's own threads
 * share them.
 */
public final class Driver {
  private static final String USAGE =
      "Usage: java -jar cqs-jvm.jar EXPERIMENT [--impl NAME] [--threads N] [--work MEAN] [--permits N] [--elements N]\n"
      + "       [--waiters N] [--sample-ms T] [--warm-up-ms MOST]\n"
      + "EXPERIMENT: uncontended barrier latch mutex semaphore handoff pool abort\n"
      + "Without --impl it prints the names of the implementations.";

  private static final int ATTEMPTS = 20;
  private static final double SHORTEST = 0.8;
  private static final double LONGEST = 1.25;

  private Driver() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0 || arguments[0].equals("--help")) {
      System.out.println(USAGE);
      System.exit(arguments.length == 0 ? 2 : 0);
    }
    try {
      Options options = Options.parse(arguments);
      Map<String, Workload> workloads = Workloads.of(arguments[0], options);
      if (options.implementation.isEmpty()) {
        workloads.keySet().forEach(System.out::println);
      } else if (workloads.containsKey(options.implementation)) {
        measure(workloads.get(options.implementation), options);
      } else {
        throw new IllegalArgumentException(
            "'" + options.implementation + "' is none of " + String.join(", ", workloads.keySet()));
      }
    } catch (IllegalArgumentException e) {
      System.err.println("cqs-jvm: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    }
  }

  private static void measure(Workload workload, Options options) throws Exception {
    workload.prepare();
    WarmUp warmUp = new WarmUp(workload, TimeUnit.MILLISECONDS.toNanos(options.mostWarmUpMilliseconds));
    System.gc(); // the sample does not pay for the garbage of the warm-up
    long asked = TimeUnit.MILLISECONDS.toNanos(options.sampleMilliseconds);
    Measurement measured;
    Collections before;
    int attempts = 0;
    do { // a sample of the wrong length says that the machine was busy, or that a latch's count was wrong
      before = Collections.untilNow();
      measured = workload.run(asked);
      attempts++;
    } while (attempts < ATTEMPTS && !isOfLength(measured, asked));
    print(measured, asked, attempts, warmUp, before, options);
  }

  private static boolean isOfLength(Measurement measured, long asked) {
    double ratio = (double) measured.nanoseconds / asked;
    return SHORTEST <= ratio && ratio <= LONGEST;
  }

  private static void print(Measurement measured, long asked, int attempts, WarmUp warmUp, Collections before,
      Options options) throws Exception {
    Collections after = Collections.untilNow();
    StringBuilder row = new StringBuilder("{");
    number(row, "ns_per_op", measured.nanosecondsPerOperation());
    number(row, "ops", measured.operations);
    number(row, "span_ns", measured.nanoseconds);
    number(row, "length_ratio", (double) measured.nanoseconds / asked);
    number(row, "attempts", attempts);
    number(row, "warm_up_ms", warmUp.nanoseconds / 1e6);
    number(row, "steady", warmUp.steady ? 1 : 0);
    number(row, "gc_count", after.count - before.count);
    number(row, "gc_ms", after.milliseconds - before.milliseconds);
    number(row, "peak_rss_kb", Environment.peakKilobytes());
    if (options.work > 0) {
      number(row, "work_ns", Work.calibrate(options.work));
    }
    row.append("\"thread_ops\":").append(Arrays.toString(measured.byThread)).append(",\"runtime\":{");
    row.append(Environment.describe().entrySet().stream()
        .map(each -> text(each.getKey()) + ":" + text(each.getValue()))
        .collect(Collectors.joining(",")));
    System.out.println(row.append("}}"));
  }

  private static void number(StringBuilder row, String name, double value) {
    row.append(text(name)).append(':').append(String.format(Locale.ROOT, "%.3f", value)).append(',');
  }

  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
