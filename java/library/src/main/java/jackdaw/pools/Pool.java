package jackdaw.pools;

import jackdaw.pools.idle.IdlePolicy;
import jackdaw.pools.store.TaskStore;

/** A pool made of a store and an idle policy. Get and execute, until nothing is left, is the same for all pools. */
final class Pool implements TaskPool {
  private final int threads;
  private final TaskStore store;
  private final IdlePolicy idle;
  private final Object gate = new Object();
  private int arrived;
  private long phase;
  private volatile int inside;  // threads in the working phase; written inside the gate

  Pool(int threads, TaskStore store, IdlePolicy idle) {
    this.threads = threads;
    this.store = store;
    this.idle = idle;
    store.attach(idle);
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public void init(int tid, Task task) {
    if (inside != 0) throw new IllegalStateException("init() in the working phase; expected put()");
    store.init(tid, task);
  }

  @Override
  public void put(int tid, Task task) {
    store.put(tid, task, idle);
  }

  @Override
  public void run(int tid) {
    enter();
    Throwable first = null;
    try {
      for (;;) {
        Task task = (Task) store.get(tid);
        if (task == null) task = (Task) idle.await(tid);
        if (task == null) break;
        try {
          task.run(tid);
        } catch (Throwable thrown) {
          if (first == null) first = thrown;
        }
      }
    } finally {
      leave();
    }
    if (first != null) Pool.<RuntimeException>rethrow(first);
  }

  /** Begins when all threads are here, so nobody takes tasks while others still initialize. */
  private void enter() {
    boolean interrupted = false;
    synchronized (gate) {
      if (++arrived == threads) {
        arrived = 0;
        inside = threads;
        idle.begin();
        ++phase;
        gate.notifyAll();
      } else {
        final long before = phase;
        while (phase == before) {
          try {
            gate.wait();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private void leave() {
    synchronized (gate) {
      inside = inside - 1;
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
