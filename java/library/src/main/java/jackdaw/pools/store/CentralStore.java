package jackdaw.pools.store;

/** One queue for all threads, under one lock (KR02: sq1; sdq1 with blocks). */
public final class CentralStore implements TaskStore {
  private final Queue queue = new LinkedStack();

  @Override
  public void init(int tid, Link item) {
    synchronized (queue) {
      queue.push(item);
    }
  }

  @Override
  public void put(int tid, Link item, Waking waking) {
    synchronized (queue) {
      waking.added(queue.push(item));  // inside: notify() needs this very lock
    }
  }

  @Override
  public Link get(int tid) {
    synchronized (queue) {
      return queue.pop();
    }
  }

  @Override
  public Object monitor() {
    return queue;
  }
}
