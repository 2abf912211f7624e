package cqs;

/** What a resume does when it meets an aborted waiter (the paper, section 3). */
public enum Cancellation {
  /** It fails, and the primitive tries again. */
  SIMPLE,
  /** It skips the waiter. The primitive's hooks say whether a late resume is refused. */
  SMART
}
