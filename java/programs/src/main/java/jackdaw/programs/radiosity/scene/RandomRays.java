package jackdaw.programs.radiosity.scene;

/** Random numbers and directions for sampling; the same in every run. Not safe for threads. */
public final class RandomRays {
  private long state;

  public RandomRays(long seed) {
    state = seed;
  }

  /** One step of splitmix64 (Steele, Lea, Flood 2014), as a number in [0,1). */
  public double uniform() {
    state += 0x9e3779b97f4a7c15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return ((z ^ z >>> 31) >>> 11) * 0x1p-53;
  }

  /** A direction above a surface with normal `n`, distributed like the light that a matt surface receives. */
  public Vec3 cosineDirection(Vec3 n) {
    final Vec3 helper = Math.abs(n.x()) > 0.8 ? new Vec3(0, 1, 0) : new Vec3(1, 0, 0);
    final Vec3 first = helper.cross(n).normalized();
    final Vec3 second = n.cross(first);
    final double square = uniform();
    final double angle = 2 * Math.PI * uniform();
    final double radius = Math.sqrt(square);
    return first.times(radius * Math.cos(angle)).plus(second.times(radius * Math.sin(angle))).plus(n.times(Math.sqrt(1 - square)));
  }
}
