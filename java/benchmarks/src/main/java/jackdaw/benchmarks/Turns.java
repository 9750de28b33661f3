package jackdaw.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import jackdaw.Scheduler;

/**
 * Both runtimes by turns in one process, so that what disturbs the machine disturbs both: medians of single runs, and their
 * ratio. Arguments: seconds for each row, then programs, then numbers of workers, separated by commas; and, if given,
 * the number of other processes that keep a processor busy, which this one starts and ends.
 */
public final class Turns {
  private static final double WARM_UP = 0.4;  // of the seconds

  private Turns() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 3 || arguments.length > 4) {
      System.err.println("Turns: " + arguments.length + " arguments; expected SECONDS PROGRAM,… WORKERS,… [NEIGHBOURS]");
      System.exit(2);
    }
    final double seconds = Double.parseDouble(arguments[0]);
    final int neighbours = arguments.length == 4 ? Integer.parseInt(arguments[3]) : 0;
    System.out.printf("%s %s, %d processors, %d neighbours%n", System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"), Runtime.getRuntime().availableProcessors(), neighbours);
    System.out.println("program  workers  jackdaw ms  ForkJoinPool ms  ratio  runs");
    final Process[] busy = new Process[neighbours];
    for (int i = 0; i < neighbours; ++i) busy[i] = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      for (final String program : arguments[1].split(",")) {
        for (final String workers : arguments[2].split(",")) row(program, Integer.parseInt(workers), seconds);
      }
    } finally {
      for (final Process each : busy) each.destroy();
    }
  }

  private static void row(String program, int workers, double seconds) throws InterruptedException {
    final Fine.Program code = BesideForkJoinPool.program(program);
    final double[] jackdaw = new double[1 << 16];
    final double[] pools = new double[1 << 16];
    int runs = 0;
    final ForkJoinPool pool = new ForkJoinPool(workers);
    try (Scheduler scheduler = new Scheduler(workers)) {
      final long start = System.nanoTime();
      boolean warm = false;
      for (;;) {
        final double passed = (System.nanoTime() - start) / 1e9;
        if (passed > seconds) break;
        if (!warm && passed > WARM_UP * seconds) {
          warm = true;
          runs = 0;
        }
        // Which one is first changes: the one behind may find the processors warm, or garbage to collect.
        if ((runs & 1) == 0) {
          jackdaw[runs] = time(() -> code.on(scheduler));
          pools[runs] = time(() -> code.on(pool));
        } else {
          pools[runs] = time(() -> code.on(pool));
          jackdaw[runs] = time(() -> code.on(scheduler));
        }
        if (++runs == jackdaw.length) break;
      }
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    final double ours = median(jackdaw, runs);
    final double theirs = median(pools, runs);
    System.out.printf(Locale.ROOT, "%-8s %7d %11.3f %16.3f %6.2f %5d%n", program, workers, ours, theirs, ours / theirs, runs);
  }

  private static double time(Runnable body) {
    final long start = System.nanoTime();
    body.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] times, int count) {
    Arrays.sort(times, 0, count);
    return times[count / 2];
  }
}
