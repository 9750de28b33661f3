package jackdaw.pools.store;

/** A list for each thread, without a lock and without balancing (KR02: dq1). */
public final class PrivateStore implements TaskStore {
  private final LinkedStack[] stacks;
  private final Dealer dealer;

  public PrivateStore(int threads) {
    stacks = new LinkedStack[threads];
    for (int i = 0; i < threads; ++i) stacks[i] = new LinkedStack();
    dealer = new Dealer(threads);
  }

  /** It writes into the lists of others, which is why the working phase must not have begun. */
  @Override
  public void init(int tid, Link item) {
    final LinkedStack stack = stacks[dealer.next(tid)];
    synchronized (stack) {  // against parallel initialization only
      stack.push(item);
    }
  }

  @Override
  public void put(int tid, Link item, Waking waking) {
    waking.added(stacks[tid].push(item));
  }

  @Override
  public Link get(int tid) {
    return stacks[tid].pop();
  }

  @Override
  public Object monitor() {
    return this;
  }
}
