package jackdaw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
public class SchedulerTest {
  static final class Fib extends Fork<Integer> {
    final int n;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected Integer compute() {
      if (n < 2) return n;
      final Fib first = new Fib(n - 1);
      first.fork();
      return new Fib(n - 2).compute() + first.join();
    }
  }

  /** Forks two more of the next lower level, and joins none. */
  static final class Loose extends ForkAction {
    final AtomicLong ran;
    final int level;

    Loose(AtomicLong ran, int level) {
      this.ran = ran;
      this.level = level;
    }

    @Override
    protected void compute() {
      ran.getAndIncrement();
      if (level == 0) return;
      new Loose(ran, level - 1).fork();
      new Loose(ran, level - 1).fork();
    }
  }

  private static ForkAction action(Runnable body) {
    return new ForkAction() {
      @Override
      protected void compute() {
        body.run();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16})
  public void forksAndJoins(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      assertEquals(workers, scheduler.workers());
      for (int round = 0; round < 10; ++round) assertEquals(17711, scheduler.invoke(new Fib(22)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  public void theEndIsCountedWithTasksThatNobodyJoins(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final AtomicLong ran = new AtomicLong();
      for (int round = 1; round <= 200; ++round) {
        scheduler.invoke(new Loose(ran, 9));
        assertEquals(1023L * round, ran.get());
      }
    }
  }

  /** Lost wake-ups show here: each run has hardly a task, and workers fall asleep between them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  public void tinyRunsInARow(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final AtomicLong ran = new AtomicLong();
      for (int round = 1; round <= 2_000; ++round) {
        scheduler.invoke(new Loose(ran, 1));
        assertEquals(3L * round, ran.get());
        if (round % 50 == 0) LockSupport.parkNanos(100_000);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void threadsFromOutsideShareAScheduler(int workers) throws InterruptedException {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final AtomicInteger wrong = new AtomicInteger();
      final List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 4; ++i) {
        callers.add(new Thread(() -> {
          for (int round = 0; round < 300; ++round) {
            if (scheduler.invoke(new Fib(12)) != 144) wrong.getAndIncrement();
            final AtomicLong ran = new AtomicLong();
            scheduler.invoke(new Loose(ran, 5));
            if (ran.get() != 63) wrong.getAndIncrement();
          }
        }));
      }
      for (final Thread caller : callers) caller.start();
      for (final Thread caller : callers) caller.join();
      assertEquals(0, wrong.get());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void joinsOutOfOrder(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final int sum = scheduler.invoke(new Fork<Integer>() {
        @Override
        protected Integer compute() {
          final List<Fib> forked = new ArrayList<>();
          for (int i = 0; i < 20; ++i) forked.add(new Fib(i));
          for (final Fib each : forked) each.fork();
          int total = 0;
          for (final Fib each : forked) total += each.join();
          return total;
        }
      });
      assertEquals(10945, sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void joinThrowsWhatTheTaskThrew(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      for (int round = 0; round < 100; ++round) {
        final IOException thrown = new IOException("expected");
        final String caught = scheduler.invoke(new Fork<String>() {
          @Override
          protected String compute() {
            final Fork<String> child = new Fork<>() {
              @Override
              protected String compute() {
                new Loose(new AtomicLong(), 3).fork();
                throw Scheduler.<RuntimeException>thrower(thrown);
              }
            };
            child.fork();
            try {
              return child.join();
            } catch (Throwable t) {
              return t == thrown ? "caught" : "another one";
            }
          }
        });
        assertEquals("caught", caught);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void aRunThrowsWhatNobodyJoins(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      for (int round = 0; round < 100; ++round) {
        final RuntimeException inner = new RuntimeException("of a task");
        final AtomicLong ran = new AtomicLong();
        final RuntimeException thrown = assertThrows(RuntimeException.class, () -> scheduler.invoke(action(() -> {
          action(() -> {
            throw inner;
          }).fork();
          new Loose(ran, 4).fork();
        })));
        assertSame(inner, thrown);
        assertEquals(31, ran.get(), "the other tasks were executed all the same");

        final RuntimeException outer = new RuntimeException("of the first task");
        final RuntimeException both = assertThrows(RuntimeException.class, () -> scheduler.invoke(action(() -> {
          action(() -> {
            throw inner;
          }).fork();
          throw outer;
        })));
        assertSame(outer, both);
        assertSame(inner, both.getSuppressed()[0]);
      }
    }
  }

  @Test
  public void wrongUseIsToldWhatWasExpected() {
    assertTrue(assertThrows(IllegalStateException.class, () -> new Fib(3).fork()).getMessage().contains("expected Scheduler.invoke()"));
    assertThrows(IllegalStateException.class, () -> new Fib(3).join());
    assertEquals("0 workers; expected 1 to 32768",
        assertThrows(IllegalArgumentException.class, () -> new Scheduler(0)).getMessage());
    try (Scheduler scheduler = new Scheduler(2)) {
      final IllegalStateException thrown =
          assertThrows(IllegalStateException.class, () -> scheduler.invoke(action(() -> new Fib(3).join())));
      assertEquals("join() of a task that this worker has not forked", thrown.getMessage());
      assertThrows(IllegalStateException.class, () -> scheduler.invoke(action(scheduler::close)));
    }
  }

  @Test
  public void aClosedSchedulerHasEndedItsRuns() {
    final AtomicLong ran = new AtomicLong();
    final Scheduler scheduler = new Scheduler(2);
    for (int i = 0; i < 50; ++i) scheduler.submit(new Loose(ran, 7));
    scheduler.close();
    assertEquals(50 * 255, ran.get());
    assertThrows(RejectedExecutionException.class, () -> scheduler.invoke(new Fib(3)));
    for (final Worker worker : scheduler.workers) assertEquals(false, worker.isAlive());
  }

  @Test
  public void futuresAndExecutor() throws Exception {
    try (Scheduler scheduler = new Scheduler(2)) {
      assertEquals(56, scheduler.submit(new Fib(10)).thenApply(n -> n + 1).get());
      assertEquals(7, scheduler.submit(() -> 7).join());
      assertEquals("a b", CompletableFuture.supplyAsync(() -> "a", scheduler).thenApplyAsync(a -> a + " b", scheduler).get());
      final IOException thrown = new IOException("expected");
      assertSame(thrown, assertThrows(CompletionException.class, () -> scheduler.submit(() -> {
        throw thrown;
      }).join()).getCause());
      final CountDownLatch executed = new CountDownLatch(1);
      scheduler.execute(executed::countDown);
      assertTrue(executed.await(1, TimeUnit.MINUTES));
    }
  }

  @Test
  public void oneSchedulerInsideAnother() {
    try (Scheduler outer = new Scheduler(2); Scheduler inner = new Scheduler(2)) {
      final int sum = outer.invoke(new Fork<Integer>() {
        @Override
        protected Integer compute() {
          final Fib forked = new Fib(15);
          forked.fork();
          return inner.invoke(new Fib(16)) + outer.invoke(new Fib(14)) + forked.join();
        }
      });
      assertEquals(987 + 377 + 610, sum);
    }
  }

  /** The first task waits for the second, which only another worker can execute meanwhile. */
  @Test
  public void blockingMakesTasksPublic() throws Exception {
    try (Scheduler scheduler = new Scheduler(2)) {
      for (int round = 0; round < 100; ++round) {
        scheduler.invoke(action(() -> {
          final CountDownLatch all = new CountDownLatch(4);
          for (int i = 0; i < 4; ++i) action(all::countDown).fork();
          try {
            Scheduler.blocking(() -> all.await(1, TimeUnit.MINUTES));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          assertEquals(0, all.getCount());
        }));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  public void interruptsDoNotEndWorkers(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      for (int round = 0; round < 50; ++round) {
        for (final Worker worker : scheduler.workers) worker.interrupt();
        assertEquals(144, scheduler.invoke(new Fib(12)));
      }
    }
  }

  /** Ends when it may. */
  private static ForkAction waiting(CountDownLatch mayEnd) {
    return action(() -> await(mayEnd));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  public void severalThreadsCloseAtOnce() throws Exception {
    final Scheduler scheduler = new Scheduler(2);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    scheduler.submit(waiting(mayEnd));
    final List<Thread> closers = new ArrayList<>();
    for (int i = 0; i < 3; ++i) closers.add(new Thread(scheduler::close));
    for (final Thread each : closers) each.start();
    for (final Thread each : closers) {
      while (each.getState() != Thread.State.WAITING) Thread.sleep(1);
    }
    mayEnd.countDown();
    for (final Thread each : closers) each.join();
  }

  @Test
  public void aTaskIsExecutedByOneRunOnly() throws Exception {
    try (Scheduler scheduler = new Scheduler(2)) {
      final CountDownLatch mayEnd = new CountDownLatch(1);
      final ForkAction task = waiting(mayEnd);
      final CompletableFuture<Void> run = scheduler.submit(task);
      final String expected = "a task that was executed, or is about to be; expected a new one";
      assertEquals(expected, assertThrows(IllegalStateException.class, () -> scheduler.submit(task)).getMessage());
      mayEnd.countDown();
      run.get();
      assertEquals(expected, assertThrows(IllegalStateException.class, () -> scheduler.invoke(task)).getMessage());
    }
  }

  @Test
  public void aTaskThatAClosedSchedulerRefusedGoesToAnother() {
    final Scheduler closed = new Scheduler(1);
    closed.close();
    final Fork<Integer> task = new Fib(5);
    assertThrows(RejectedExecutionException.class, () -> closed.submit(task));
    try (Scheduler open = new Scheduler(1)) {
      assertEquals(5, open.invoke(task));
    }
  }

  @Test
  public void aTaskOfAnotherSchedulerIsNotJoined() {
    try (Scheduler outer = new Scheduler(2); Scheduler inner = new Scheduler(2)) {
      final AtomicInteger refused = new AtomicInteger();
      outer.invoke(action(() -> {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final ForkAction own = action(() -> {
          begun.countDown();
          await(mayEnd);
        });
        own.fork();
        Worker.current().shareAll();
        await(begun);  // by the other worker
        final int index = Scheduler.currentWorker();
        final CountDownLatch bothHere = new CountDownLatch(2);
        final ForkAction[] joiners = new ForkAction[2];
        for (int i = 0; i < 2; ++i) {
          joiners[i] = action(() -> {
            bothHere.countDown();
            await(bothHere);
            if (Scheduler.currentWorker() != index) return;  // the one with the same number
            assertEquals("join() of a task that this worker has not forked", assertThrows(IllegalStateException.class, own::join).getMessage());
            refused.getAndIncrement();
          });
        }
        final CompletableFuture<Void> one = inner.submit(joiners[0]);
        inner.submit(joiners[1]).join();
        one.join();
        mayEnd.countDown();
        own.join();
      }));
      assertEquals(1, refused.get());
    }
  }

  @Test
  public void whatAStageForksIsTakenByOthers() throws Exception {
    try (Scheduler scheduler = new Scheduler(2)) {
      final CountDownLatch begun = new CountDownLatch(1);
      final CountDownLatch attached = new CountDownLatch(1);
      final CompletableFuture<Void> stage = scheduler.submit(waiting(attached)).thenAccept(nothing -> {
        final ForkAction forked = action(begun::countDown);
        forked.fork();
        Worker.current().shareAll();
        await(begun);  // by the other worker: this one is here
        forked.join();
      });
      attached.countDown();
      stage.get();
    }
  }

  @Test
  public void whatAStageForksEndsBeforeTheSchedulerIsClosed() throws Exception {
    final AtomicLong ran = new AtomicLong();
    final List<Throwable> thrown = java.util.Collections.synchronizedList(new ArrayList<>());
    final Scheduler scheduler = new Scheduler(2);
    final CountDownLatch attached = new CountDownLatch(1);
    scheduler.submit(waiting(attached)).thenAccept(nothing -> {
      Thread.currentThread().setUncaughtExceptionHandler((thread, what) -> thrown.add(what));
      for (Worker worker : scheduler.workers) worker.setUncaughtExceptionHandler((thread, what) -> thrown.add(what));
      new Loose(ran, 6).fork();
      action(() -> {
        throw new IllegalArgumentException("of a stage");
      }).fork();
    });
    attached.countDown();
    scheduler.close();
    assertEquals(127, ran.get());
    assertEquals(List.of("of a stage"), thrown.stream().map(Throwable::getMessage).toList());
  }

  @Test
  public void invokeThrowsACompletionExceptionAsItIs() {
    try (Scheduler scheduler = new Scheduler(2)) {
      final CompletionException mine = new CompletionException("mine", new IOException("io"));
      assertSame(mine, assertThrows(CompletionException.class, () -> scheduler.invoke(action(() -> {
        throw mine;
      }))));
    }
  }

  @Test
  public void nullIsRefusedByTheCaller() {
    try (Scheduler scheduler = new Scheduler(1)) {
      assertThrows(NullPointerException.class, () -> scheduler.execute(null));
      assertThrows(NullPointerException.class, () -> scheduler.submit((java.util.concurrent.Callable<Integer>) null));
      assertThrows(NullPointerException.class, () -> Loops.forEach(scheduler, 0, 0, null));
    }
    assertThrows(NullPointerException.class, () -> new Recorder(null));
    assertEquals("write() of a recorder that no scheduler has; expected new Scheduler(n, recorder)",
        assertThrows(IllegalStateException.class, () -> new Recorder("none").write(java.nio.file.Path.of("none.jd"))).getMessage());
    assertEquals("currentWorker() outside of a task; expected a call in one",
        assertThrows(IllegalStateException.class, Scheduler::currentWorker).getMessage());
  }
}
