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

  private Measure() {}

  /** One run; its seconds. */
  private interface Program {
    double run();
  }

  public static void main(String[] arguments) {
    if (arguments.length != 6) refuse(arguments.length + " arguments; expected PROGRAM POOL THREADS and three more");
    try {
      final int threads = Integer.parseInt(arguments[2]);
      final TaskPool pool = TaskPools.create(arguments[1], threads);
      final Program program = switch (arguments[0]) {
        case "synthetic" -> synthetic(pool, Integer.parseInt(arguments[3]), Long.parseLong(arguments[4]));
        case "radiosity" -> radiosity(pool, Scene.named(arguments[3]), Double.parseDouble(arguments[4]));
        default -> throw new IllegalArgumentException("there is no program '" + arguments[0] + "'; expected synthetic or radiosity");
      };
      measure(arguments, program, Integer.parseInt(arguments[5]));
    } catch (IllegalArgumentException wrong) {
      refuse(wrong.getMessage());
    }
  }

  private static void refuse(String why) {
    System.err.println("Measure: " + why);
    System.exit(2);
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

  private static void measure(String[] arguments, Program program, int runs) {
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
        "{\"program\": \"%s\", \"pool\": \"%s\", \"threads\": %s, \"input\": \"%s %s\", \"seconds\": %.6g, \"least\": %.6g, \"most\": %.6g, "
            + "\"runs\": %d, \"warm_ups\": %d, \"jvm\": \"%s %s, %s\", \"collector\": \"%s\", \"heap_mib\": %d}%n",
        arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], times[runs / 2], times[0], times[runs - 1], runs,
        warmUps, System.getProperty("java.vm.name"), System.getProperty("java.runtime.version"), System.getProperty("java.vm.info"),
        collectors, Runtime.getRuntime().maxMemory() >> 20);
  }
}
