package jackdaw.programs.radiosity.scene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A bounding volume hierarchy over the patches (binned surface area heuristic, Wald 2007): what a ray meets first, and what
 * stands between two points. Built once, then read by any number of threads.
 */
public final class Bvh {
  /** What stands between two points. */
  public enum Passage {
    /** Nothing. */
    CLEAR,
    /** Something. */
    BLOCKED,
    /** An end lies inside a body: the first thing met there is a back side. */
    BURIED
  }

  private static final int BINS = 16;
  private static final int DEEPEST = 64;
  private static final int NUMBERS_OF_NODE = 6;
  private static final int NUMBERS_OF_TRIANGLE = 9;

  private record Box(Vec3 low, Vec3 high) {
    Box with(Box o) {
      return new Box(low.lowest(o.low), high.highest(o.high));
    }

    double halfArea() {
      final Vec3 d = high.minus(low);
      return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
    }

    Vec3 centre() {
      return low.plus(high).times(0.5);
    }
  }

  private record Triangle(Vec3 corner, Vec3 edge1, Vec3 edge2, int patch) {}

  // Of node i: bounds (low, high), first, count, axis. In arrays, so that a ray follows no pointers.
  private double[] bounds = new double[64 * NUMBERS_OF_NODE];
  private int[] first = new int[64];
  private int[] count = new int[64];
  private int[] axis = new int[64];
  private int nodes;
  private final double[] triangles;
  private final int[] patches;

  public Bvh(Scene scene) {
    final List<Triangle> all = new ArrayList<>();
    final List<Box> boxes = new ArrayList<>();
    final double margin = 1e-9 * scene.diagonal();  // flat boxes get a thickness, so that rounding loses no hit
    final Vec3 thickness = new Vec3(margin, margin, margin);
    for (int i = 0; i < scene.patches().size(); ++i) {
      final Facet f = scene.patches().get(i).shape();
      for (int k = 2; k < 4; ++k) {
        final Vec3 p = f.corner(k - 1);
        final Vec3 q = f.corner(k);
        all.add(new Triangle(f.c0(), p.minus(f.c0()), q.minus(f.c0()), i));
        final Vec3 low = f.c0().lowest(p).lowest(q);
        final Vec3 high = f.c0().highest(p).highest(q);
        boxes.add(new Box(low.minus(thickness), high.plus(thickness)));
      }
    }
    final Integer[] order = new Integer[all.size()];
    for (int i = 0; i < order.length; ++i) order[i] = i;
    build(0, order.length, 0, boxes, order);
    triangles = new double[order.length * NUMBERS_OF_TRIANGLE];
    patches = new int[order.length];
    for (int i = 0; i < order.length; ++i) {
      final Triangle t = all.get(order[i]);
      patches[i] = t.patch;
      int at = i * NUMBERS_OF_TRIANGLE;
      for (final Vec3 v : new Vec3[] {t.corner, t.edge1, t.edge2}) {
        for (int k = 0; k < 3; ++k) triangles[at++] = v.along(k);
      }
    }
  }

  /** Whether the ray leaves the scene without meeting anything beyond `nearest` but `skip`. */
  public boolean leaves(Vec3 origin, Vec3 direction, double nearest, int skip) {
    final int[] hit = {-1};
    firstHit(origin, direction, nearest, skip, hit);
    return hit[0] < 0;
  }

  /** Whether the first thing that the ray meets shows its back, or there is none. */
  public boolean leavesOrMeetsBack(Vec3 origin, Vec3 direction, double nearest, int skip) {
    final int[] hit = {-1};
    return !firstHit(origin, direction, nearest, skip, hit) || hit[0] < 0;
  }

