// The hierarchy: elements (quadtrees over the patches) and the links between them.
//
// In a phase of refinement any task may divide any element (parts), and may link any two (connect). In a phase of gathering
// a task works on elements of its own, and reads what others sent in the phase before. Phases are separated by the end of
// a run.
//
// Invariants
//   JE-I1  What an element becomes when it is divided depends on itself only, not on the task that divides it.
//   JE-I2  A link is owned by its first end. Only the task that visits the owner ends it, and none reads `dead` before the
//          next phase.
//   JE-I3  After settle() the links are sorted by the key of the other end. So sums over them are the same to the last bit,
//          whatever the order in which tasks made them.
//
// Orderings (VarHandle access modes; both ends have the label)
//   JE-D1  parts: compareAndExchange of four complete parts -> getAcquire.
//   JE-D2  connect: compareAndSet publishes a link -> settle: getAndSet, in a later phase.
//   JE-D3  partDone: getAndAdd. What the other parts' tasks wrote is seen by the last one, which pulls it.
package jackdaw.programs.radiosity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import jackdaw.programs.radiosity.scene.Facet;
import jackdaw.programs.radiosity.scene.Vec3;

final class Element {
  static final int GREATEST_DEPTH = 14;

  // Patch number, then two bits a level from the top down, then the depth: sorting by key walks the trees in order.
  private static final int DEPTH_BITS = 4;
  private static final int PATH_BITS = 2 * GREATEST_DEPTH;

  private static final VarHandle PARTS;
  private static final VarHandle FRESH;
  private static final VarHandle PENDING;

  static {
    try {
      final MethodHandles.Lookup lookup = MethodHandles.lookup();
      PARTS = lookup.findVarHandle(Element.class, "parts", Element[].class);
      FRESH = lookup.findVarHandle(Element.class, "fresh", Link.class);
      PENDING = lookup.findVarHandle(Element.class, "pending", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Facet shape;
  final long key;
  final int patch;
  final int depth;
  final Element parent;
  final List<Link> links = new ArrayList<>(0);

  /** W/m²; an inner element has the mean of its parts by area. */
  Vec3 radiosity;
  /** W/m², of leaves. */
  Vec3 irradiance = Vec3.ZERO;
  /** What partners gather, now and next. */
  final Flux[] sent = new Flux[2];
  double scale = 1;
  /** Of leaves: the sum of all form factors from here, after scaling. */
  double rowSum = 1;
  /** Links and elements from here down, as of the last sweep. */
  long load = 1;

  private Element[] parts;
  private Link fresh;
  private volatile boolean stale;
  private int pending;

  Element(int patch, Facet shape, Vec3 radiosity) {
    this.patch = patch;
    this.shape = shape;
    key = (long) patch << (PATH_BITS + DEPTH_BITS);
    depth = 0;
    parent = null;
    this.radiosity = radiosity;
    sent[0] = sent[1] = new Flux(radiosity, 1);
  }

  private Element(Element of, int which) {
    shape = of.shape.part(which);
    patch = of.patch;
    depth = of.depth + 1;
    key = of.key + 1 + ((long) which << (DEPTH_BITS + PATH_BITS - 2 * depth));
    parent = of;
    radiosity = of.radiosity;
    irradiance = of.irradiance;
    sent[0] = of.sent[0];
    sent[1] = of.sent[1];
    scale = of.scale;
    rowSum = of.rowSum;
  }

  /** The four parts; null of a leaf. */
  Element[] partsOrNull() {
    return (Element[]) PARTS.getAcquire(this);  // JE-D1
  }

  boolean isLeaf() {
    return partsOrNull() == null;
  }

  /** The four parts, made now if no task has yet. Of several tasks that make them at once one wins. */
  Element[] parts() {
    final Element[] ready = partsOrNull();
    if (ready != null) return ready;
    final Element[] made = new Element[4];
    for (int i = 0; i < 4; ++i) made[i] = new Element(this, i);
    final Element[] others = (Element[]) PARTS.compareAndExchange(this, (Element[]) null, made);  // JE-D1
    return others == null ? made : others;
  }

  /** Puts a link on the lists of its ends. From any number of tasks at once. */
  static void connect(Link made) {
    do {
      made.nextOfA = (Link) FRESH.getAcquire(made.a);
    } while (!FRESH.compareAndSet(made.a, made.nextOfA, made));  // JE-D2
    do {
      made.nextOfB = (Link) FRESH.getAcquire(made.b);
    } while (!FRESH.compareAndSet(made.b, made.nextOfB, made));  // JE-D2
  }

  /** Ends a link: both ends drop it when they settle. Only from the task that visits the owner. JE-I2 */
  static void disconnect(Link old) {
    old.dead = true;
    old.a.stale = true;
    old.b.stale = true;
  }

  /** Brings the links up to date. Only from the task that gathers for this element. */
  void settle() {
    if (stale) {
      links.removeIf(link -> link.dead);
      stale = false;
    }
    Link link = (Link) FRESH.getAndSet(this, (Link) null);  // JE-D2
    if (link == null) return;
    for (; link != null; link = link.a == this ? link.nextOfA : link.nextOfB) links.add(link);
    links.sort(Comparator.comparingLong(each -> each.other(this).key));  // JE-I3
  }

  /** Four tasks for the parts are about to be put. */
  void partsBegin() {
    PENDING.setRelease(this, 4);
  }

  /** A part is done; whether it was the last. */
  boolean partDone() {
    return (int) PENDING.getAndAdd(this, -1) == 1;  // JE-D3
  }

  /** This element and everything below, parents first. */
  void forEach(Consumer<Element> visit) {
    visit.accept(this);
    final Element[] below = partsOrNull();
    if (below == null) return;
    for (final Element part : below) part.forEach(visit);
  }
}
