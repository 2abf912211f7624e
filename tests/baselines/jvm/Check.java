package cqs;

/** What a test expects. */
final class Check {
  private Check() {}

  static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static void equal(String what, Object found, Object expected) {
    that(found.equals(expected), what + ": " + found + " instead of " + expected);
  }
}
