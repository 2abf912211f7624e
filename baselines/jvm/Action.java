/** One step of an operation. */
interface Action {
  void run() throws Exception;
}
