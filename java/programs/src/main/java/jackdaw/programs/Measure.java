package jackdaw.programs;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import jackdaw.pools.TaskPool;
import jackdaw.pools.TaskPools;
import jackdaw.programs.radiosity.Radiosity;
import jackdaw.programs.radiosity.Solution;
import jackdaw.programs.radiosity.scene.Scene;

/**
 * Measures one program on one pool, in this process: warm-up until times settle, then the median of some runs. Prints one
 * JSON object, with the JVM, the collector and the heap.
 *
 * <p>Arguments: {@code synthetic POOL THREADS K F RUNS} or {@code radiosity POOL THREADS SCENE ACCURACY RUNS}.
 */
public final class Measure {
  private static final int MOST_WARM_UPS = 10;
  private static final double SETTLED = 0.05;
  /** Hundreds of millions of tasks: minutes a run. */
  private static final int MOST_K = 40;

  private Measure() {}

  /** One run; its seconds. */
  private interface Program {
    double run();
  }

  public static void main(String[] arguments) {
    if (arguments.length != 6) refuse(arguments.length + " arguments; expected PROGRAM POOL THREADS and three more");
    try {
      final int threads = (int) whole("THREADS", arguments[2], 1, 32_768);
      final int runs = (int) whole("RUNS", arguments[5], 1, 1_000_000);
      final TaskPool pool = TaskPools.create(arguments[1], threads);
      final Program program = switch (arguments[0]) {
        case "synthetic" -> synthetic(pool, (int) whole("K", arguments[3], 1, MOST_K), whole("F", arguments[4], 0, 1_000_000));
        case "radiosity" -> radiosity(pool, Scene.named(arguments[3]), accuracy(arguments[4]));
        default -> throw new IllegalArgumentException("there is no program '" + arguments[0] + "'; expected synthetic or radiosity");
      };
      measure(arguments, program, threads, runs);
    } catch (IllegalArgumentException wrong) {
      refuse(wrong.getMessage());
    }
  }

  private static void refuse(String why) {
    System.err.println("Measure: " + why);
    System.exit(2);
  }

  private static long whole(String what, String text, long least, long most) {
    try {
      final long value = Long.parseLong(text);
      if (value >= least && value <= most) return value;
    } catch (NumberFormatException wrong) {
      // refused below
    }
    throw new IllegalArgumentException(what + " '" + text + "'; expected a whole number from " + least + " to " + most);
  }

  private static double accuracy(String text) {
    try {
      final double value = Double.parseDouble(text);
      if (value >= 1e-6 && value <= 1) return value;
    } catch (NumberFormatException wrong) {
      // refused below
    }
    throw new IllegalArgumentException("ACCURACY '" + text + "'; expected a number from 0.000001 to 1");
  }

  private static Program synthetic(TaskPool pool, int k, long f) {
    return () -> {
      final long start = System.nanoTime();
      final Synthetic.Result result = Synthetic.run(pool, k, f);
      final double seconds = (System.nanoTime() - start) / 1e9;
      if (result.tasks() != Synthetic.tasks(k)) throw new IllegalStateException(result.tasks() + " tasks instead of " + Synthetic.tasks(k));
      return seconds;
    };
  }

  /** The seconds of a million visible interactions, so that scenes can be compared as the paper does. */
  private static Program radiosity(TaskPool pool, Scene scene, double accuracy) {
    return () -> {
      final Solution.Report report = Radiosity.on(pool, scene, accuracy).report();
      return report.seconds() * 1e6 / report.visible();
    };
  }

  private static void measure(String[] arguments, Program program, int threads, int runs) {
    int warmUps = 0;
    double before = program.run();
    for (boolean settled = false; !settled && ++warmUps < MOST_WARM_UPS;) {
      final double now = program.run();
      settled = Math.abs(now - before) < SETTLED * before;
      before = now;
    }
    final double[] times = new double[runs];
    for (int i = 0; i < runs; ++i) times[i] = program.run();
    Arrays.sort(times);
    final String collectors = ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(", "));
    System.out.printf(Locale.ROOT,
        "{\"program\": \"%s\", \"pool\": \"%s\", \"threads\": %d, \"input\": \"%s %s\", \"seconds\": %.6g, \"least\": %.6g, \"most\": %.6g, "
            + "\"runs\": %d, \"warm_ups\": %d, \"jvm\": \"%s %s, %s\", \"collector\": \"%s\", \"heap_mib\": %d}%n",
        arguments[0], arguments[1], threads, arguments[3], arguments[4], times[runs / 2], times[0], times[runs - 1], runs,
        warmUps, System.getProperty("java.vm.name"), System.getProperty("java.runtime.version"), System.getProperty("java.vm.info"),
        collectors, Runtime.getRuntime().maxMemory() >> 20);
  }
}
