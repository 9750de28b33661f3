package jackdaw.pools.store;

/** A single-linked list. It has no opposite end. */
final class LinkedStack implements Queue {
  private Link top;

  @Override
  public boolean push(Link item) {
    final boolean wasEmpty = top == null;
    item.next = top;
    top = item;
    return wasEmpty;
  }

  @Override
  public Link pop() {
    final Link item = top;
    if (item != null) {
      top = item.next;
      item.next = null;  // it may outlive the others, which the collector could not free
    }
    return item;
  }

  @Override
  public Link popOpposite() {
    throw new UnsupportedOperationException("a single-linked list has one end");
  }
}
