package jackdaw.pools.store;

import jackdaw.split.SplitDeque;
import jackdaw.split.Thief;

/** Jackdaw's own: a split deque for each thread, whose owner uses it without locks. Thieves take the oldest task. */
public final class SplitStore implements TaskStore {
  private final SplitDeque[] deques;
  private final LinkedStack[] initial;
  private final Dealer dealer;
  private final Object monitor = new Object();
  private Waking waking;

  public SplitStore(int threads) {
    deques = new SplitDeque[threads];
    initial = new LinkedStack[threads];
    for (int i = 0; i < threads; ++i) {
      deques[i] = new SplitDeque(threads == 1);
      initial[i] = new LinkedStack();
    }
    dealer = new Dealer(threads);
  }

  @Override
  public void attach(Waking policy) {
    waking = policy;
  }

  /** Deques are their owners', so what is dealt lies beside them until the owner comes or another thread wants it. */
  @Override
  public void init(int tid, Link item) {
    final LinkedStack stack = initial[dealer.next(tid)];
    synchronized (stack) {
      stack.push(item);
    }
  }

  @Override
  public void put(int tid, Link item, Waking policy) {
    final SplitDeque deque = deques[tid];
    if (deque.push(item) && deque.answer(false)) policy.added(true);
  }

  @Override
  public Link get(int tid) {
    final SplitDeque own = deques[tid];
    if (own.isAsked() && own.answer(true)) waking.added(true);
    final Link item = (Link) own.pop(0);
    if (item != null) return item;
    own.renew();
    return steal(tid);
  }

  @Override
  public Object monitor() {
    return monitor;
  }

  private Link steal(int tid) {
    for (int step = 0; step < deques.length; ++step) {
      final int victim = (tid + step) % deques.length;
      if (step > 0) {
        while (!deques[victim].isPublicEmpty()) {
          final Link item = (Link) deques[victim].steal(Thief.ANY);
          if (item != null) return item;
        }
      }
      synchronized (initial[victim]) {
        final Link item = initial[victim].pop();
        if (item != null) return item;
      }
    }
    return null;
  }
}
