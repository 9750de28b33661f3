package jackdaw.programs.radiosity;

/** An interaction between two elements, for both directions. */
final class Link {
  final Element a;
  final Element b;
  /** Without what stands between, squared scene units. */
  final double transport;
  /** The visible part, 0 to 1. */
  final double seen;
  /** Nothing stands between. */
  final boolean full;
  /** Replaced by finer links; set by the task that visits `a`, read in the next phase. */
  boolean dead;
  /** In the list of fresh links of each end. */
  Link nextOfA;
  Link nextOfB;

  Link(Candidate of) {
    a = of.a;
    b = of.b;
    transport = of.transport;
    seen = of.seen;
    full = of.full;
  }

  Element other(Element than) {
    return a == than ? b : a;
  }
}
