/** What one run of a workload did. */
final class Measurement {
  final long operations;
  final long nanoseconds;
  final long[] byThread;

  /** @param byThread the operations of each thread; none where that says nothing about fairness */
  Measurement(long operations, long nanoseconds, long... byThread) {
    this.operations = operations;
    this.nanoseconds = nanoseconds;
    this.byThread = byThread;
  }

  double nanosecondsPerOperation() {
    return (double) nanoseconds / operations;
  }
}
