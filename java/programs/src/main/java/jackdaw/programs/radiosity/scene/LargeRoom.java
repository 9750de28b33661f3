package jackdaw.programs.radiosity.scene;

import static jackdaw.programs.radiosity.scene.RoomBuilder.HIGH_X;
import static jackdaw.programs.radiosity.scene.RoomBuilder.HIGH_Y;
import static jackdaw.programs.radiosity.scene.RoomBuilder.HIGH_Z;
import static jackdaw.programs.radiosity.scene.RoomBuilder.LOW_X;
import static jackdaw.programs.radiosity.scene.RoomBuilder.LOW_Y;
import static jackdaw.programs.radiosity.scene.RoomBuilder.LOW_Z;
import static jackdaw.programs.radiosity.scene.RoomBuilder.UPRIGHT;
import static jackdaw.programs.radiosity.scene.RoomBuilder.at;

/** A furnished room of 532 patches, as many as KR02's "largeroom" has. */
final class LargeRoom {
  private static final double WIDTH = 10;
  private static final double HEIGHT = 3;
  private static final double DEPTH = 7;

  private final RoomBuilder b = new RoomBuilder();
  private final int wall = b.paint("wall", at(0.75, 0.73, 0.68));
  private final int warmWall = b.paint("warm wall", at(0.72, 0.42, 0.28));
  private final int floor = b.paint("floor", at(0.45, 0.32, 0.22));
  private final int ceiling = b.paint("ceiling", at(0.82, 0.82, 0.82));
  private final int wood = b.paint("wood", at(0.60, 0.42, 0.25));
  private final int darkWood = b.paint("dark wood", at(0.32, 0.20, 0.12));
  private final int metal = b.paint("metal", at(0.40, 0.42, 0.45));
  private final int seat = b.paint("seat", at(0.15, 0.35, 0.50));
  private final int blue = b.paint("blue", at(0.15, 0.22, 0.60));
  private final int red = b.paint("red", at(0.62, 0.12, 0.10));
  private final int green = b.paint("green", at(0.15, 0.45, 0.18));
  private final int ochre = b.paint("ochre", at(0.70, 0.52, 0.15));
  private final int paper = b.paint("paper", at(0.80, 0.80, 0.76));
  private final int door = b.paint("door", at(0.50, 0.33, 0.20));
  private final int tube = b.paint("tube light", at(0.6, 0.6, 0.6), at(60, 57, 50));
  private final int shade = b.paint("shade light", at(0.6, 0.5, 0.4), at(34, 25, 13));

  private LargeRoom() {}

  static Scene make() {
    return new LargeRoom().furnished();
  }

  private Scene furnished() {
    b.room(at(0, 0, 0), at(WIDTH, HEIGHT, DEPTH), new RoomBuilder.Shell(floor, ceiling, warmWall, wall, wall, wall), 0);
    for (final double x : new double[] {1.4, 5.2}) {
      for (final double z : new double[] {1.2, 3.6}) {
        desk(x, z, z < 2 ? red : green);
        chair(x + 0.25, z + 0.95, 1);
        chair(x + 0.95, z - 0.62, 0);
      }
    }
    shelf(0.6);
    shelf(2.0);
    for (final double x : new double[] {1.6, 5.4}) {
      for (final double z : new double[] {1.5, 3.9}) ceilingLamp(x, z);
    }
    standingLamp(8.9, 6.2);
    picture(4.0, 1.3, 1.1, 0.8, ochre);
    picture(5.6, 1.3, 0.8, 0.8, blue);
    // The door in the wall at high x, with a frame and a handle.
    b.box(at(WIDTH - 0.04, 0, 2.4), at(WIDTH, 2.1, 3.4), door, LOW_Y | HIGH_X);
    b.box(at(WIDTH - 0.06, 0, 2.3), at(WIDTH, 2.2, 2.4), darkWood, LOW_Y | HIGH_X);
    b.box(at(WIDTH - 0.06, 0, 3.4), at(WIDTH, 2.2, 3.5), darkWood, LOW_Y | HIGH_X);
    b.box(at(WIDTH - 0.06, 2.1, 2.4), at(WIDTH, 2.2, 3.4), darkWood, HIGH_X | LOW_Z | HIGH_Z);
    b.box(at(WIDTH - 0.12, 1.02, 3.2), at(WIDTH - 0.04, 1.06, 3.32), metal, HIGH_X);
    return b.scene("largeroom");
  }

  /** Four legs under the corners of a rectangle, from the floor up to `top`. */
  private void legs(double x0, double z0, double x1, double z1, double top, double thick) {
    for (final double x : new double[] {x0, x1 - thick}) {
      for (final double z : new double[] {z0, z1 - thick}) b.box(at(x, 0, z), at(x + thick, top, z + thick), metal, UPRIGHT);
    }
  }

