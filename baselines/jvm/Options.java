/** The parameters of a run, as given on the command line. */
final class Options {
  int threads = 2;
  int work = 100;
  int permits = 1;
  int elements = 4;
  int waiters = 0;
  int samples = 5;
  int sampleMilliseconds = 200;
  int warmUpMilliseconds = 1000;
  String implementation = "";

  /** The rest of the command line, behind the experiment. */
  static Options parse(String[] arguments) {
    Options options = new Options();
    for (int i = 1; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException("'" + arguments[i] + "' needs a value");
      }
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--impl": options.implementation = value; break;
        case "--threads": options.threads = number(value, 1); break;
        case "--work": options.work = number(value, 0); break;
        case "--permits": options.permits = number(value, 1); break;
        case "--elements": options.elements = number(value, 1); break;
        case "--waiters": options.waiters = number(value, 0); break;
        case "--samples": options.samples = number(value, 1); break;
        case "--sample-ms": options.sampleMilliseconds = number(value, 1); break;
        case "--warm-up-ms": options.warmUpMilliseconds = number(value, 0); break;
        default: throw new IllegalArgumentException("unknown argument '" + arguments[i] + "'");
      }
    }
    return options;
  }

  /** What of them says something about the experiment, as a JSON object. */
  String parametersOf(String experiment) {
    switch (experiment) {
      case "semaphore": return "{\"permits\":" + permits + ",\"work\":" + work + "}";
      case "pool": return "{\"elements\":" + elements + ",\"work\":" + work + "}";
      case "abort": return "{\"waiters\":" + waiters + "}";
      case "handoff":
      case "uncontended": return "{}";
      default: return "{\"work\":" + work + "}";
    }
  }

  int threadsOf(String experiment) {
    switch (experiment) {
      case "abort":
      case "uncontended": return 1;
      case "handoff": return 2;
      default: return threads;
    }
  }

  private static int number(String text, int least) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException ignored) {
      // told below
    }
    throw new IllegalArgumentException("'" + text + "' should be a number from " + least + " on");
  }
}
