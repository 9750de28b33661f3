package jackdaw.pools.idle;

import java.util.concurrent.atomic.AtomicInteger;
import jackdaw.pools.store.Link;
import jackdaw.pools.store.TaskStore;

/**
 * Waits actively on a flag that puts raise (KR02: dq10). After 1 000 looks a waiting thread yields between them, since it
 * could wait for one that has no processor; the paper does not say what its pool does then.
 *
 * <p>No task is missed: a thread lowers the flag before it looks, and a put raises it after it has inserted. The end is
 * exact: a thread counts as idle after a look that found nothing, and stops to count before the next look. What it had put
 * before, it would have seen itself. All idle is final, which the exchange in {@code resume} sees to.
 */
public final class SpinOnFlag implements IdlePolicy {
  private static final int LOOKS_BEFORE_YIELD = 1000;

  private final TaskStore store;
  private final int threads;
  private final AtomicInteger idle = new AtomicInteger();
  private volatile boolean flag;

  public SpinOnFlag(TaskStore store, int threads) {
    this.store = store;
    this.threads = threads;
  }

  @Override
  public void begin() {
    idle.set(0);
    flag = false;
  }

  @Override
  public void added(boolean wasEmpty) {
    if (!flag) flag = true;
  }

  @Override
  public Link await(int tid) {
    for (;;) {
      flag = false;
      final Link item = store.get(tid);
      if (item != null) return item;
      idle.getAndIncrement();
      for (int looks = 0; !flag; ++looks) {
        if (idle.get() == threads) return null;
        if (looks < LOOKS_BEFORE_YIELD) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
      if (!resume()) return null;
    }
  }

  /** Counts as busy again, unless all are idle. */
  private boolean resume() {
    for (;;) {
      final int seen = idle.get();
      if (seen == threads) return false;
      if (idle.compareAndSet(seen, seen - 1)) return true;
    }
  }
}
