package jackdaw.pools.idle;

import java.lang.invoke.VarHandle;
import jackdaw.pools.store.Link;
import jackdaw.pools.store.TaskStore;

/**
 * Waits by wait() and wakes by notify(), which Java allows only inside the monitor (KR02, section 5).
 *
 * <p>No wake-up is lost: a thread looks at the queues once more inside the monitor, before it waits. A put inserts first
 * and enters the monitor then, so the look sees the task or the notify() finds the thread waiting.
 *
 * <p>The end is exact: a thread counts as idle from a look that found nothing on, and puts nothing. The last one to be
 * idle has looked at all queues while no other was executing. One that was notified meanwhile holds no task.
 */
public final class Monitor implements IdlePolicy {
  /** Which puts call notify(). */
  public enum Wakes {
    /** Each: the paper's bottleneck, which must stay one. */
    EVERY_PUT,
    /** Those into an empty queue (dq9). Sleepers may stay beside tasks that were put behind the first one. */
    AT_EMPTY,
    /** Those that see a sleeper: not in the paper. It costs a full fence in each put. */
    SLEEPERS
  }

  private final TaskStore store;
  private final Object monitor;
  private final int threads;
  private final Wakes wakes;
  private volatile int waiting;  // written inside the monitor
  private int idle;
  private boolean ended;

  public Monitor(TaskStore store, int threads, Wakes wakes) {
    this.store = store;
    this.monitor = store.monitor();
    this.threads = threads;
    this.wakes = wakes;
  }

  @Override
  public void begin() {
    synchronized (monitor) {
      idle = 0;
      ended = false;
    }
  }

  @Override
  public void added(boolean wasEmpty) {
    switch (wakes) {
      case AT_EMPTY -> {
        if (!wasEmpty) return;
      }
      case SLEEPERS -> {
        VarHandle.fullFence();  // the task before the look; pairs with await(), which counts itself before its own look
        if (waiting == 0) return;
      }
      default -> {}
    }
    synchronized (monitor) {
      monitor.notify();
    }
  }

  @Override
  public Link await(int tid) {
    boolean interrupted = false;
    try {
      synchronized (monitor) {
        while (!ended) {
          waiting = waiting + 1;
          VarHandle.fullFence();
          final Link item = store.get(tid);
          if (item != null) {
            waiting = waiting - 1;
            return item;
          }
          if (++idle == threads) {
            ended = true;
            monitor.notifyAll();
          } else {
            try {
              monitor.wait();
            } catch (InterruptedException e) {
              interrupted = true;  // the phase goes on; the caller sees it afterwards
            }
          }
          if (!ended) --idle;
          waiting = waiting - 1;
        }
        return null;
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }
}
