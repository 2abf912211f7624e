/** A resource of a pool. Its user writes to it, as the users of the C++ pools do. */
final class Element {
  private static final int OWN_LINES = 32;

  private final long[] uses = new long[OWN_LINES];

  /** Plain: two users at once lose a use. */
  void use() {
    uses[OWN_LINES / 2]++;
  }

  long uses() {
    return uses[OWN_LINES / 2];
  }
}
