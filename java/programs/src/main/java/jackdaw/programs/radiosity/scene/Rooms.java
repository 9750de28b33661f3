package jackdaw.programs.radiosity.scene;

import static jackdaw.programs.radiosity.scene.RoomBuilder.HIGH_Y;
import static jackdaw.programs.radiosity.scene.RoomBuilder.at;

/** Small rooms: the Cornell box with its measured colours, and one for tests. */
final class Rooms {
  private Rooms() {}

  /** A block given by its roof, counter-clockwise from above, standing on the floor. */
  private static void block(RoomBuilder b, Vec3[] roof, int material) {
    b.quad(roof[0], roof[1], roof[2], roof[3], material);
    for (int i = 0; i < 4; ++i) {
      final Vec3 p = roof[i];
      final Vec3 q = roof[(i + 1) % 4];
      b.quad(at(p.x(), 0, p.z()), at(q.x(), 0, q.z()), q, p, material);
    }
  }

  static Scene cornellBox() {
    final RoomBuilder b = new RoomBuilder();
    final int white = b.paint("white", at(0.725, 0.71, 0.68));
    final int red = b.paint("red", at(0.63, 0.065, 0.05));
    final int green = b.paint("green", at(0.14, 0.45, 0.091));
    final int lamp = b.paint("light", at(0.78, 0.78, 0.78), at(17, 12, 4));
    final double w = 556;
    final double h = 548.8;
    final double d = 559.2;
    b.room(at(0, 0, 0), at(w, h, d), new RoomBuilder.Shell(white, white, green, red, white, white), HIGH_Y);
    // The ceiling in nine parts that meet at whole edges; the middle one is the light.
    final double[] x = {0, 213, 343, w};
    final double[] z = {0, 227, 332, d};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        b.quad(at(x[i], h, z[j]), at(x[i + 1], h, z[j]), at(x[i + 1], h, z[j + 1]), at(x[i], h, z[j + 1]), i == 1 && j == 1 ? lamp : white);
    }
    block(b, new Vec3[] {at(130, 165, 65), at(82, 165, 225), at(240, 165, 272), at(290, 165, 114)}, white);
    block(b, new Vec3[] {at(423, 330, 247), at(265, 330, 296), at(314, 330, 456), at(472, 330, 406)}, white);
    return b.scene("cornell");
  }

  static Scene smallRoom() {
    final RoomBuilder b = new RoomBuilder();
    final int white = b.paint("white", at(0.7, 0.7, 0.7));
    final int red = b.paint("red", at(0.6, 0.1, 0.1));
    final int lamp = b.paint("light", at(0.5, 0.5, 0.5), at(10, 10, 10));
    b.room(at(0, 0, 0), at(4, 3, 5), new RoomBuilder.Shell(white, white, red, white, white, white), 0);
    b.box(at(1.5, 0.7, 2), at(2.5, 0.8, 3), red, 0);
    b.quad(at(1.5, 2.99, 2), at(2.5, 2.99, 2), at(2.5, 2.99, 3), at(1.5, 2.99, 3), lamp);
    return b.scene("small");
  }
}
