/** A latch of either library. */
final class Latch {
  final Action countDown;
  final Action await;

  Latch(Action countDown, Action await) {
    this.countDown = countDown;
    this.await = await;
  }
}