  /** Whether the front of what is met is seen; `hit` gets its patch. */
  private boolean firstHit(Vec3 origin, Vec3 direction, double nearest, int skip, int[] hit) {
    final Vec3 inverse = new Vec3(1 / direction.x(), 1 / direction.y(), 1 / direction.z());
    final int[] stack = new int[DEEPEST];
    int height = 0;
    int at = 0;
    double best = Double.POSITIVE_INFINITY;
    boolean bestFront = false;
    for (;;) {
      if (meets(at, origin, inverse, nearest, best)) {
        if (count[at] == 0) {
          final boolean backwards = direction.along(axis[at]) < 0;
          stack[height++] = backwards ? at + 1 : first[at];
          at = backwards ? first[at] : at + 1;
          continue;
        }
        for (int i = first[at]; i < first[at] + count[at]; ++i) {
          if (patches[i] == skip) continue;
          final double signed = meet(i, origin, direction);
          final double d = distance(signed);
          if (d > nearest && d < best) {
            best = d;
            bestFront = front(signed);
            hit[0] = patches[i];
          }
        }
      }
      if (height == 0) return bestFront;
      at = stack[--height];
    }
  }

  /** What the straight way from `from` on patch `a` to `to` on patch `b` meets; these two do not count. */
  public Passage between(Vec3 from, Vec3 to, int a, int b) {
    // What touches the ends (a leg on the floor) must not block by rounding, so they are drawn in a little.
    final double margin = 1e-7;
    final Vec3 direction = to.minus(from);
    final Vec3 inverse = new Vec3(1 / direction.x(), 1 / direction.y(), 1 / direction.z());
    double nearest = 2;
    double farthest = -1;
    boolean entersFirst = true;
    boolean entersLast = false;
    final int[] stack = new int[DEEPEST];
    int height = 0;
    int at = 0;
    for (;;) {
      if (meets(at, from, inverse, margin, 1 - margin)) {
        if (count[at] == 0) {
          stack[height++] = first[at];
          ++at;
          continue;
        }
        for (int i = first[at]; i < first[at] + count[at]; ++i) {
          if (patches[i] == a || patches[i] == b) continue;
          final double signed = meet(i, from, direction);
          final double d = distance(signed);
          if (!(d > margin && d < 1 - margin)) continue;
          final boolean front = front(signed);
          // At the same place the two fronts of a sheet: it is entered from either side.
          if (d < nearest - margin) {
            nearest = d;
            entersFirst = front;
          } else if (d < nearest + margin) {
            entersFirst = entersFirst || front;
          }
          if (d > farthest + margin) {
            farthest = d;
            entersLast = front;
          } else if (d > farthest - margin) {
            entersLast = entersLast && front;
          }
        }
      }
      if (height == 0) break;
      at = stack[--height];
    }
    if (farthest < 0) return Passage.CLEAR;
    return entersFirst && !entersLast ? Passage.BLOCKED : Passage.BURIED;
  }

  // A hit as one number: the distance along the ray plus 1, negative where the back is met; 0: none.
  private static double distance(double signed) {
    return Math.abs(signed) - 1;
  }

  private static boolean front(double signed) {
    return signed > 0;
  }

  private boolean meets(int node, Vec3 origin, Vec3 inverse, double nearest, double farthest) {
    final int at = node * NUMBERS_OF_NODE;
    final double x1 = (bounds[at] - origin.x()) * inverse.x();
    final double x2 = (bounds[at + 3] - origin.x()) * inverse.x();
    final double y1 = (bounds[at + 1] - origin.y()) * inverse.y();
    final double y2 = (bounds[at + 4] - origin.y()) * inverse.y();
    final double z1 = (bounds[at + 2] - origin.z()) * inverse.z();
    final double z2 = (bounds[at + 5] - origin.z()) * inverse.z();
    final double in = larger(larger(smaller(x1, x2), smaller(y1, y2)), larger(smaller(z1, z2), nearest));
    final double out = smaller(smaller(larger(x1, x2), larger(y1, y2)), smaller(larger(z1, z2), farthest));
    return in <= out;
  }

  /** As std::max and std::min, which are other than Math's where a number is NaN, as 0 times infinity is. */
  private static double larger(double a, double b) {
    return a < b ? b : a;
  }

  private static double smaller(double a, double b) {
    return b < a ? b : a;
  }

