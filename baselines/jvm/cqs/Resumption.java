package cqs;

/** What a resume does when it comes before its suspend (the paper, appendix A). */
public enum Resumption {
  /** It leaves its value in the cell and returns. */
  ASYNC,
  /** It waits a moment for the suspend. If none comes, it breaks the cell, and both fail. */
  SYNC
}
