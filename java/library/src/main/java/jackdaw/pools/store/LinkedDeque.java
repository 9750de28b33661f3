package jackdaw.pools.store;

/**
 * A double-linked list. Table 3 of KR02 says "single-linked lists" of dq5, table 2 "double-linked lists"; a removal at the
 * end opposite to the working one needs the second link, so this one has it.
 */
final class LinkedDeque implements Queue {
  private Link top;
  private Link bottom;

  @Override
  public boolean push(Link item) {
    final boolean wasEmpty = top == null;
    item.next = top;
    item.previous = null;
    if (wasEmpty) {
      bottom = item;
    } else {
      top.previous = item;
    }
    top = item;
    return wasEmpty;
  }

  @Override
  public Link pop() {
    final Link item = top;
    if (item == null) return null;
    top = item.next;
    if (top == null) {
      bottom = null;
    } else {
      top.previous = null;
    }
    item.next = null;
    return item;
  }

  @Override
  public Link popOpposite() {
    final Link item = bottom;
    if (item == null) return null;
    bottom = item.previous;
    if (bottom == null) {
      top = null;
    } else {
      bottom.next = null;
    }
    item.previous = null;
    return item;
  }
}
