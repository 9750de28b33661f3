package jackdaw.programs.radiosity.scene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is lit: patches with materials. The same scenes as those of the C++ application. */
public final class Scene {
  /**
   * A paint.
   *
   * @param reflectance part of the incident light, per channel, at most 0.85
   * @param emission own radiosity in W/m², per channel
   */
  public record Material(String name, Vec3 reflectance, Vec3 emission) {}

  /** A surface of the input. */
  public record Patch(Facet shape, int material) {}

  private static final double GREATEST_REFLECTANCE = 0.85;

  private record Edge(GridPoint a, GridPoint b) {}

  private final String name;
  private final List<Material> materials;
  private final List<Patch> patches;
  private final int[] surfaceOf;
  private final int surfaces;
  private final Vec3 low;
  private final Vec3 high;

  Scene(String name, List<Material> materials, List<Patch> patches) {
    this.name = name;
    this.materials = materials.stream().map(Scene::lowered).toList();
    this.patches = List.copyOf(patches);
    Vec3 lowest = patches.get(0).shape().c0();
    Vec3 highest = lowest;
    for (final Patch patch : patches) {
      for (int i = 0; i < 4; ++i) {
        lowest = lowest.lowest(patch.shape().corner(i));
        highest = highest.highest(patch.shape().corner(i));
      }
    }
    low = lowest;
    high = highest;
    surfaceOf = new int[patches.size()];
    surfaces = findSurfaces();
  }

  /** One of {@code cornell}, {@code small} and {@code largeroom}. */
  public static Scene named(String name) {
    return switch (name) {
      case "cornell" -> Rooms.cornellBox();
      case "small" -> Rooms.smallRoom();
      case "largeroom" -> LargeRoom.make();
      default -> throw new IllegalArgumentException("there is no scene '" + name + "'; expected cornell, small or largeroom");
    };
  }

  public String name() {
    return name;
  }

  public List<Patch> patches() {
    return patches;
  }

  public Material materialOf(int patch) {
    return materials.get(patches.get(patch).material());
  }

  /** Patches of one flat, connected, equally coloured surface share a number. */
  public int surfaceOf(int patch) {
    return surfaceOf[patch];
  }

  public int surfaces() {
    return surfaces;
  }

  public Vec3 low() {
    return low;
  }

  public double diagonal() {
    return high.minus(low).length();
  }

  public double area() {
    double total = 0;
    for (final Patch patch : patches) total += patch.shape().area();
    return total;
  }

  /** Of all lights. */
  public double litArea() {
    double total = 0;
    for (int i = 0; i < patches.size(); ++i) {
      if (materialOf(i).emission().sum() > 0) total += patches.get(i).shape().area();
    }
    return total;
  }

  /** Power of all lights in W, channels added. */
  public double emittedPower() {
    double total = 0;
    for (int i = 0; i < patches.size(); ++i) total += materialOf(i).emission().sum() * patches.get(i).shape().area();
    return total;
  }

  private static Material lowered(Material m) {
    final Vec3 most = new Vec3(GREATEST_REFLECTANCE, GREATEST_REFLECTANCE, GREATEST_REFLECTANCE);
    return new Material(m.name(), m.reflectance().lowest(most), m.emission());
  }

  /** Joins patches that share a whole edge, a plane and a material. */
  private int findSurfaces() {
    final int[] leader = new int[patches.size()];
    for (int i = 0; i < leader.length; ++i) leader[i] = i;
    final Map<Edge, List<Integer>> atEdge = new HashMap<>();
    for (int i = 0; i < leader.length; ++i) {
      final Facet f = patches.get(i).shape();
      for (int c = 0; c < 4; ++c) {
        final GridPoint a = GridPoint.of(f.corner(c), low, diagonal());
        final GridPoint b = GridPoint.of(f.corner((c + 1) % 4), low, diagonal());
        final Edge edge = b.compareTo(a) < 0 ? new Edge(b, a) : new Edge(a, b);
        final List<Integer> others = atEdge.computeIfAbsent(edge, key -> new ArrayList<>());
        for (final int j : others) {
          final Patch other = patches.get(j);
          if (other.material() == patches.get(i).material() && other.shape().normal().dot(f.normal()) > 0.9999)
            leader[find(leader, i)] = find(leader, j);
        }
        others.add(i);
      }
    }
    final int[] number = new int[leader.length];
    int found = 0;
    for (int i = 0; i < leader.length; ++i) {
      final int of = find(leader, i);
      if (number[of] == 0) number[of] = ++found;
      surfaceOf[i] = number[of] - 1;
    }
    return found;
  }

  private static int find(int[] leader, int of) {
    int i = of;
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  }
}
