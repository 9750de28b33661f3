package jackdaw.programs.radiosity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jackdaw.programs.radiosity.scene.GridPoint;
import jackdaw.programs.radiosity.scene.Vec3;

/**
 * The display mesh of one surface: every corner gets the mean of the leaves around it. A corner in the middle of a larger
 * leaf's edge gets the value interpolated along that edge.
 */
final class Averaging {
  private static final class Vertex {
    final Vec3 position;
    Vec3 radiosity = Vec3.ZERO;
    double weight;

    Vertex(Vec3 position) {
      this.position = position;
    }
  }

  private record Cell(Element leaf, Vertex[] corners) {}

  private final Solution s;
  private final Map<GridPoint, Vertex> at = new HashMap<>();
  private final List<Cell> cells = new ArrayList<>();

  private Averaging(Solution s) {
    this.s = s;
  }

  /** What the display shows of a surface, W, goes to Solution.shown. */
  static void average(Solution s, int surface) {
    final Averaging work = new Averaging(s);
    for (int patch = 0; patch < s.roots.length; ++patch) {
      if (s.scene.surfaceOf(patch) == surface) {
        s.roots[patch].forEach(e -> {
          if (e.isLeaf()) work.add(e);
        });
      }
    }
    for (final Vertex v : work.at.values()) v.radiosity = v.radiosity.times(1 / v.weight);
    // Large leaves first: the ends of an edge may lie within a still larger leaf's edge. The sort is stable.
    work.cells.sort((a, b) -> Double.compare(b.leaf.shape.area(), a.leaf.shape.area()));
    for (final Cell cell : work.cells) {
      for (int c = 0; c < 4; ++c) work.straighten(cell.corners[c], cell.corners[(c + 1) % 4]);
    }
    s.shown[surface] = work.power();
  }

  private GridPoint key(Vec3 position) {
    return GridPoint.of(position, s.scene.low(), s.diagonal);
  }

  private void add(Element leaf) {
    final double w = Math.pow(Math.min(Math.max(leaf.rowSum, 0.01), 1.0), 4);
    final Vertex[] corners = new Vertex[4];
    for (int c = 0; c < 4; ++c) {
      final Vec3 position = leaf.shape.corner(c);
      corners[c] = at.computeIfAbsent(key(position), key -> new Vertex(position));
      corners[c].radiosity = corners[c].radiosity.plus(leaf.radiosity.times(w));
      corners[c].weight += w;
    }
    cells.add(new Cell(leaf, corners));
  }

  /** Gives every vertex that lies within the edge a-b of a leaf the value interpolated along it. */
  private void straighten(Vertex a, Vertex b) {
    final Vertex middle = at.get(key(Vec3.between(a.position, b.position, 0.5)));
    if (middle == null || middle == a || middle == b) return;
    middle.radiosity = Vec3.between(a.radiosity, b.radiosity, 0.5);
    straighten(a, middle);
    straighten(middle, b);
  }

  private Vec3 power() {
    Vec3 sum = Vec3.ZERO;
    for (final Cell cell : cells) {
      for (final Vertex v : cell.corners) sum = sum.plus(v.radiosity.times(cell.leaf.shape.area() / 4));
    }
    return sum;
  }
}
