package jackdaw.programs.radiosity;

import java.util.ArrayList;
import java.util.List;
import jackdaw.pools.Crew;
import jackdaw.pools.Task;
import jackdaw.pools.TaskPool;
import jackdaw.programs.radiosity.scene.Bvh;
import jackdaw.programs.radiosity.scene.Scene;

/**
 * Light in a room of matt surfaces by hierarchical radiosity (Hanrahan, Salzman, Aupperle 1991): the irregular application
 * of KR02, section 7.2, ported from the C++ application {@code apps/radiosity}. It divides and links the same elements.
 *
 * <p>Four kinds of tasks, as in SPLASH-2: refinement, visibility, radiosity (gathering with push-pull) and averaging.
 * Refinement and visibility put each other in one phase; each sweep is a phase; averaging is one.
 */
public final class Radiosity {
  private static final int PAIRS_OF_VISIBILITY = 12;
  /** A refinement task hands the rest of its pairs on when it has seen so many. */
  private static final int PAIRS_OF_REFINEMENT = 200;
  /** Below this many links and elements an element is swept in one task. */
  private static final long LEAST_LOAD = 2000;

  private final Solution s;
  private final TaskPool pool;

  private Radiosity(Solution s, TaskPool pool) {
    this.s = s;
    this.pool = pool;
  }

  /** The serial reference: plain loops and recursion. */
  public static Solution serially(Scene scene, double accuracy) {
    final Solution s = new Solution(scene, new Bvh(scene), accuracy, 1);
    final long start = System.nanoTime();
    final ArrayList<Candidate> open = new ArrayList<>();
    double before;
    do {
      before = s.totalRadiosity();
      for (int i = 0; i < s.roots.length; ++i) {
        if (s.iterations == 0) {
          Refinement.firstCandidates(s, i, open);
          refine(s, open);
        } else {
          s.roots[i].forEach(e -> Refinement.coarseLinks(s, e, open));
        }
      }
      refine(s, open);
      for (int k = 0; k < Solution.SWEEPS; ++k) {
        for (final Element root : s.roots) Gathering.sweep(s, root, Flux.NONE);
        s.now = 1 - s.now;
      }
    } while (s.goesOn(before));
    for (int i = 0; i < s.scene.surfaces(); ++i) Averaging.average(s, i);
    s.seconds = (System.nanoTime() - start) / 1e9;
    return s;
  }

  /** On a pool, whose threads are started for each phase. */
  public static Solution on(TaskPool pool, Scene scene, double accuracy) {
    final Solution s = new Solution(scene, new Bvh(scene), accuracy, pool.threads());
    new Radiosity(s, pool).solve();
    return s;
  }

  /** @see Solution#ACCURACY */
  public static double usualAccuracy() {
    return Solution.ACCURACY;
  }

  private static void refine(Solution s, ArrayList<Candidate> open) {
    while (!open.isEmpty()) {
      final Candidate c = open.remove(open.size() - 1);
      if (!c.known) Refinement.look(s, c, s.counts[0]);
      if (Refinement.fineEnough(s, c)) {
        Element.connect(new Link(c));
      } else {
        Refinement.divide(s, c, open);
      }
    }
  }

  private void solve() {
    final long start = System.nanoTime();
    double before;
    do {
      before = s.totalRadiosity();
      for (int i = 0; i < s.roots.length; ++i) pool.init(0, new RefinePatch(i));
      Crew.run(pool);
      for (int k = 0; k < Solution.SWEEPS; ++k) {
        for (final Element root : s.roots) pool.init(0, new Sweep(root, Flux.NONE));
        Crew.run(pool);
        s.now = 1 - s.now;
      }
    } while (s.goesOn(before));
    for (int i = 0; i < s.scene.surfaces(); ++i) pool.init(0, new Average(i));
    Crew.run(pool);
    s.seconds = (System.nanoTime() - start) / 1e9;
  }

  private void putVisibility(int tid, List<Candidate> pairs) {
    for (int begin = 0; begin < pairs.size(); begin += PAIRS_OF_VISIBILITY) {
      final int end = Math.min(pairs.size(), begin + PAIRS_OF_VISIBILITY);
      pool.put(tid, new Look(pairs.subList(begin, end).toArray(new Candidate[0])));
    }
  }

  /** At the start of an iteration: looks for pairs of a patch to make, and for links to divide. */
  private final class RefinePatch extends Task {
    private final int patch;

    RefinePatch(int patch) {
      this.patch = patch;
    }

    @Override
    public void run(int tid) {
      ++s.counts[tid].refinementTasks;
      final List<Candidate> open = new ArrayList<>();
      if (s.iterations == 0) {
        Refinement.firstCandidates(s, patch, open);
        putVisibility(tid, open);
        return;
      }
      s.roots[patch].forEach(e -> Refinement.coarseLinks(s, e, open));
      for (final Candidate c : open) pool.put(tid, new Refine(c));
    }
  }

  /** Divides a pair, and its parts as far as it is clear what they see. */
  private final class Refine extends Task {
    private final Candidate pair;

    Refine(Candidate pair) {
      this.pair = pair;
    }

    @Override
    public void run(int tid) {
      ++s.counts[tid].refinementTasks;
      final ArrayList<Candidate> open = new ArrayList<>();
      final List<Candidate> unknown = new ArrayList<>();
      Refinement.divide(s, pair, open);
      for (int judged = 0; !open.isEmpty(); ++judged) {
        final Candidate c = open.remove(open.size() - 1);
        if (!c.known) {
          unknown.add(c);
        } else if (Refinement.fineEnough(s, c)) {
          Element.connect(new Link(c));
        } else if (judged < PAIRS_OF_REFINEMENT) {
          Refinement.divide(s, c, open);
        } else {
          pool.put(tid, new Refine(c));
        }
      }
      putVisibility(tid, unknown);
    }
  }

  /** Casts the rays of some pairs, links those that are fine enough, and puts tasks for the others. */
  private final class Look extends Task {
    private final Candidate[] pairs;

    Look(Candidate[] pairs) {
      this.pairs = pairs;
    }

    @Override
    public void run(int tid) {
      ++s.counts[tid].visibilityTasks;
      for (final Candidate c : pairs) {
        Refinement.look(s, c, s.counts[tid]);
        if (Refinement.fineEnough(s, c)) {
          Element.connect(new Link(c));
        } else {
          pool.put(tid, new Refine(c));
        }
      }
    }
  }

  /** Gathers for an element and what is below. A large one puts tasks for its parts; the last part goes on with it. */
  private final class Sweep extends Task {
    private final Element of;
    private final Flux down;

    Sweep(Element of, Flux down) {
      this.of = of;
      this.down = down;
    }

    @Override
    public void run(int tid) {
      ++s.counts[tid].radiosityTasks;
      final Element[] parts = of.partsOrNull();
      if (parts != null && of.load >= LEAST_LOAD) {
        final Flux arrived = down.plus(Gathering.gather(s, of));
        of.partsBegin();
        for (final Element part : parts) pool.put(tid, new Sweep(part, arrived));
        return;
      }
      Gathering.sweep(s, of, down);
      for (Element above = of.parent; above != null && above.partDone(); above = above.parent) Gathering.pull(s, above);
    }
  }

  private final class Average extends Task {
    private final int surface;

    Average(int surface) {
      this.surface = surface;
    }

    @Override
    public void run(int tid) {
      ++s.counts[tid].averagingTasks;
      Averaging.average(s, surface);
    }
  }
}
