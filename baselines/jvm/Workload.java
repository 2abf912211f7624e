/** Something that can be run for a time. */
interface Workload {
  /** Once, before the warm-up: what takes long and is not measured. */
  default void prepare() throws Exception {}

  /** Runs for about this long. Throws if an invariant is violated. */
  Measurement run(long nanoseconds) throws Exception;
}
