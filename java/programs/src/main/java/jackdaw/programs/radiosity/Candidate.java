package jackdaw.programs.radiosity;

/** Two elements on the way to a link. */
final class Candidate {
  final Element a;
  final Element b;
  final double transport;
  double seen;
  /** `seen` is known. */
  boolean known;
  /** Nothing stands between. */
  boolean full;

  Candidate(Element a, Element b, double transport, double seen, boolean known, boolean full) {
    this.a = a;
    this.b = b;
    this.transport = transport;
    this.seen = seen;
    this.known = known;
    this.full = full;
  }
}
