package jackdaw.programs;

import jackdaw.Fork;
import jackdaw.Scheduler;
import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;

/** Fibonacci numbers by two calls a number, to have something to schedule. */
public final class Fib {
  private Fib() {}

  /** The serial reference. */
  public static long serially(int n) {
    return n < 2 ? n : serially(n - 1) + serially(n - 2);
  }

  /** A fork and a join for each number. */
  public static long on(Scheduler scheduler, int n) {
    return scheduler.invoke(new Branch(n));
  }

  /** A task for each call; the leaves are summed. */
  public static long on(TaskPool pool, int n) {
    final Sums sums = new Sums(pool.threads());
    pool.init(0, new Call(pool, sums, n));
    Crew.run(pool);
    return sums.total();
  }

  private static final class Branch extends Fork<Long> {
    private final int n;

    Branch(int n) {
      this.n = n;
    }

    @Override
    protected Long compute() {
      if (n < 2) return (long) n;
      final Branch first = new Branch(n - 1);
      first.fork();
      return new Branch(n - 2).compute() + first.join();
    }
  }

  private static final class Call extends Task {
    private final TaskPool pool;
    private final Sums sums;
    private final int n;

    Call(TaskPool pool, Sums sums, int n) {
      this.pool = pool;
      this.sums = sums;
      this.n = n;
    }

    @Override
    public void run(int tid) {
      if (n < 2) {
        sums.add(tid, n);
        return;
      }
      pool.put(tid, new Call(pool, sums, n - 1));
      pool.put(tid, new Call(pool, sums, n - 2));
    }
  }
}
