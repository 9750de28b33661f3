package jackdaw.programs.radiosity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jackdaw.pools.TaskPools;
import jackdaw.programs.radiosity.scene.Scene;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

public class RadiosityTest {
  private static final double COARSE = 1e-3;
  private static final Scene SMALL = Scene.named("small");
  private static List<Double> serial;

  private static List<Double> leaves(Solution s) {
    final List<Double> leaves = new ArrayList<>();
    s.forEachLeaf((key, red, green, blue) -> leaves.addAll(List.of((double) key, red, green, blue)));
    return leaves;
  }

  @BeforeAll
  public static void solveSerially() {
    serial = leaves(Radiosity.serially(SMALL, COARSE));
  }

  public static Stream<Arguments> poolsAndThreads() {
    return TaskPools.names().stream().flatMap(name -> Stream.of(1, 2, 4, 8).map(n -> Arguments.of(name, n)));
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void everyPoolFindsTheSameLightToTheLastBit(String pool, int threads) {
    final Solution s = Radiosity.on(TaskPools.create(pool, threads), SMALL, COARSE);
    assertEquals(serial, leaves(s));
    long averaging = 0;
    for (final Solution.Counts each : s.counts) averaging += each.averagingTasks;
    assertEquals(SMALL.surfaces(), averaging);
  }

  /** The counts of the C++ application with the same scenes and `--eps 0.001`; the total radiosity in W. */
  @ParameterizedTest
  @CsvSource({
      "small, 13, 13, 1073, 808, 3222, 3168, 8, 102501, 77.460982004688077",
      "cornell, 24, 17, 1132, 855, 3750, 3602, 8, 180247, 1091103.9915569071",
      "largeroom, 532, 520, 1132, 982, 81386, 65008, 5, 636776, 676.03510661406369",
  })
  public void whatTheOriginalFinds(String name, int patches, int surfaces, long elements, long leaves, long interactions,
      long visible, int iterations, long rays, double total) {
    final Scene scene = Scene.named(name);
    assertEquals(patches, scene.patches().size());
    assertEquals(surfaces, scene.surfaces());
    final Solution s = Radiosity.on(TaskPools.create("jackdaw", 2), scene, COARSE);
    final Solution.Report report = s.report();
    assertEquals(new Solution.Report(elements, leaves, interactions, visible, iterations, rays, report.seconds()), report);
    assertEquals(total, s.totalRadiosity(), 1e-9 * total);
  }

  @Test
  public void anUnknownSceneIsToldWhatThereIs() {
    assertEquals("there is no scene 'attic'; expected cornell, small or largeroom",
        assertThrows(IllegalArgumentException.class, () -> Scene.named("attic")).getMessage());
  }
}
