package jackdaw.programs;

import java.util.ArrayList;
import java.util.List;
import jackdaw.Fork;
import jackdaw.Scheduler;
import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;

/**
 * In how many ways n queens can stand on a board of n × n. Those with the first queen in the left half are counted
 * and doubled: the others are their mirror images.
 */
public final class Queens {
  /** So many rows are filled without tasks. */
  private static final int SERIAL_ROWS = 6;

  /** Queens in the first rows: which columns of the next row are attacked. */
  private record Position(int columns, int left, int right) {
    static final Position EMPTY = new Position(0, 0, 0);

    int free(int board) {
      return board & ~(columns | left | right);
    }

    Position with(int queen) {
      return new Position(columns | queen, (left | queen) << 1, (right | queen) >>> 1);
    }
  }

  private Queens() {}

  /** The serial reference. */
  public static long serially(int n) {
    long found = 0;
    for (int column = 0; column < (n + 1) / 2; ++column) {
      found += weight(n, column) * count(board(n), Position.EMPTY.with(1 << column), n - 1);
    }
    return found;
  }

  /** A fork for each queen above the rows that are filled serially. */
  public static long on(Scheduler scheduler, int n) {
    return scheduler.invoke(new Fork<Long>() {
      @Override
      protected Long compute() {
        final List<Branch> forked = new ArrayList<>();
        for (int column = 0; column < (n + 1) / 2; ++column) {
          forked.add(new Branch(board(n), Position.EMPTY.with(1 << column), n - 1));
          forked.get(column).fork();
        }
        long found = 0;
        for (int column = forked.size() - 1; column >= 0; --column) found += weight(n, column) * forked.get(column).join();
        return found;
      }
    });
  }

  /** A task for each queen above the rows that are filled serially. */
  public static long on(TaskPool pool, int n) {
    final Sums sums = new Sums(pool.threads());
    for (int column = 0; column < (n + 1) / 2; ++column) {
      pool.init(0, new Place(pool, sums, board(n), Position.EMPTY.with(1 << column), n - 1, weight(n, column)));
    }
    Crew.run(pool);
    return sums.total();
  }

  private static int board(int n) {
    return (1 << n) - 1;
  }

  private static int weight(int n, int column) {
    return 2 * column + 1 == n ? 1 : 2;
  }

  /** Ways to fill the other rows. */
  private static long count(int board, Position from, int rows) {
    int free = from.free(board);
    if (rows == 0) return 1;
    if (rows == 1) return Integer.bitCount(free);
    long found = 0;
    for (; free != 0; free &= free - 1) found += count(board, from.with(Integer.lowestOneBit(free)), rows - 1);
    return found;
  }

  private static final class Branch extends Fork<Long> {
    private final int board;
    private final Position from;
    private final int rows;

    Branch(int board, Position from, int rows) {
      this.board = board;
      this.from = from;
      this.rows = rows;
    }

    @Override
    protected Long compute() {
      if (rows <= SERIAL_ROWS) return count(board, from, rows);
      final List<Branch> forked = new ArrayList<>();
      for (int free = from.free(board); free != 0; free &= free - 1) {
        final Branch next = new Branch(board, from.with(Integer.lowestOneBit(free)), rows - 1);
        forked.add(next);
        next.fork();
      }
      long found = 0;
      for (int i = forked.size() - 1; i >= 0; --i) found += forked.get(i).join();
      return found;
    }
  }

  private static final class Place extends Task {
    private final TaskPool pool;
    private final Sums sums;
    private final int board;
    private final Position from;
    private final int rows;
    private final int weight;

    Place(TaskPool pool, Sums sums, int board, Position from, int rows, int weight) {
      this.pool = pool;
      this.sums = sums;
      this.board = board;
      this.from = from;
      this.rows = rows;
      this.weight = weight;
    }

    @Override
    public void run(int tid) {
      if (rows <= SERIAL_ROWS) {
        sums.add(tid, weight * count(board, from, rows));
        return;
      }
      for (int free = from.free(board); free != 0; free &= free - 1) {
        pool.put(tid, new Place(pool, sums, board, from.with(Integer.lowestOneBit(free)), rows - 1, weight));
      }
    }
  }
}
