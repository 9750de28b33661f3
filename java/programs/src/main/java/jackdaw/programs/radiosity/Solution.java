package jackdaw.programs.radiosity;

import jackdaw.programs.radiosity.scene.Bvh;
import jackdaw.programs.radiosity.scene.Facet;
import jackdaw.programs.radiosity.scene.RandomRays;
import jackdaw.programs.radiosity.scene.Scene;
import jackdaw.programs.radiosity.scene.Vec3;

/** One solution under way: the trees over the patches, and what the phases share. */
public final class Solution {
  /** A link that carries more than this part of the lights' power, once reflected, is divided. */
  static final double ACCURACY = 2e-5;
  private static final double TOLERANCE = 2e-4;
  private static final int MOST_ITERATIONS = 20;
  private static final int LEAST_ITERATIONS = 5;
  /** Gather and push-pull sweeps in each iteration. */
  static final int SWEEPS = 2;

  /** What one worker has counted. */
  static final class Counts {
    long rays;
    long refinementTasks;
    long visibilityTasks;
    long radiosityTasks;
    long averagingTasks;
  }

  final Scene scene;
  final Bvh blockers;
  final double smallestArea;
  /** What one link may carry, W. */
  final double greatestPower;
  final double diagonal;
  final boolean[] open;
  final Element[] roots;
  final Counts[] counts;
  final Vec3[] shown;
  /** Which of Element.sent is valid. */
  int now;
  int iterations;
  double seconds;

  Solution(Scene scene, Bvh blockers, double accuracy, int workers) {
    this.scene = scene;
    this.blockers = blockers;
    smallestArea = Math.min(scene.area() / 20000, scene.litArea() / 16);
    greatestPower = accuracy * scene.emittedPower();
    diagonal = scene.diagonal();
    final int patches = scene.patches().size();
    open = isClosed() ? new boolean[patches] : openPatches();
    roots = new Element[patches];
    final Vec3 ambient = ambientIrradiance();
    for (int i = 0; i < patches; ++i) {
      final Scene.Material m = scene.materialOf(i);
      roots[i] = new Element(i, scene.patches().get(i).shape(), m.emission().plus(m.reflectance().times(ambient)));
    }
    counts = new Counts[workers];
    for (int i = 0; i < workers; ++i) counts[i] = new Counts();
    shown = new Vec3[scene.surfaces()];
  }

  Scene.Material materialOf(Element e) {
    return scene.materialOf(e.patch);
  }

  /** Radiosity times area over all patches, W. */
  public double totalRadiosity() {
    double total = 0;
    for (final Element root : roots) total += root.radiosity.sum() * root.shape.area();
    return total;
  }

  /** Whether another iteration is due after one that changed the total from `before`; counts it. */
  boolean goesOn(double before) {
    ++iterations;
    final double after = totalRadiosity();
    final double change = after > 0 ? Math.abs(after - before) / after : 0;
    return !(change < TOLERANCE && iterations >= LEAST_ITERATIONS) && iterations < MOST_ITERATIONS;
  }

  /** What is reported; interactions are counted once for each direction. */
  public record Report(long elements, long leaves, long interactions, long visible, int iterations, long rays, double seconds) {}

  public Report report() {
    final long[] sums = new long[4];
    for (final Element root : roots) {
      root.forEach(e -> {
        ++sums[0];
        if (e.isLeaf()) ++sums[1];
        sums[2] += e.links.size();
        for (final Link link : e.links) {
          if (link.seen > 0) ++sums[3];
        }
      });
    }
    long rays = 0;
    for (final Counts each : counts) rays += each.rays;
    return new Report(sums[0], sums[1], sums[2], sums[3], iterations, rays, seconds);
  }

  /** Key and radiosity of each leaf, in the order of the trees: what two solutions are compared by. */
  public interface LeafVisitor {
    void leaf(long key, double red, double green, double blue);
  }

  public void forEachLeaf(LeafVisitor visit) {
    for (final Element root : roots) {
      root.forEach(e -> {
        if (e.isLeaf()) visit.leaf(e.key, e.radiosity.x(), e.radiosity.y(), e.radiosity.z());
      });
    }
  }

  /** The radiosity that all surfaces would have on average, by which the first iteration starts near the end. */
  private Vec3 ambientIrradiance() {
    Vec3 emitted = Vec3.ZERO;
    Vec3 kept = Vec3.ZERO;
    for (int i = 0; i < scene.patches().size(); ++i) {
      final Scene.Material m = scene.materialOf(i);
      final double area = scene.patches().get(i).shape().area();
      emitted = emitted.plus(m.emission().times(area));
      kept = kept.plus(Vec3.ONE.minus(m.reflectance()).times(area));
    }
    return new Vec3(emitted.x() / kept.x(), emitted.y() / kept.y(), emitted.z() / kept.z());
  }

  private boolean isClosed() {
    final int perPatch = 1 + 8000 / scene.patches().size();
    final RandomRays random = new RandomRays(1);
    double all = 0;
    double gone = 0;
    for (int i = 0; i < scene.patches().size(); ++i) {
      final Facet f = scene.patches().get(i).shape();
      for (int k = 0; k < perPatch; ++k) {
        final Vec3 from = samplePoint(f, random);
        final Vec3 way = random.cosineDirection(f.normal());
        all += f.area();
        if (blockers.leaves(from, way, 1e-9 * diagonal, i)) gone += f.area();
      }
    }
    return gone < 1e-3 * all;
  }

  private boolean[] openPatches() {
    final boolean[] found = new boolean[scene.patches().size()];
    final RandomRays random = new RandomRays(2);
    for (int i = 0; i < found.length; ++i) {
      final Facet f = scene.patches().get(i).shape();
      for (int k = 0; k < 200 && !found[i]; ++k) {
        final Vec3 from = samplePoint(f, random);
        found[i] = blockers.leavesOrMeetsBack(from, random.cosineDirection(f.normal()), 1e-9 * diagonal, i);
      }
    }
    return found;
  }

  /** Compilers of C++ may evaluate the two arguments of the original in either order; g++ takes the last one first. */
  private static Vec3 samplePoint(Facet f, RandomRays random) {
    final double t = random.uniform();
    final double s = random.uniform();
    return f.at(s, t);
  }
}
