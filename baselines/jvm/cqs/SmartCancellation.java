package cqs;

/** The hooks of a primitive with smart cancellation (listing 4). */
interface SmartCancellation<T> {
  /**
   * Takes an aborted waiter out of the primitive's count.
   *
   * @return false if a resume is on its way to this waiter and must be refused
   */
  boolean onCancellation();

  /** Takes back the value of a refused resume. */
  void completeRefusedResume(T value);
}
