/** The parameters of a run, as given on the command line. */
final class Options {
  int threads = 2;
  int work = 100;
  int permits = 1;
  int elements = 4;
  int waiters = 0;
  int sampleMilliseconds = 200;
  int mostWarmUpMilliseconds = 3000;
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
        case "--sample-ms": options.sampleMilliseconds = number(value, 1); break;
        case "--warm-up-ms": options.mostWarmUpMilliseconds = number(value, 0); break;
        default: throw new IllegalArgumentException("unknown argument '" + arguments[i] + "'");
      }
    }
    return options;
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
