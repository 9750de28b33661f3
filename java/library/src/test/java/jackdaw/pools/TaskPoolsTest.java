package jackdaw.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each pool promises, over the whole catalogue, each idle policy, and 1, 2, 4 and 8 threads. */
public class TaskPoolsTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  public static Stream<String> names() {
    return TaskPools.names().stream();
  }

  public static Stream<Arguments> poolsAndThreads() {
    return TaskPools.names().stream().flatMap(name -> Stream.of(1, 2, 4, 8).map(n -> Arguments.of(name, n)));
  }

  public static Stream<Arguments> poolsAndPolicies() {
    return TaskPools.names().stream().flatMap(name -> TaskPools.idlePolicies().stream().map(idle -> Arguments.of(name, idle)));
  }

  /** Puts two more of the next lower level, down to 0. */
  private static final class Tree extends Task {
    final TaskPool pool;
    final AtomicLong ran;
    final int level;

    Tree(TaskPool pool, AtomicLong ran, int level) {
      this.pool = pool;
      this.ran = ran;
      this.level = level;
    }

    @Override
    public void run(int tid) {
      ran.getAndIncrement();
      if (level == 0) return;
      pool.put(tid, new Tree(pool, ran, level - 1));
      pool.put(tid, new Tree(pool, ran, level - 1));
    }
  }

  private static Task task(Runnable body) {
    return new Task() {
      @Override
      public void run(int tid) {
        body.run();
      }
    };
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void everyTaskRunsOnce(String name, int threads) {
    final TaskPool pool = TaskPools.create(name, threads);
    final AtomicLong ran = new AtomicLong();
    for (int i = 0; i < 16; ++i) pool.init(i % threads, new Tree(pool, ran, 9));
    Assertions.assertTimeoutPreemptively(LIMIT, () -> Crew.run(pool));
    assertEquals(16 * 1023, ran.get());
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  public void everyPolicyFitsEveryPool(String name, String idle) {
    final TaskPool pool = TaskPools.create(name, 3, idle);
    final AtomicLong ran = new AtomicLong();
    for (int i = 0; i < 8; ++i) pool.init(0, new Tree(pool, ran, 7));
    Assertions.assertTimeoutPreemptively(LIMIT, () -> Crew.run(pool));
    assertEquals(8 * 255, ran.get());
  }

  /** A lost wake-up or a phase that ends too early shows here: thousands of phases with hardly a task. */
  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void phasesInARowEndExactly(String name, int threads) {
    final int phases = 400;
    final TaskPool pool = TaskPools.create(name, threads);
    final AtomicLong ran = new AtomicLong();
    final List<String> wrong = new ArrayList<>();
    final java.util.concurrent.CyclicBarrier barrier = new java.util.concurrent.CyclicBarrier(threads, () -> {
      final int left = (int) (ran.get() % 7);
      if (left != 0) wrong.add(ran + " tasks at the end of a phase");
    });
    Assertions.assertTimeoutPreemptively(LIMIT, () -> {
      final Thread[] crew = new Thread[threads];
      for (int i = 0; i < threads; ++i) {
        final int tid = i;
        crew[i] = new Thread(() -> {
          for (int phase = 0; phase < phases; ++phase) {
            if (phase % threads == tid) pool.init(tid, new Tree(pool, ran, 2));
            pool.run(tid);
            try {
              barrier.await();
            } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
              throw new IllegalStateException(e);
            }
          }
        });
        crew[i].start();
      }
      for (final Thread each : crew) each.join();
    });
    assertEquals(List.of(), wrong);
    assertEquals(7L * phases, ran.get());
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  public void oneThreadTakesTheNewestTaskFirst(String name, String idle) {
    if (name.equals("rq3")) return;  // of random queues only each one is LIFO
    final TaskPool pool = TaskPools.create(name, 1, idle);
    final List<Integer> order = new ArrayList<>();
    pool.init(0, new Task() {
      @Override
      public void run(int tid) {
        for (int i = 0; i < 10; ++i) {
          final int number = i;
          pool.put(tid, task(() -> order.add(number)));
        }
      }
    });
    Crew.run(pool);
    assertEquals(List.of(9, 8, 7, 6, 5, 4, 3, 2, 1, 0), order);
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void aTaskThatThrowsStopsNoOther(String name, int threads) {
    final TaskPool pool = TaskPools.create(name, threads);
    final AtomicInteger ran = new AtomicInteger();
    final RuntimeException thrown = new RuntimeException("expected");
    for (int i = 0; i < 20; ++i) pool.init(0, task(ran::getAndIncrement));
    pool.init(0, task(() -> {
      throw thrown;
    }));
    for (int i = 0; i < 20; ++i) pool.init(0, task(ran::getAndIncrement));
    assertSame(thrown, assertThrows(RuntimeException.class, () -> Crew.run(pool)));
    assertEquals(40, ran.get());
    pool.init(0, task(ran::getAndIncrement));
    Crew.run(pool);
    assertEquals(41, ran.get());
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void initIsRefusedInTheWorkingPhase(String name, int threads) {
    final TaskPool pool = TaskPools.create(name, threads);
    pool.init(0, new Task() {
      @Override
      public void run(int tid) {
        pool.init(tid, this);
      }
    });
    final IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> Crew.run(pool));
    assertEquals("init() in the working phase; expected put()", thrown.getMessage());
  }

  @ParameterizedTest
  @MethodSource("poolsAndThreads")
  public void aPhaseWithoutTasksEnds(String name, int threads) {
    final TaskPool pool = TaskPools.create(name, threads);
    Assertions.assertTimeoutPreemptively(LIMIT, () -> Crew.run(pool));
    assertEquals(threads, pool.threads());
  }

  @Test
  public void unknownNamesAreToldWhatThereIs() {
    assertEquals("there is no pool 'dq3'; expected sq1, dq1, dq2, dq5, dq8, dq9, dq10, sdq1, rq3, jackdaw",
        assertThrows(IllegalArgumentException.class, () -> TaskPools.create("dq3", 2)).getMessage());
    assertTrue(assertThrows(IllegalArgumentException.class, () -> TaskPools.create("dq2", 2, "doze")).getMessage()
        .startsWith("there is no idle policy 'doze'; expected wake_every_put"));
    assertEquals("0 threads; expected 1 to 32768",
        assertThrows(IllegalArgumentException.class, () -> TaskPools.create("dq2", 0)).getMessage());
  }

  @ParameterizedTest
  @MethodSource("names")
  public void wrongNumbersAndTasksAreRefused(String name) {
    final TaskPool pool = TaskPools.create(name, 2);
    final Task nothing = new Task() {
      @Override
      public void run(int tid) {}
    };
    for (final int wrong : new int[] {-1, 2}) {
      final String expected = "thread " + wrong + "; expected a number from 0 to 1";
      assertEquals(expected, assertThrows(IllegalArgumentException.class, () -> pool.init(wrong, nothing)).getMessage());
      assertEquals(expected, assertThrows(IllegalArgumentException.class, () -> pool.put(wrong, nothing)).getMessage());
      assertEquals(expected, assertThrows(IllegalArgumentException.class, () -> pool.run(wrong)).getMessage());
    }
    assertThrows(NullPointerException.class, () -> pool.init(0, null));
    assertThrows(NullPointerException.class, () -> pool.put(0, null));
    Assertions.assertTimeoutPreemptively(LIMIT, () -> Crew.run(pool));  // none of that has counted
  }

  @ParameterizedTest
  @MethodSource("names")
  public void aPhaseInsideATaskIsRefused(String name) {
    final TaskPool pool = TaskPools.create(name, 2);
    final List<String> refused = java.util.Collections.synchronizedList(new ArrayList<>());
    pool.init(0, new Task() {
      @Override
      public void run(int tid) {
        try {
          pool.run(tid);
        } catch (IllegalStateException thrown) {
          refused.add(thrown.getMessage().replace("run(" + tid + ")", "run(N)"));
        }
      }
    });
    Assertions.assertTimeoutPreemptively(LIMIT, () -> Crew.run(pool));
    assertEquals(List.of("run(N) by two threads at once; expected one for each number"), refused);
  }
}
