package jackdaw.benchmarks;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jackdaw.Loops;
import jackdaw.Scheduler;
import jackdaw.programs.Work;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The same program on a Scheduler and on a ForkJoinPool; a process for each, as JMH does. {@link Turns} takes turns. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BesideForkJoinPool {
  /** fib: joins only. coarse: joins with 0.1 ms in each leaf. put: tasks that nobody joins. work: the same, 1 to 10 µs each. */
  @Param({"fib", "coarse", "put", "work", "loop"})
  public String program;

  @Param({"2"})
  public int workers;

  private Fine.Program code;
  private Scheduler scheduler;
  private ForkJoinPool pool;

  static Fine.Program program(String name) {
    return switch (name) {
      case "fib" -> Fine.fib(27, 0);
      case "coarse" -> Fine.fib(14, 100_000);
      case "put" -> Fine.synthetic(24, 0);
      case "work" -> Fine.synthetic(15, 40);
      case "loop" -> loop();
      default -> throw new IllegalArgumentException("there is no program '" + name + "'; expected fib, coarse, put, work, loop");
    };
  }

  /** A loop beside a parallel stream. */
  private static Fine.Program loop() {
    final long[] out = new long[1 << 16];
    return new Fine.Program() {
      @Override
      public void on(Scheduler scheduler) {
        Loops.forEach(scheduler, 0, out.length, i -> out[(int) i] = Work.simulate(i & 511, i));
      }

      @Override
      public void on(ForkJoinPool pool) {
        pool.submit(() -> IntStream.range(0, out.length).parallel().forEach(i -> out[i] = Work.simulate(i & 511, i))).join();
      }
    };
  }

  @Setup(Level.Trial)
  public void begin() {
    code = program(program);
    scheduler = new Scheduler(workers);
    pool = new ForkJoinPool(workers);
  }

  @TearDown(Level.Trial)
  public void end() {
    scheduler.close();
    pool.shutdown();
  }

  @Benchmark
  public void jackdaw() {
    code.on(scheduler);
  }

  @Benchmark
  public void forkJoinPool() {
    code.on(pool);
  }
}
