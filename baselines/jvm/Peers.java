import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures java.util.concurrent by the same workloads as the suite, and prints a JSON object a line for each sample.
 *
 * <p>Java cannot pin its threads. Start the whole process on the processors that are meant (taskset, or an inherited
 * affinity): with as many threads as processors, that is all a placement can say here. The JVM's own threads share them.
 */
public final class Peers {
  private static final String USAGE =
      "Usage: java -jar cqs-jvm.jar EXPERIMENT [--impl NAME] [--threads N] [--work MEAN] [--permits N] [--elements N]\n"
      + "       [--waiters N] [--samples N] [--sample-ms T] [--warm-up-ms T]\n"
      + "EXPERIMENT: uncontended barrier latch mutex semaphore handoff pool abort";

  private static final long MOST_OPERATIONS = 1 << 30; // a CountDownLatch counts in an int

  private Peers() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0 || arguments[0].equals("--help")) {
      System.out.println(USAGE);
      System.exit(arguments.length == 0 ? 2 : 0);
    }
    try {
      Options options = Options.parse(arguments);
      Map<String, Workloads.Workload> workloads = Workloads.of(arguments[0], options);
      if (!options.implementation.isEmpty()) {
        if (!workloads.containsKey(options.implementation)) {
          throw new IllegalArgumentException(
              "'" + options.implementation + "' is none of " + String.join(", ", workloads.keySet()));
        }
        workloads.keySet().retainAll(Set.of(options.implementation));
      }
      for (Map.Entry<String, Workloads.Workload> each : workloads.entrySet()) {
        measure(arguments[0], each.getKey(), each.getValue(), options);
      }
    } catch (IllegalArgumentException e) {
      System.err.println("cqs-jvm: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    }
  }

  private static void measure(String experiment, String implementation, Workloads.Workload workload, Options options)
      throws Exception {
    long operations = warmUp(workload, options);
    for (int sample = 0; sample < options.samples; sample++) {
      long nanoseconds = workload.run(operations);
      System.out.printf(Locale.ROOT,
          "{\"experiment\":\"%s\",\"impl\":\"%s\",\"threads\":%d,\"params\":%s,\"sample\":%d,\"ops\":%d,"
          + "\"ns_per_op\":%.3f,\"java\":\"%s\"}%n",
          experiment, implementation, options.threadsOf(experiment), options.parametersOf(experiment), sample, operations,
          (double) nanoseconds / operations, System.getProperty("java.version"));
    }
  }

  /** Runs it until it is compiled, and finds how many operations make a sample of the wanted length. */
  private static long warmUp(Workloads.Workload workload, Options options) throws Exception {
    long sample = options.sampleMilliseconds * 1_000_000L;
    long end = System.nanoTime() + options.warmUpMilliseconds * 1_000_000L;
    long operations = 16;
    while (true) {
      long time = Math.max(1, workload.run(operations));
      if (System.nanoTime() >= end && (time >= sample / 2 || operations == MOST_OPERATIONS)) {
        return Math.min(MOST_OPERATIONS, Math.max(1, (long) ((double) operations * sample / time)));
      }
      double growth = Math.min(4, 1.2 * sample / time);
      operations = Math.min(MOST_OPERATIONS, Math.max(1, (long) Math.ceil(operations * growth)));
    }
  }
}
