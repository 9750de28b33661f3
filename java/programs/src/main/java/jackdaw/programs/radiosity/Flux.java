package jackdaw.programs.radiosity;

import jackdaw.programs.radiosity.scene.Vec3;

/** What passes along the links: light, and a channel of plain ones from which the row sums are found. */
record Flux(Vec3 light, double one) {
  static final Flux NONE = new Flux(Vec3.ZERO, 0);

  Flux plus(Flux o) {
    return new Flux(light.plus(o.light), one + o.one);
  }

  Flux times(double f) {
    return new Flux(light.times(f), one * f);
  }
}
