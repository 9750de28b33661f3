package jackdaw.programs.radiosity;

import jackdaw.programs.radiosity.scene.Scene;
import jackdaw.programs.radiosity.scene.Vec3;

/** Gathers light along the links, and carries it down and up the trees (push-pull). */
final class Gathering {
  private Gathering() {}

  /** What arrives over the element's own links, per area. Settles them first. */
  static Flux gather(Solution s, Element e) {
    e.settle();
    double x = 0;
    double y = 0;
    double z = 0;
    double one = 0;
    for (final Link link : e.links) {
      if (link.seen <= 0) continue;
      final Flux sent = link.other(e).sent[s.now];
      final double f = link.transport * link.seen;
      x += sent.light().x() * f;
      y += sent.light().y() * f;
      z += sent.light().z() * f;
      one += sent.one() * f;
    }
    return new Flux(new Vec3(x, y, z), one).times(1 / e.shape.area());
  }

  /** At a leaf that all light has been pushed down to: reflects it, and corrects the scale (symmetric Sinkhorn). */
  private static void reflect(Solution s, Element leaf, Flux arrived) {
    final Scene.Material m = s.materialOf(leaf);
    leaf.rowSum = leaf.scale * arrived.one();
    leaf.irradiance = arrived.light().times(leaf.scale);
    leaf.radiosity = m.emission().plus(m.reflectance().times(leaf.irradiance));
    final double corrected = leaf.scale / Math.sqrt(Math.min(Math.max(leaf.rowSum, 0.25), 4.0));
    leaf.scale = Math.min(Math.max(corrected, 0.3), s.open[leaf.patch] ? 1.0 : 3);
    leaf.sent[1 - s.now] = new Flux(leaf.radiosity.times(leaf.scale), leaf.scale);
    leaf.load = 1 + leaf.links.size();
  }

  /** The means of the four parts. */
  static void pull(Solution s, Element e) {
    final int next = 1 - s.now;
    Vec3 radiosity = Vec3.ZERO;
    Flux sent = Flux.NONE;
    long load = 1 + e.links.size();
    for (final Element part : e.partsOrNull()) {
      final double share = part.shape.area() / e.shape.area();
      radiosity = radiosity.plus(part.radiosity.times(share));
      sent = sent.plus(part.sent[next].times(share));
      load += part.load;
    }
    e.radiosity = radiosity;
    e.sent[next] = sent;
    e.load = load;
  }

  /** One sweep over the element and everything below, `down` having arrived over links of elements above. */
  static void sweep(Solution s, Element e, Flux down) {
    final Flux arrived = down.plus(gather(s, e));
    final Element[] parts = e.partsOrNull();
    if (parts == null) {
      reflect(s, e, arrived);
      return;
    }
    for (final Element part : parts) sweep(s, part, arrived);
    pull(s, e);
  }
}
