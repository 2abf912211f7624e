import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What this process runs on: the JDK, its collector, its flags, its processors, its memory. */
final class Environment {
  private Environment() {}

  /** As texts, for the row. */
  static Map<String, String> describe() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("jdk", System.getProperty("java.runtime.version"));
    facts.put("vm", System.getProperty("java.vm.name"));
    facts.put("collector", ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName).sorted().collect(Collectors.joining(", ")));
    facts.put("flags", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    facts.put("allowed_cpus", status("Cpus_allowed_list"));
    return facts;
  }

  /** The peak of this process's resident memory. */
  static long peakKilobytes() throws IOException {
    return Long.parseLong(status("VmHWM").replaceAll("[^0-9]", ""));
  }

  private static String status(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(field + ":")) {
        return line.substring(field.length() + 1).trim();
      }
    }
    throw new IOException("/proc/self/status has no " + field);
  }
}
