package jackdaw.programs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import jackdaw.Scheduler;
import jackdaw.pools.TaskPool;
import jackdaw.pools.TaskPools;
import jackdaw.programs.uts.Search;
import jackdaw.programs.uts.Tree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each program on each pool and on the scheduler, with 1, 2, 4 and 8 workers, beside its serial reference. */
public class ProgramsTest {
  /** Small enough for every pool; its serial census is compared, as nobody has published one. */
  private static final Tree.Rules SMALL =
      new Tree.Rules("small", Tree.Kind.GEOMETRIC, Tree.Shape.LINEAR, 10, 4, 0, 0, 34, 0, 0, 0);

  public static Stream<Arguments> poolsAndThreads() {
    return TaskPools.names().stream().flatMap(name -> Stream.of(1, 2, 4, 8).map(n -> Arguments.of(name, n)));
  }

  private static int[] numbers(int count) {
    return new Random(7).ints(count, 0, count / 2).toArray();
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void onPools(String name, int threads) {
    final TaskPool pool = TaskPools.create(name, threads);
    assertEquals(Fib.serially(18), Fib.on(pool, 18));
    assertEquals(724, Queens.on(pool, 10));
    final int[] sorted = numbers(50_000);
    final int[] expected = sorted.clone();
    Arrays.sort(expected);
    Quicksort.on(pool, sorted);
    assertArrayEquals(expected, sorted);
    final Tree tree = new Tree(SMALL);
    assertEquals(Search.serially(tree), Search.on(pool, tree));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  public void onTheScheduler(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      assertEquals(Fib.serially(20), Fib.on(scheduler, 20));
      assertEquals(724, Queens.on(scheduler, 10));
      assertEquals(2680, Queens.on(scheduler, 11));
      for (final int count : new int[] {0, 1, 2047, 200_000}) {
        final int[] sorted = numbers(Math.max(count, 2));
        final int[] expected = sorted.clone();
        Arrays.sort(expected);
        Quicksort.on(scheduler, sorted);
        assertArrayEquals(expected, sorted);
      }
      final int[] equal = new int[100_000];
      Quicksort.on(scheduler, equal);
      assertArrayEquals(new int[100_000], equal);
      final Tree tree = new Tree(SMALL);
      assertEquals(Search.serially(tree), Search.on(scheduler, tree));
    }
  }

  @Test
  public void serialReferences() {
    assertEquals(6765, Fib.serially(20));
    assertEquals(1, Queens.serially(1));
    assertEquals(0, Queens.serially(3));
    assertEquals(92, Queens.serially(8));
    assertEquals(14200, Queens.serially(12));
  }

  /** The published trees have the published counts, on the scheduler: one that is deep, one of each other kind. */
  @ParameterizedTest
  @ValueSource(strings = {"T1", "T2", "T3", "T4", "T5"})
  public void publishedTrees(String name) {
    final Tree.Rules rules = Tree.PUBLISHED.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    try (Scheduler scheduler = new Scheduler(2)) {
      assertEquals(new Tree.Census(rules.nodes(), rules.leaves(), rules.depth()), Search.on(scheduler, new Tree(rules)));
    }
  }
}
