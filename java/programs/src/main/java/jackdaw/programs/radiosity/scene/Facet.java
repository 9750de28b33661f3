package jackdaw.programs.radiosity.scene;

/**
 * A flat convex quadrangle: the shape of input patches and of every element they are divided into. Corners are
 * counter-clockwise, seen from the side that reflects; it is the bilinear image of the unit square.
 *
 * @param area in squared scene units
 */
public record Facet(Vec3 c0, Vec3 c1, Vec3 c2, Vec3 c3, Vec3 normal, double area) {
  /** Normal and area from the corners. */
  public static Facet of(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    final Vec3 doubled = c.minus(a).cross(d.minus(b));
    final double size = doubled.length();
    return new Facet(a, b, c, d, size > 0 ? doubled.times(1 / size) : Vec3.ZERO, size / 2);
  }

  public Vec3 corner(int i) {
    return switch (i) {
      case 0 -> c0;
      case 1 -> c1;
      case 2 -> c2;
      default -> c3;
    };
  }

  public Vec3 centre() {
    return Vec3.ZERO.plus(c0).plus(c1).plus(c2).plus(c3).times(1.0 / 4);
  }

  /** Largest distance of a corner from the centre. */
  public double radius() {
    final Vec3 middle = centre();
    double largest = 0;
    for (int i = 0; i < 4; ++i) {
      final Vec3 d = corner(i).minus(middle);
      largest = Math.max(largest, d.dot(d));
    }
    return Math.sqrt(largest);
  }

  /** The point with these parameters; for uniform ones, uniform over a parallelogram. */
  public Vec3 at(double u, double v) {
    return Vec3.between(Vec3.between(c0, c1, u), Vec3.between(c3, c2, u), v);
  }

  /** One of the quarters at (low u, low v), (high, low), (low, high), (high, high). They tile it exactly. */
  public Facet part(int which) {
    final Vec3 m01 = Vec3.between(c0, c1, 0.5);
    final Vec3 m12 = Vec3.between(c1, c2, 0.5);
    final Vec3 m32 = Vec3.between(c3, c2, 0.5);
    final Vec3 m03 = Vec3.between(c0, c3, 0.5);
    final Vec3 middle = Vec3.between(m03, m12, 0.5);
    return switch (which) {
      case 0 -> quarter(c0, m01, middle, m03);
      case 1 -> quarter(m01, c1, m12, middle);
      case 2 -> quarter(m03, middle, m32, c3);
      default -> quarter(middle, m12, c2, m32);
    };
  }

  private Facet quarter(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    return new Facet(a, b, c, d, normal, 0.5 * Math.abs(normal.dot(c.minus(a).cross(d.minus(b)))));
  }

  /** Signed distance of the point from the plane; positive on the reflecting side. */
  public double height(Vec3 point) {
    return point.minus(c0).dot(normal);
  }

  /** Whether some of each lies in front of the other's plane: if not, no light passes between them. */
  public static boolean faceEachOther(Facet a, Facet b, double tolerance) {
    return someInFront(a, b, tolerance) && someInFront(b, a, tolerance);
  }

  private static boolean someInFront(Facet of, Facet other, double tolerance) {
    for (int i = 0; i < 4; ++i) {
      if (of.height(other.corner(i)) > tolerance) return true;
    }
    return false;
  }
}
