package jackdaw.programs.radiosity.scene;

/** A position rounded to a fine grid, so that a corner reached over two ways is one key. */
public record GridPoint(long x, long y, long z) implements Comparable<GridPoint> {
  /** Two million cells along the scene's diagonal. */
  public static GridPoint of(Vec3 point, Vec3 low, double diagonal) {
    final Vec3 q = point.minus(low).times(diagonal > 0 ? 2e6 / diagonal : 1);
    return new GridPoint(rounded(q.x()), rounded(q.y()), rounded(q.z()));
  }

  /** Halves away from zero, as llround() of C has it. */
  private static long rounded(double value) {
    return (long) (value < 0 ? -Math.floor(0.5 - value) : Math.floor(value + 0.5));
  }

  @Override
  public int compareTo(GridPoint o) {
    if (x != o.x) return Long.compare(x, o.x);
    if (y != o.y) return Long.compare(y, o.y);
    return Long.compare(z, o.z);
  }
}
