package jackdaw.programs.radiosity.scene;

import java.util.ArrayList;
import java.util.List;

/** Puts rooms together from quadrangles and boxes. */
final class RoomBuilder {
  /** Sides of a box to leave out, joined by |. */
  static final int LOW_X = 1;
  static final int HIGH_X = 2;
  static final int LOW_Y = 4;
  static final int HIGH_Y = 8;
  static final int LOW_Z = 16;
  static final int HIGH_Z = 32;
  static final int UPRIGHT = LOW_Y | HIGH_Y;

  /** Materials of the inside of a box. */
  record Shell(int floor, int ceiling, int lowX, int highX, int lowZ, int highZ) {}

  private final List<Scene.Material> materials = new ArrayList<>();
  private final List<Scene.Patch> patches = new ArrayList<>();

  static Vec3 at(double x, double y, double z) {
    return new Vec3(x, y, z);
  }

  int paint(String name, Vec3 reflectance) {
    return paint(name, reflectance, Vec3.ZERO);
  }

  int paint(String name, Vec3 reflectance, Vec3 emission) {
    materials.add(new Scene.Material(name, reflectance, emission));
    return materials.size() - 1;
  }

  /** One quadrangle, counter-clockwise as seen from its front. */
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, int material) {
    patches.add(new Scene.Patch(Facet.of(a, b, c, d), material));
  }

  /** A box along the axes with its fronts outside. */
  void box(Vec3 l, Vec3 h, int material, int without) {
    if ((without & LOW_X) == 0) quad(at(l.x(), l.y(), l.z()), at(l.x(), l.y(), h.z()), at(l.x(), h.y(), h.z()), at(l.x(), h.y(), l.z()), material);
    if ((without & HIGH_X) == 0) quad(at(h.x(), l.y(), h.z()), at(h.x(), l.y(), l.z()), at(h.x(), h.y(), l.z()), at(h.x(), h.y(), h.z()), material);
    if ((without & LOW_Y) == 0) quad(at(l.x(), l.y(), l.z()), at(h.x(), l.y(), l.z()), at(h.x(), l.y(), h.z()), at(l.x(), l.y(), h.z()), material);
    if ((without & HIGH_Y) == 0) quad(at(l.x(), h.y(), h.z()), at(h.x(), h.y(), h.z()), at(h.x(), h.y(), l.z()), at(l.x(), h.y(), l.z()), material);
    if ((without & LOW_Z) == 0) quad(at(h.x(), l.y(), l.z()), at(l.x(), l.y(), l.z()), at(l.x(), h.y(), l.z()), at(h.x(), h.y(), l.z()), material);
    if ((without & HIGH_Z) == 0) quad(at(l.x(), l.y(), h.z()), at(h.x(), l.y(), h.z()), at(h.x(), h.y(), h.z()), at(l.x(), h.y(), h.z()), material);
  }

  /** The inside of a box. */
  void room(Vec3 l, Vec3 h, Shell m, int without) {
    if ((without & LOW_X) == 0) quad(at(l.x(), l.y(), h.z()), at(l.x(), l.y(), l.z()), at(l.x(), h.y(), l.z()), at(l.x(), h.y(), h.z()), m.lowX());
    if ((without & HIGH_X) == 0) quad(at(h.x(), l.y(), l.z()), at(h.x(), l.y(), h.z()), at(h.x(), h.y(), h.z()), at(h.x(), h.y(), l.z()), m.highX());
    if ((without & LOW_Y) == 0) quad(at(l.x(), l.y(), h.z()), at(h.x(), l.y(), h.z()), at(h.x(), l.y(), l.z()), at(l.x(), l.y(), l.z()), m.floor());
    if ((without & HIGH_Y) == 0) quad(at(l.x(), h.y(), l.z()), at(h.x(), h.y(), l.z()), at(h.x(), h.y(), h.z()), at(l.x(), h.y(), h.z()), m.ceiling());
    if ((without & LOW_Z) == 0) quad(at(l.x(), l.y(), l.z()), at(h.x(), l.y(), l.z()), at(h.x(), h.y(), l.z()), at(l.x(), h.y(), l.z()), m.lowZ());
    if ((without & HIGH_Z) == 0) quad(at(h.x(), l.y(), h.z()), at(l.x(), l.y(), h.z()), at(l.x(), h.y(), h.z()), at(h.x(), h.y(), h.z()), m.highZ());
  }

  Scene scene(String name) {
    return new Scene(name, materials, patches);
  }
}
