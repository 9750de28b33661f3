package jackdaw.pools;

/** Threads for one working phase, where the caller has none of its own. */
public final class Crew {
  private Crew() {}

  /**
   * Executes all tasks of the pool: the caller is thread 0, the others are started and have ended when this returns.
   *
   * @throws RuntimeException what a task threw; those of other tasks are suppressed in it
   */
  public static void run(TaskPool pool) {
    final Throwable[] thrown = new Throwable[pool.threads()];
    final Thread[] threads = new Thread[pool.threads()];
    for (int tid = 1; tid < threads.length; ++tid) {
      final int number = tid;
      threads[tid] = new Thread(() -> work(pool, number, thrown), "jackdaw-crew-" + tid);
      threads[tid].setDaemon(true);
      threads[tid].start();
    }
    work(pool, 0, thrown);
    boolean interrupted = false;
    for (int tid = 1; tid < threads.length; ++tid) {
      while (threads[tid].isAlive()) {
        try {
          threads[tid].join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
    throwFirst(thrown);
  }

  private static void work(TaskPool pool, int tid, Throwable[] thrown) {
    try {
      pool.run(tid);
    } catch (Throwable t) {
      thrown[tid] = t;
    }
  }

  private static void throwFirst(Throwable[] thrown) {
    Throwable first = null;
    for (final Throwable each : thrown) {
      if (each == null) continue;
      if (first == null) {
        first = each;
      } else if (first != each) {
        first.addSuppressed(each);
      }
    }
    if (first instanceof RuntimeException unchecked) throw unchecked;
    if (first instanceof Error error) throw error;
    if (first != null) throw new IllegalStateException(first);
  }
}
