package cqs;

import java.util.concurrent.atomic.AtomicReference;

/** A pool over Treiber's stack (listing 17, right): it gives the hottest element. */
public final class StackPool<E> extends BlockingPool<E> {
  /** With an element, or, without one, a retrieval that came before its insertion. */
  private static final class Node<E> {
    final E element;
    final Node<E> next;

    Node(E element, Node<E> next) {
      this.element = element;
      this.next = next;
    }
  }

  private final AtomicReference<Node<E>> top = new AtomicReference<>();

  @Override
  boolean tryInsert(E element) {
    while (true) {
      Node<E> current = top.get();
      if (current != null && current.element == null) {
        if (top.compareAndSet(current, current.next)) {
          return false;
        }
      } else if (top.compareAndSet(current, new Node<>(element, current))) {
        return true;
      }
    }
  }

  @Override
  E tryRetrieve() {
    while (true) {
      Node<E> current = top.get();
      if (current == null || current.element == null) {
        if (top.compareAndSet(current, new Node<>(null, current))) {
          return null;
        }
      } else if (top.compareAndSet(current, current.next)) {
        return current.element;
      }
    }
  }
}
