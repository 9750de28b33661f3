package jackdaw.programs;

import java.util.Arrays;
import jackdaw.ForkAction;
import jackdaw.Scheduler;
import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;

/** Quicksort of whole numbers, as HR10 and WSL06 measure pools with. */
public final class Quicksort {
  /** Fewer are sorted without tasks. */
  private static final int LEAST = 2048;

  private Quicksort() {}

  /** A fork for the smaller ones of each division. */
  public static void on(Scheduler scheduler, int[] numbers) {
    scheduler.invoke(new Branch(numbers, 0, numbers.length));
  }

  /** Two tasks for each division. */
  public static void on(TaskPool pool, int[] numbers) {
    pool.init(0, new Part(pool, numbers, 0, numbers.length));
    Crew.run(pool);
  }

  /**
   * Hoare's partition by the median of three: the first of the later ones. Both sides have at least one.
   */
  private static int partition(int[] a, int from, int to) {
    final int x = a[from];
    final int y = a[from + to >>> 1];
    final int z = a[to - 1];
    final int pivot = Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
    int i = from - 1;
    int j = to;
    for (;;) {
      do {
        ++i;
      } while (a[i] < pivot);
      do {
        --j;
      } while (a[j] > pivot);
      if (i >= j) return Math.max(i, from + 1);
      final int moved = a[i];
      a[i] = a[j];
      a[j] = moved;
    }
  }

  private static final class Branch extends ForkAction {
    private final int[] numbers;
    private final int from;
    private final int to;

    Branch(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < LEAST) {
        Arrays.sort(numbers, from, to);
        return;
      }
      final int middle = partition(numbers, from, to);
      final Branch smaller = new Branch(numbers, from, middle);
      smaller.fork();
      new Branch(numbers, middle, to).compute();
      smaller.join();
    }
  }

  private static final class Part extends Task {
    private final TaskPool pool;
    private final int[] numbers;
    private final int from;
    private final int to;

    Part(TaskPool pool, int[] numbers, int from, int to) {
      this.pool = pool;
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    public void run(int tid) {
      if (to - from < LEAST) {
        Arrays.sort(numbers, from, to);
        return;
      }
      final int middle = partition(numbers, from, to);
      pool.put(tid, new Part(pool, numbers, from, middle));
      pool.put(tid, new Part(pool, numbers, middle, to));
    }
  }
}
