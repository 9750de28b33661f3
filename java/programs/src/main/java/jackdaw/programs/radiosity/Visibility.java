package jackdaw.programs.radiosity;

import jackdaw.programs.radiosity.scene.Bvh;
import jackdaw.programs.radiosity.scene.Facet;
import jackdaw.programs.radiosity.scene.RandomRays;
import jackdaw.programs.radiosity.scene.Vec3;

/** How much of one facet another one sees: rays between sample points of both. */
final class Visibility {
  /** Roberts' sequence in four dimensions. */
  private static final double S0 = 0.8566748838545029;
  private static final double S1 = 0.733891856627126;
  private static final double S2 = 0.6287067210378087;
  private static final double S3 = 0.5385972572236101;

  /**
   * What was seen.
   *
   * @param part 0 to 1
   * @param rays how many were cast
   * @param full whether no ray was blocked
   */
  record Seen(double part, int rays, boolean full) {}

  private Visibility() {}

  private static double step(double at, double by) {
    final double next = at + by;
    return next >= 1 ? next - 1 : next;
  }

  /** Casts up to `rays` rays. What comes out depends on the arguments only, not on the order of tasks. */
  static Seen look(Bvh blockers, Facet a, int patchA, Facet b, int patchB, int rays, long seed) {
    final RandomRays random = new RandomRays(seed);
    double at0 = random.uniform();
    double at1 = random.uniform();
    double at2 = random.uniform();
    double at3 = random.uniform();
    final double nearA = a.radius();
    final double nearB = b.radius();
    // Keeps one very short ray between touching facets from deciding alone.
    final double softened = 0.01 * (nearA * nearA + nearB * nearB);
    int cast = 0;
    int exposed = 0;
    int seen = 0;
    double clear = 0;
    double all = 0;
    for (int i = 0; i < rays; ++i) {
      at0 = step(at0, S0);
      at1 = step(at1, S1);
      at2 = step(at2, S2);
      at3 = step(at3, S3);
      final Vec3 from = a.at(at0, at1);
      final Vec3 to = b.at(at2, at3);
      final Vec3 way = to.minus(from);
      final double square = way.dot(way);
      final double cosA = way.dot(a.normal());
      final double cosB = -way.dot(b.normal());
      if (cosA <= 0 || cosB <= 0) continue;
      final double weight = cosA * cosB / (square * (square + softened));
      ++cast;
      final Bvh.Passage passage = blockers.between(from, to, patchA, patchB);
      if (passage == Bvh.Passage.BURIED) continue;
      all += weight;
      ++exposed;
      if (passage == Bvh.Passage.BLOCKED) continue;
      clear += weight;
      ++seen;
    }
    return new Seen(all > 0 ? clear / all : 0, cast, exposed > 0 && seen == exposed);
  }
}
