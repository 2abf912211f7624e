import java.util.concurrent.BlockingQueue;

/** A pool of either library. */
interface Pool {
  Element take() throws Exception;

  void put(Element element) throws Exception;

  static Pool of(BlockingQueue<Element> queue) {
    return new Pool() {
      @Override
      public Element take() throws Exception {
        return queue.take();
      }

      @Override
      public void put(Element element) throws Exception {
        queue.put(element);
      }
    };
  }

  static Pool of(cqs.BlockingPool<Element> pool) {
    return new Pool() {
      @Override
      public Element take() {
        return pool.take();
      }

      @Override
      public void put(Element element) {
        pool.put(element);
      }
    };
  }
}
