package jackdaw.pools;

import jackdaw.pools.idle.IdlePolicy;
import jackdaw.pools.store.TaskStore;

/** A pool made of a store and an idle policy. Get and execute, until nothing is left, is the same for all pools. */
final class Pool implements TaskPool {
  private final int threads;
  private final TaskStore store;
  private final IdlePolicy idle;
  private final Object gate = new Object();
  private final boolean[] working;  // by number; inside the gate
  private int arrived;
  private long phase;
  private volatile int inside;  // threads in the working phase; written inside the gate

  Pool(int threads, TaskStore store, IdlePolicy idle) {
    this.threads = threads;
    working = new boolean[threads];
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
    check(tid, task);
    if (inside != 0) throw new IllegalStateException("init() in the working phase; expected put()");
    store.init(tid, task);
  }

  @Override
  public void put(int tid, Task task) {
    check(tid, task);
    store.put(tid, task, idle);
  }

  @Override
  public void run(int tid) {
    check(tid);
    enter(tid);
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
      leave(tid);
    }
    if (first != null) Pool.<RuntimeException>rethrow(first);
  }

  private void check(int tid) {
    if (tid < 0 || tid >= threads)
      throw new IllegalArgumentException("thread " + tid + "; expected a number from 0 to " + (threads - 1));
  }

  private void check(int tid, Task task) {
    if (task == null) throw new NullPointerException("a task is null");
    check(tid);
  }

  /** Begins when all threads are here, so nobody takes tasks while others still initialize. */
  private void enter(int tid) {
    boolean interrupted = false;
    synchronized (gate) {
      if (working[tid]) throw new IllegalStateException("run(" + tid + ") by two threads at once; expected one for each number");
      working[tid] = true;
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

  private void leave(int tid) {
    synchronized (gate) {
      working[tid] = false;
      inside = inside - 1;
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
