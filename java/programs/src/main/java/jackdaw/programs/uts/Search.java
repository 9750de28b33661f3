package jackdaw.programs.uts;

import java.util.ArrayDeque;
import jackdaw.ForkAction;
import jackdaw.Scheduler;
import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;

/** Walks through a whole tree: serially, by forks, and by the tasks of a pool. */
public final class Search {
  /** What one thread has found. */
  private static final class Found {
    long nodes;
    long leaves;
    int depth;
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12;

    void add(Tree.Node n, int children) {
      ++nodes;
      if (children == 0) ++leaves;
      if (n.depth() > depth) depth = n.depth();
    }

    Tree.Census census() {
      return new Tree.Census(nodes, leaves, depth);
    }
  }

  private record Parent(Tree.Node self, int children, int[] next) {}

  private Search() {}

  /** The serial reference, with a stack of its own: some trees are deeper than that of a thread. */
  public static Tree.Census serially(Tree tree) {
    final Tree.Walk walk = new Tree.Walk();
    final Found found = new Found();
    final ArrayDeque<Parent> open = new ArrayDeque<>();
    Tree.Node n = tree.root(walk);
    for (;;) {
      final int children = tree.childrenOf(n);
      found.add(n, children);
      if (children > 0) open.push(new Parent(n, children, new int[1]));
      if (open.isEmpty()) return found.census();
      final Parent top = open.peek();
      n = tree.child(walk, top.self, top.next[0]++);
      if (top.next[0] == top.children) open.pop();
    }
  }

  /** A task for each node that has children; leaves are counted where they are found. */
  public static Tree.Census on(TaskPool pool, Tree tree) {
    final Tree.Walk[] walks = new Tree.Walk[pool.threads()];
    final Found[] found = new Found[pool.threads()];
    for (int i = 0; i < found.length; ++i) {
      walks[i] = new Tree.Walk();
      found[i] = new Found();
    }
    final Tree.Node root = tree.root(walks[0]);
    final int children = tree.childrenOf(root);
    found[0].add(root, children);
    pool.init(0, new Visit(pool, tree, walks, found, root, children));
    Crew.run(pool);
    return sum(found);
  }

  /** A fork for each node that has children. Nobody joins them: trees are deeper than a stack should be. */
  public static Tree.Census on(Scheduler scheduler, Tree tree) {
    final Tree.Walk[] walks = new Tree.Walk[scheduler.workers()];
    final Found[] found = new Found[scheduler.workers()];
    for (int i = 0; i < found.length; ++i) {
      walks[i] = new Tree.Walk();
      found[i] = new Found();
    }
    final Tree.Node root = tree.root(walks[0]);
    final int children = tree.childrenOf(root);
    found[0].add(root, children);
    scheduler.invoke(new Branch(tree, walks, found, root, children));
    return sum(found);
  }

  private static Tree.Census sum(Found[] found) {
    Tree.Census sum = new Tree.Census(0, 0, 0);
    for (final Found each : found) sum = sum.plus(each.census());
    return sum;
  }

  private static final class Visit extends Task {
    private final TaskPool pool;
    private final Tree tree;
    private final Tree.Walk[] walks;
    private final Found[] found;
    private final Tree.Node node;
    private final int children;

    Visit(TaskPool pool, Tree tree, Tree.Walk[] walks, Found[] found, Tree.Node node, int children) {
      this.pool = pool;
      this.tree = tree;
      this.walks = walks;
      this.found = found;
      this.node = node;
      this.children = children;
    }

    @Override
    public void run(int tid) {
      for (int i = 0; i < children; ++i) {
        final Tree.Node child = tree.child(walks[tid], node, i);
        final int below = tree.childrenOf(child);
        found[tid].add(child, below);
        if (below > 0) pool.put(tid, new Visit(pool, tree, walks, found, child, below));
      }
    }
  }

  private static final class Branch extends ForkAction {
    private final Tree tree;
    private final Tree.Walk[] walks;
    private final Found[] found;
    private final Tree.Node node;
    private final int children;

    Branch(Tree tree, Tree.Walk[] walks, Found[] found, Tree.Node node, int children) {
      this.tree = tree;
      this.walks = walks;
      this.found = found;
      this.node = node;
      this.children = children;
    }

    @Override
    protected void compute() {
      final int worker = Scheduler.currentWorker();
      for (int i = 0; i < children; ++i) {
        final Tree.Node child = tree.child(walks[worker], node, i);
        final int below = tree.childrenOf(child);
        found[worker].add(child, below);
        if (below > 0) new Branch(tree, walks, found, child, below).fork();
      }
    }
  }
}
