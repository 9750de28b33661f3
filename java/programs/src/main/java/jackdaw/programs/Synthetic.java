package jackdaw.programs;

import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;

/**
 * The synthetic algorithm of KR02, section 7.2: A(i) for i {@code <=} 0 works 100 f units; else it works 10 f, puts A(i - 2),
 * works 50 f, puts A(i - 1) and works 100 f. Initial tasks are A(k - 1) … A(0).
 */
public final class Synthetic {
  /** What a run did, which tells whether it did all. */
  public record Result(long tasks, long leaves, long sink) {}

  private static final class Counts {
    long tasks;
    long leaves;
    long sink;
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12;
  }

  private final TaskPool pool;
  private final long f;
  private final Counts[] counts;

  private Synthetic(TaskPool pool, long f) {
    this.pool = pool;
    this.f = f;
    counts = new Counts[pool.threads()];
    for (int i = 0; i < counts.length; ++i) counts[i] = new Counts();
  }

  private static final class A extends Task {
    final Synthetic run;
    final int i;

    A(Synthetic run, int i) {
      this.run = run;
      this.i = i;
    }

    @Override
    public void run(int tid) {
      final Counts counts = run.counts[tid];
      final long f = run.f;
      ++counts.tasks;
      if (i <= 0) {
        ++counts.leaves;
        counts.sink += Work.simulate(100 * f, i);
        return;
      }
      long sink = Work.simulate(10 * f, i);
      run.pool.put(tid, new A(run, i - 2));
      sink += Work.simulate(50 * f, sink);
      run.pool.put(tid, new A(run, i - 1));
      counts.sink += Work.simulate(100 * f, sink);
    }
  }

  /** Stores the initial tasks in the order of the paper, and executes all. */
  public static Result run(TaskPool pool, int k, long f) {
    final Synthetic run = new Synthetic(pool, f);
    for (int i = k - 1; i >= 0; --i) pool.init(0, new A(run, i));
    Crew.run(pool);
    long tasks = 0;
    long leaves = 0;
    long sink = 0;
    for (final Counts each : run.counts) {
      tasks += each.tasks;
      leaves += each.leaves;
      sink += each.sink;
    }
    return new Result(tasks, leaves, sink);
  }

  /** The serial reference. */
  public static Result serially(int k, long f) {
    final Counts counts = new Counts();
    for (int i = k - 1; i >= 0; --i) call(i, f, counts);
    return new Result(counts.tasks, counts.leaves, counts.sink);
  }

  /** The number of tasks for k (KR02, table 4), by closed form. */
  public static long tasks(int k) {
    long twoBefore = 1;  // tasks below A(-1), and below A(0)
    long before = 1;
    long sum = 0;
    for (int i = 0; i < k; ++i) {
      final long here = i == 0 ? 1 : 1 + twoBefore + before;
      if (i > 0) twoBefore = before;
      before = here;
      sum += here;
    }
    return sum;
  }

  private static void call(int i, long f, Counts counts) {
    ++counts.tasks;
    if (i <= 0) {
      ++counts.leaves;
      counts.sink += Work.simulate(100 * f, i);
      return;
    }
    long sink = Work.simulate(10 * f, i);
    call(i - 2, f, counts);
    sink += Work.simulate(50 * f, sink);
    call(i - 1, f, counts);
    counts.sink += Work.simulate(100 * f, sink);
  }
}
