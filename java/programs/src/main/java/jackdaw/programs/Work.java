package jackdaw.programs;

/** Simulated work. A unit is one step of a linear congruential generator, each of which needs the one before. */
public final class Work {
  private static final long FACTOR = 6364136223846793005L;
  private static final long SUMMAND = 1442695040888963407L;

  private Work() {}

  /** So many steps from `seed` on. The caller has to use the result, else the compiler leaves the work out. */
  public static long simulate(long units, long seed) {
    long x = seed;
    for (long i = 0; i < units; ++i) x = x * FACTOR + SUMMAND;
    return x;
  }
}