  /** A desk with a chest of drawers under one end, a sheet of paper and a book on it. */
  private void desk(double x, double z, int book) {
    b.box(at(x, 0.70, z), at(x + 1.6, 0.74, z + 0.8), wood, 0);
    legs(x + 0.03, z + 0.03, x + 1.57, z + 0.77, 0.70, 0.05);
    b.box(at(x + 1.12, 0.18, z + 0.12), at(x + 1.50, 0.70, z + 0.70), darkWood, HIGH_Y);
    b.box(at(x + 0.25, 0.74, z + 0.25), at(x + 0.50, 0.79, z + 0.42), book, LOW_Y);
    b.quad(at(x + 0.70, 0.741, z + 0.60), at(x + 0.91, 0.741, z + 0.60), at(x + 0.91, 0.741, z + 0.30), at(x + 0.70, 0.741, z + 0.30), paper);
  }

  /** A chair; `back` is the side of its back rest along z: 0 low, 1 high. */
  private void chair(double x, double z, int back) {
    b.box(at(x, 0.42, z), at(x + 0.44, 0.46, z + 0.44), seat, 0);
    legs(x + 0.02, z + 0.02, x + 0.42, z + 0.42, 0.42, 0.04);
    final double at = back == 0 ? z : z + 0.40;
    b.box(at(x, 0.50, at), at(x + 0.44, 0.92, at + 0.04), seat, 0);
  }

  /** A book shelf against the wall at high z, with four rows of books. */
  private void shelf(double x) {
    final double front = DEPTH - 0.32;
    final double w = 1.2;
    final double h = 2.0;
    final double t = 0.03;
    b.box(at(x, 0, front), at(x + t, h, DEPTH), darkWood, LOW_Y | HIGH_Z);
    b.box(at(x + w - t, 0, front), at(x + w, h, DEPTH), darkWood, LOW_Y | HIGH_Z);
    b.box(at(x + t, h - t, front), at(x + w - t, h, DEPTH), darkWood, LOW_X | HIGH_X | HIGH_Z);
    final int[] colours = {red, green, ochre, blue};
    for (int row = 0; row < 4; ++row) {
      final double y = 0.08 + 0.48 * row;
      b.box(at(x + t, y - t, front), at(x + w - t, y, DEPTH), darkWood, LOW_X | HIGH_X | HIGH_Z);
      final double from = x + t + 0.05 + 0.04 * row;
      final double to = from + 0.55 + 0.11 * (row % 3);
      b.box(at(from, y, front + 0.06), at(to, y + 0.30 - 0.02 * row, DEPTH - 0.02), colours[row], LOW_Y | HIGH_Z);
      b.box(at(to, y, front + 0.09), at(to + 0.12, y + 0.24, DEPTH - 0.02), colours[(row + 1) % 4], LOW_Y | HIGH_Z | LOW_X);
    }
  }

  /** A tube lamp under the ceiling: its lower side shines. */
  private void ceilingLamp(double x, double z) {
    final Vec3 low = at(x, HEIGHT - 0.08, z);
    final Vec3 high = at(x + 1.4, HEIGHT, z + 0.28);
    b.box(low, high, metal, UPRIGHT);
    b.quad(low, at(high.x(), low.y(), low.z()), at(high.x(), low.y(), high.z()), at(low.x(), low.y(), high.z()), tube);
  }

  /** A pole, and a shade that shines to all sides. */
  private void standingLamp(double x, double z) {
    b.box(at(x - 0.02, 0, z - 0.02), at(x + 0.02, 1.45, z + 0.02), metal, UPRIGHT);
    b.box(at(x - 0.16, 1.45, z - 0.16), at(x + 0.16, 1.75, z + 0.16), shade, 0);
  }

  /** A framed picture on the wall at high z. */
  private void picture(double x, double y, double w, double h, int colour) {
    final double z = DEPTH - 0.03;
    final double f = 0.05;
    b.box(at(x, y, z), at(x + w, y + h, DEPTH), darkWood, LOW_Z | HIGH_Z);
    b.quad(at(x + w, y, z), at(x, y, z), at(x + f, y + f, z), at(x + w - f, y + f, z), darkWood);
    b.quad(at(x, y + h, z), at(x + w, y + h, z), at(x + w - f, y + h - f, z), at(x + f, y + h - f, z), darkWood);
    b.quad(at(x, y, z), at(x, y + h, z), at(x + f, y + h - f, z), at(x + f, y + f, z), darkWood);
    b.quad(at(x + w, y + h, z), at(x + w, y, z), at(x + w - f, y + f, z), at(x + w - f, y + h - f, z), darkWood);
    b.quad(at(x + w - f, y + f, z), at(x + f, y + f, z), at(x + f, y + h - f, z), at(x + w - f, y + h - f, z), colour);
  }
}