  /** Möller and Trumbore 1997. The tests at edges let a hair's breadth through, so that no ray slips between two. */
  private double meet(int triangle, Vec3 origin, Vec3 direction) {
    final double slack = 1e-9;
    final int at = triangle * NUMBERS_OF_TRIANGLE;
    final double[] t = triangles;
    final Vec3 edge1 = new Vec3(t[at + 3], t[at + 4], t[at + 5]);
    final Vec3 edge2 = new Vec3(t[at + 6], t[at + 7], t[at + 8]);
    final Vec3 p = direction.cross(edge2);
    final double det = edge1.dot(p);
    if (det == 0) return 0;
    final double inverse = 1 / det;
    final Vec3 s = new Vec3(origin.x() - t[at], origin.y() - t[at + 1], origin.z() - t[at + 2]);
    final double u = s.dot(p) * inverse;
    if (u < -slack || u > 1 + slack) return 0;
    final Vec3 q = s.cross(edge1);
    final double v = direction.dot(q) * inverse;
    if (v < -slack || u + v > 1 + slack) return 0;
    final double d = edge2.dot(q) * inverse;
    if (!(d >= 0)) return 0;
    return det > 0 ? d + 1 : -(d + 1);
  }

  private int addNode(Box box) {
    if (nodes == first.length) {
      bounds = Arrays.copyOf(bounds, 2 * bounds.length);
      first = Arrays.copyOf(first, 2 * nodes);
      count = Arrays.copyOf(count, 2 * nodes);
      axis = Arrays.copyOf(axis, 2 * nodes);
    }
    for (int k = 0; k < 3; ++k) {
      bounds[nodes * NUMBERS_OF_NODE + k] = box.low.along(k);
      bounds[nodes * NUMBERS_OF_NODE + 3 + k] = box.high.along(k);
    }
    return nodes++;
  }

  private record Side(int count, double cost) {}

  private static Side sweep(Box[] bounds, int[] counts, int from, int to) {
    Box all = null;
    int n = 0;
    for (int b = from; b < to; ++b) {
      if (counts[b] == 0) continue;
      all = all == null ? bounds[b] : all.with(bounds[b]);
      n += counts[b];
    }
    return new Side(n, n == 0 ? 0 : all.halfArea() * n);
  }

  private void build(int begin, int end, int depth, List<Box> boxes, Integer[] order) {
    Box made = boxes.get(order[begin]);
    Box centres = new Box(made.centre(), made.centre());
    for (int i = begin; i < end; ++i) {
      final Box box = boxes.get(order[i]);
      made = made.with(box);
      centres = centres.with(new Box(box.centre(), box.centre()));
    }
    final int self = addNode(made);
    int cut = begin;
    int cutAxis = 0;
    if (end - begin > 2 && depth + 1 < DEEPEST) {
      double best = made.halfArea() * (end - begin);
      for (int along = 0; along < 3; ++along) {
        final double from = centres.low.along(along);
        final double width = centres.high.along(along) - from;
        if (width <= 0) continue;
        final Box[] bins = new Box[BINS];
        final int[] counts = new int[BINS];
        for (int i = begin; i < end; ++i) {
          final Box box = boxes.get(order[i]);
          final int b = Math.min(BINS - 1, (int) ((box.centre().along(along) - from) / width * BINS));
          bins[b] = counts[b]++ == 0 ? box : bins[b].with(box);
        }
        for (int k = 1; k < BINS; ++k) {
          final Side left = sweep(bins, counts, 0, k);
          final Side right = sweep(bins, counts, k, BINS);
          if (left.count == 0 || right.count == 0 || left.cost + right.cost >= best) continue;
          best = left.cost + right.cost;
          cut = begin + left.count;
          cutAxis = along;
        }
      }
      if (cut == begin && end - begin > 8) {
        cut = begin + (end - begin) / 2;
        cutAxis = 0;
      }
      // Ties by index keep the tree the same in every run.
      if (cut != begin) {
        final int along = cutAxis;
        Arrays.sort(order, begin, end, (a, b) -> {
          final double ca = boxes.get(a).centre().along(along);
          final double cb = boxes.get(b).centre().along(along);
          return ca < cb ? -1 : ca > cb ? 1 : Integer.compare(a, b);
        });
      }
    }
    if (cut == begin) {
      first[self] = begin;
      count[self] = end - begin;
      return;
    }
    axis[self] = cutAxis;
    build(begin, cut, depth + 1, boxes, order);
    first[self] = nodes;
    build(cut, end, depth + 1, boxes, order);
  }
}
