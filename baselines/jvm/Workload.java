/** Something that can be run for a time. */
interface Workload {
  /** Runs for about this long. Throws if an invariant is violated. */
  Measurement run(long nanoseconds) throws Exception;
}
