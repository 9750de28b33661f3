package jackdaw.programs.radiosity.scene;

/** Three numbers: a point or direction in scene units, or a colour (red, green, blue). */
public record Vec3(double x, double y, double z) {
  public static final Vec3 ZERO = new Vec3(0, 0, 0);
  public static final Vec3 ONE = new Vec3(1, 1, 1);

  public Vec3 plus(Vec3 o) {
    return new Vec3(x + o.x, y + o.y, z + o.z);
  }

  public Vec3 minus(Vec3 o) {
    return new Vec3(x - o.x, y - o.y, z - o.z);
  }

  public Vec3 times(double f) {
    return new Vec3(x * f, y * f, z * f);
  }

  /** Component by component: reflectance times irradiance. */
  public Vec3 times(Vec3 o) {
    return new Vec3(x * o.x, y * o.y, z * o.z);
  }

  public double dot(Vec3 o) {
    return x * o.x + y * o.y + z * o.z;
  }

  public Vec3 cross(Vec3 o) {
    return new Vec3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x);
  }

  public double length() {
    return Math.sqrt(dot(this));
  }

  public Vec3 normalized() {
    return times(1 / length());
  }

  public static Vec3 between(Vec3 a, Vec3 b, double t) {
    return a.times(1 - t).plus(b.times(t));
  }

  public Vec3 lowest(Vec3 o) {
    return new Vec3(Math.min(x, o.x), Math.min(y, o.y), Math.min(z, o.z));
  }

  public Vec3 highest(Vec3 o) {
    return new Vec3(Math.max(x, o.x), Math.max(y, o.y), Math.max(z, o.z));
  }

  /** The sum of the three channels, such as a power. */
  public double sum() {
    return x + y + z;
  }

  public double along(int axis) {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
}
