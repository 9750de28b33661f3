package jackdaw.pools.store;

/**
 * Four queues for each thread; a put goes to a random one, a get visits all of them in random order (KR02: rq3). Each
 * thread draws from a Mersenne Twister of its own, in floating point.
 */
public final class RandomStore implements TaskStore {
  private static final int QUEUES_OF_THREAD = 4;

  private final LinkedStack[] queues;
  private final MersenneTwister[] random;
  private final int[][] orders;
  private final Object monitor = new Object();

  public RandomStore(int threads) {
    queues = new LinkedStack[QUEUES_OF_THREAD * threads];
    for (int i = 0; i < queues.length; ++i) queues[i] = new LinkedStack();
    random = new MersenneTwister[threads];
    orders = new int[threads][queues.length];
    for (int tid = 0; tid < threads; ++tid) {
      random[tid] = new MersenneTwister(5489 + tid);
      for (int i = 0; i < queues.length; ++i) orders[tid][i] = i;
    }
  }

  @Override
  public void init(int tid, Link item) {
    push(tid, item);
  }

  @Override
  public void put(int tid, Link item, Waking waking) {
    waking.added(push(tid, item));
  }

  /** The order is a shuffle drawn step by step: one number for each queue that is visited. */
  @Override
  public Link get(int tid) {
    final int[] order = orders[tid];
    for (int i = 0; i < order.length; ++i) {
      final int drawn = i + random[tid].below(order.length - i);
      final int chosen = order[drawn];
      order[drawn] = order[i];
      order[i] = chosen;
      final LinkedStack queue = queues[chosen];
      synchronized (queue) {
        final Link item = queue.pop();
        if (item != null) return item;
      }
    }
    return null;
  }

  @Override
  public Object monitor() {
    return monitor;
  }

  private boolean push(int tid, Link item) {
    final LinkedStack queue = queues[random[tid].below(queues.length)];
    synchronized (queue) {
      return queue.push(item);
    }
  }
}
