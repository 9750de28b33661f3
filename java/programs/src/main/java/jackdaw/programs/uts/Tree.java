package jackdaw.programs.uts;

import java.util.List;

/**
 * A tree of Unbalanced Tree Search (Olivier et al., LCPC 2006): how many children a node has is drawn by SHA-1 from its
 * parent's state and its number. So any part unfolds from its root alone, and is the same in every run.
 */
public final class Tree {
  /** How the expected number of children depends on the depth. Hybrid: geometric in the upper half, binomial below. */
  public enum Kind { GEOMETRIC, BINOMIAL, HYBRID }

  /** Of a geometric tree: the same down to genMx, falling to 0 there, or rising and falling every genMx. */
  public enum Shape { FIXED, LINEAR, CYCLIC }

  /**
   * The rules, and what is known of the tree.
   *
   * @param b0 expected children of the root (binomial: exactly as many)
   * @param q binomial: probability of having children, below the root
   * @param m binomial: how many
   */
  public record Rules(String name, Kind kind, Shape shape, int genMx, double b0, double q, int m, int seed, long nodes,
      int depth, long leaves) {}

  /** What is published of a tree. */
  public record Census(long nodes, long leaves, int depth) {
    Census plus(Census o) {
      return new Census(nodes + o.nodes, leaves + o.leaves, Math.max(depth, o.depth));
    }
  }

  private static final double MOST_CHILDREN = 100;  // MAXNUMCHILDREN of UTS

  /** The trees of the UTS distribution of some four million nodes, with their published counts. */
  public static final List<Rules> PUBLISHED = List.of(
      new Rules("T1", Kind.GEOMETRIC, Shape.FIXED, 10, 4, 0, 0, 19, 4130071, 10, 3305118),
      new Rules("T2", Kind.GEOMETRIC, Shape.CYCLIC, 16, 6, 0, 0, 502, 4117769, 81, 2342762),
      new Rules("T3", Kind.BINOMIAL, Shape.FIXED, 0, 2000, 0.124875, 8, 42, 4112897, 1572, 3599034),
      new Rules("T4", Kind.HYBRID, Shape.LINEAR, 16, 6, 0.234375, 4, 1, 4132453, 134, 3108986),
      new Rules("T5", Kind.GEOMETRIC, Shape.LINEAR, 20, 4, 0, 0, 34, 4147582, 20, 2181318));

  private final Rules rules;
  private final double[] scale;

  public Tree(Rules rules) {
    this.rules = rules;
    if (rules.kind == Kind.BINOMIAL) {
      scale = new double[0];
      return;
    }
    final int levels = rules.shape == Shape.CYCLIC ? 5 * rules.genMx + 1 : rules.genMx;
    final int last = rules.kind == Kind.HYBRID ? Math.min(levels, (rules.genMx + 1) / 2) : levels;
    scale = new double[last];
    for (int depth = 0; depth < last; ++depth) scale[depth] = Math.log(1 - 1.0 / (1.0 + expectedChildren(depth)));
  }

  /** A node: five words of state, and its depth. */
  record Node(int s0, int s1, int s2, int s3, int s4, int depth) {}

  /** Buffers of one walk. */
  static final class Walk {
    private final Sha1 sha1 = new Sha1();
    private final int[] message = new int[6];
    private final int[] digest = new int[5];

    private Node node(int words, int depth) {
      sha1.of(message, words, digest);
      return new Node(digest[0], digest[1], digest[2], digest[3], digest[4], depth);
    }
  }

  Node root(Walk walk) {
    for (int i = 0; i < 4; ++i) walk.message[i] = 0;
    walk.message[4] = rules.seed;
    return walk.node(5, 0);
  }

  Node child(Walk walk, Node parent, int number) {
    walk.message[0] = parent.s0;
    walk.message[1] = parent.s1;
    walk.message[2] = parent.s2;
    walk.message[3] = parent.s3;
    walk.message[4] = parent.s4;
    walk.message[5] = number;
    return walk.node(6, parent.depth + 1);
  }

  int childrenOf(Node n) {
    final double chance = (n.s4 & 0x7fffffff) / 2147483648.0;
    if (n.depth < scale.length) return (int) Math.min(Math.floor(Math.log(1 - chance) / scale[n.depth]), MOST_CHILDREN);
    if (rules.kind == Kind.GEOMETRIC) return 0;
    if (rules.kind == Kind.BINOMIAL && n.depth == 0) return (int) rules.b0;
    return chance < rules.q ? rules.m : 0;
  }

  private double expectedChildren(int depth) {
    if (depth == 0 || rules.shape == Shape.FIXED) return rules.b0;
    if (rules.shape == Shape.LINEAR) return rules.b0 * (1.0 - (double) depth / rules.genMx);
    return Math.pow(rules.b0, Math.sin(2.0 * 3.141592653589793 * depth / rules.genMx));
  }
}
