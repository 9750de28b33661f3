package jackdaw.programs;


/** One sum for each thread of a pool, in cache lines of its own. */
final class Sums {
  private static final int LINE = 16;  // longs

  private final long[] sums;

  Sums(int threads) {
    sums = new long[(threads + 1) * LINE];
  }

  void add(int tid, long value) {
    sums[(tid + 1) * LINE] += value;
  }

  long total() {
    long total = 0;
    for (final long each : sums) total += each;
    return total;
  }
}
