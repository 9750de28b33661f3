package jackdaw.pools.store;

import java.util.function.Supplier;

/**
 * A locked queue for each thread; a thread without tasks steals one from its neighbours, from the next one on (KR02: dq2,
 * dq5, dq9, dq10; dq8 with blocks). Thieves lock each queue that they visit, as in the paper.
 */
public final class StealingStore implements TaskStore {
  /** Which end thieves take from. */
  public enum StolenEnd {
    /** Where the owner works: a single-linked list does. */
    WORKING(LinkedStack::new),
    /** Where the oldest task is. */
    OPPOSITE(LinkedDeque::new);

    private final Supplier<Queue> queue;

    StolenEnd(Supplier<Queue> queue) {
      this.queue = queue;
    }
  }

  private final Queue[] queues;
  private final StolenEnd stolenEnd;
  private final Dealer dealer;
  private final Object monitor = new Object();

  public StealingStore(int threads, StolenEnd stolenEnd) {
    this.stolenEnd = stolenEnd;
    queues = new Queue[threads];
    for (int i = 0; i < threads; ++i) queues[i] = stolenEnd.queue.get();
    dealer = new Dealer(threads);
  }

  @Override
  public void init(int tid, Link item) {
    final Queue queue = queues[dealer.next(tid)];
    synchronized (queue) {
      queue.push(item);
    }
  }

  @Override
  public void put(int tid, Link item, Waking waking) {
    final Queue queue = queues[tid];
    final boolean wasEmpty;
    synchronized (queue) {
      wasEmpty = queue.push(item);
    }
    waking.added(wasEmpty);
  }

  @Override
  public Link get(int tid) {
    final Queue own = queues[tid];
    synchronized (own) {
      final Link item = own.pop();
      if (item != null) return item;
    }
    return steal(tid);
  }

  @Override
  public Object monitor() {
    return monitor;
  }

  private Link steal(int tid) {
    for (int step = 1; step < queues.length; ++step) {
      final Queue victim = queues[(tid + step) % queues.length];
      synchronized (victim) {
        final Link item = stolenEnd == StolenEnd.WORKING ? victim.pop() : victim.popOpposite();
        if (item != null) return item;
      }
    }
    return null;
  }
}
