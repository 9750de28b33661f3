package jackdaw.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import jackdaw.pools.TaskPools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class SyntheticTest {
  public static Stream<Arguments> poolsAndThreads() {
    return TaskPools.names().stream().flatMap(name -> Stream.of(1, 2, 4, 8).map(n -> Arguments.of(name, n)));
  }

  @Test
  public void theCountsAreThoseOfTable4() {
    assertEquals(5_149, Synthetic.tasks(15));
    assertEquals(57_290, Synthetic.tasks(20));
    assertEquals(635_593, Synthetic.tasks(25));
    assertEquals(7_049_122, Synthetic.tasks(30));
    assertEquals(11_405_739, Synthetic.tasks(31));
    assertEquals(18_454_894, Synthetic.tasks(32));
    assertEquals(29_860_667, Synthetic.tasks(33));
    assertEquals(48_315_596, Synthetic.tasks(34));
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void everyPoolDoesWhatTheSerialOneDoes(String pool, int threads) {
    final Synthetic.Result serial = Synthetic.serially(15, 1);
    assertEquals(5_149, serial.tasks());
    assertEquals(serial, Synthetic.run(TaskPools.create(pool, threads), 15, 1));
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void countsWithoutWork(String pool, int threads) {
    assertEquals(57_290, Synthetic.run(TaskPools.create(pool, threads), 20, 0).tasks());
  }
}
