package jackdaw.programs.radiosity;

import jackdaw.programs.radiosity.scene.Facet;
import jackdaw.programs.radiosity.scene.Vec3;

/** The part of the light leaving one facet that arrives at another, when nothing stands between. */
final class FormFactors {
  private static final double G1 = 0.21132486540518713;  // Gauss-Legendre, two points on [0,1]
  private static final double G2 = 1 - G1;
  private static final double[][] FOUR_POINTS = {{G1, G1}, {G2, G1}, {G1, G2}, {G2, G2}};
  private static final double[][] ONE_POINT = {{0.5, 0.5}};

  private FormFactors() {}

  /** From a point with a surface normal to a facet: Lambert's contour integral, clipped at the horizon. Exact. */
  static double ofPoint(Vec3 point, Vec3 normal, Facet to) {
    if (to.height(point) <= 0) return 0;
    final Vec3[] kept = new Vec3[8];
    int count = 0;
    Vec3 before = to.c3().minus(point);
    double heightBefore = before.dot(normal);
    for (int i = 0; i < 4; ++i) {
      final Vec3 here = to.corner(i).minus(point);
      final double height = here.dot(normal);
      if ((height > 0) != (heightBefore > 0)) kept[count++] = Vec3.between(before, here, heightBefore / (heightBefore - height));
      if (height > 0) kept[count++] = here;
      before = here;
      heightBefore = height;
    }
    if (count < 3) return 0;
    double total = 0;
    for (int i = 0; i < count; ++i) {
      final Vec3 p = kept[i];
      final Vec3 q = kept[(i + 1) % count];
      final Vec3 c = p.cross(q);
      final double s = c.length();
      if (s <= 0) continue;
      total += Math.atan2(s, p.dot(q)) * c.dot(normal) / s;
    }
    // The corners run clockwise as seen from a point in front of the facet that looks at it.
    return Math.max(0.0, -total / (2 * Math.PI));
  }

  /**
   * In squared scene units: T = A_a F_ab = A_b F_ba. The smaller facet is sampled at 1, 4 or 16 points by distance, the larger
   * one is integrated exactly; so one number serves both directions.
   */
  static double transport(Facet a, Facet b) {
    final boolean sampleA = a.area() < b.area() || (a.area() == b.area() && !(b.c0().x() < a.c0().x()));
    final Facet small = sampleA ? a : b;
    final Facet large = sampleA ? b : a;
    final double size = small.radius();
    final double gap = small.centre().minus(large.centre()).length() - large.radius();
    if (gap > 6 * size) return small.area() * mean(small, large, ONE_POINT);
    if (gap > size) return small.area() * mean(small, large, FOUR_POINTS);
    double total = 0;
    for (int i = 0; i < 4; ++i) {
      final Facet part = small.part(i);
      total += part.area() * mean(part, large, FOUR_POINTS);
    }
    return total;
  }

  private static double mean(Facet from, Facet to, double[][] rule) {
    double total = 0;
    double weights = 0;
    for (final double[] p : rule) {
      final Vec3 du = Vec3.between(from.c1().minus(from.c0()), from.c2().minus(from.c3()), p[1]);
      final Vec3 dv = Vec3.between(from.c3().minus(from.c0()), from.c2().minus(from.c1()), p[0]);
      final double w = Math.abs(du.cross(dv).dot(from.normal()));
      total += w * ofPoint(from.at(p[0], p[1]), from.normal(), to);
      weights += w;
    }
    return weights > 0 ? total / weights : 0;
  }
}
