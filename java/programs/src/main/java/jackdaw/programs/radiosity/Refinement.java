package jackdaw.programs.radiosity;

import java.util.List;
import jackdaw.programs.radiosity.scene.Facet;
import jackdaw.programs.radiosity.scene.Scene;
import jackdaw.programs.radiosity.scene.Vec3;

/** Which pairs of elements exchange light directly, and which through their parts. */
final class Refinement {
  /** Of what a surface receives at least so much counts: a black one reflects nothing, and still absorbs. */
  private static final double LEAST_REFLECTED = 0.1;
  private static final double PREFERENCE = 16;

  private Refinement() {}

  /** The pair, unless the two cannot see each other; `full`: a pair above is known to have nothing between. */
  private static void add(Solution s, Element a, Element b, boolean full, List<Candidate> into) {
    if (!Facet.faceEachOther(a.shape, b.shape, 1e-7 * s.diagonal)) return;
    final double transport = FormFactors.transport(a.shape, b.shape);
    if (transport > 0) into.add(new Candidate(a, b, transport, full ? 1 : 0, full, full));
  }

  /** The pairs of patch `i` with all later patches. */
  static void firstCandidates(Solution s, int i, List<Candidate> into) {
    for (int j = i + 1; j < s.roots.length; ++j) add(s, s.roots[i], s.roots[j], false, into);
  }

  /** Finds the visible part: casts rays, the more the more light is at stake. */
  static void look(Solution s, Candidate c, Solution.Counts counts) {
    final double stake = Math.max(toA(s, c), toB(s, c)) / s.greatestPower;
    final int rays = (int) Math.floor(Math.min(256.0, 8 + 150 * Math.sqrt(stake)) + 0.5);
    final Visibility.Seen seen = Visibility.look(s.blockers, c.a.shape, c.a.patch, c.b.shape, c.b.patch, rays,
        c.a.key * 0x9e3779b97f4a7c15L ^ c.b.key);
    counts.rays += seen.rays();
    c.seen = seen.part();
    c.full = seen.full();
    c.known = true;
  }

  /**
   * Whether the pair may be linked as it is. Depends on the pair and on radiosities of the last iteration only, so any order
   * of tasks makes the same links.
   */
  static boolean fineEnough(Solution s, Candidate c) {
    final double measure = c.full ? 0.5 : c.seen > 0 ? 1.0 : 0.05;
    return Math.max(toA(s, c), toB(s, c)) * measure <= s.greatestPower || toDivide(s, c) == null;
  }

  /** The pairs into which one too coarse is divided: the larger element by its four parts. */
  static void divide(Solution s, Candidate c, List<Candidate> into) {
    final Element larger = toDivide(s, c);
    for (final Element part : larger.parts()) {
      add(s, larger == c.a ? part : c.a, larger == c.b ? part : c.b, c.full, into);
    }
  }

  /** Takes out the links owned by `e` that have become too coarse. */
  static void coarseLinks(Solution s, Element e, List<Candidate> into) {
    for (final Link link : e.links) {
      if (link.a != e) continue;
      final Candidate c = new Candidate(link.a, link.b, link.transport, link.seen, true, link.full);
      if (fineEnough(s, c)) continue;
      Element.disconnect(link);
      into.add(c);
    }
  }

  // The powers that the two would receive from each other and reflect, W, were nothing between them.

  private static double toA(Solution s, Candidate c) {
    return c.transport * reflected(s.materialOf(c.a), c.b.radiosity);
  }

  private static double toB(Solution s, Candidate c) {
    return c.transport * reflected(s.materialOf(c.b), c.a.radiosity);
  }

  private static double reflected(Scene.Material by, Vec3 radiosity) {
    return Math.max(by.reflectance().times(radiosity).sum(), LEAST_REFLECTED * radiosity.sum());
  }

  private static boolean isDivisible(Solution s, Element e) {
    return e.shape.area() > s.smallestArea && e.depth < Element.GREATEST_DEPTH;
  }

  /** Which of the two to divide: the area of the side that receives more counts up to sixteen times. Null: none. */
  private static Element toDivide(Solution s, Candidate c) {
    final boolean a = isDivisible(s, c.a);
    final boolean b = isDivisible(s, c.b);
    if (!a || !b) return a ? c.a : b ? c.b : null;
    final double toA = toA(s, c);
    final double toB = toB(s, c);
    final double favour = toB > 0 ? Math.min(Math.max(toA / toB, 1 / PREFERENCE), PREFERENCE) : PREFERENCE;
    final double ratio = c.a.shape.area() / c.b.shape.area() * favour;
    if (Math.abs(ratio - 1) < 1e-9) return c.a.depth <= c.b.depth ? c.a : c.b;
    return ratio > 1 ? c.a : c.b;
  }
}
