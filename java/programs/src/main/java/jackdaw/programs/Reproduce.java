package jackdaw.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures what KR02 measured in Java, and shows both: a process for each pool and number of threads, with a heap of a fixed
 * size.
 *
 * <p>Arguments: the name of a result, and {@code --quick} for tiny inputs.
 */
public final class Reproduce {
  private static final String[] POOLS = {"sq1", "dq1", "dq2", "dq5", "dq8", "dq9", "dq10", "sdq1", "rq3"};
  private static final String HEAP = "1g";
  private static final Pattern SECONDS = Pattern.compile("\"seconds\": ([0-9.e+-]+)");
  private static final Pattern MACHINE = Pattern.compile("\"jvm\": (\"[^\"]*\"), \"collector\": (\"[^\"]*\"), \"heap_mib\": (\\d+)");

  /** What the paper's figures are. */
  private enum Unit {
    /** By the best time of one thread. */
    SPEED_UP("speed-up by the best time of one thread"),
    /** Behind the first of the same number of threads. */
    PERCENT_BEHIND("percent behind the first");

    private final String name;

    Unit(String name) {
      this.name = name;
    }
  }

  /** A table or figure: for each pool the paper's figures, by number of threads. */
  private record Result(String program, Unit unit, int[] threads, double[][] theirs, String finding) {}

  private static final Map<String, Result> RESULTS = new LinkedHashMap<>();

  static {
    RESULTS.put("KR02-table7-java-synthetic", new Result("synthetic", Unit.SPEED_UP, new int[] {1, 2}, new double[][] {
        {.92, 1.41}, {.98, 1.54}, {.96, 1.67}, {.89, 1.71}, {.93, 1.82}, {.92, 1.75}, {.95, 1.83}, {1.00, 1.90}, {.85, 1.41}},
        "sdq1, dq10 and dq8 scale best to two processors; sq1 and rq3 least"));
    RESULTS.put("KR02-table7-java-radiosity", new Result("radiosity", Unit.SPEED_UP, new int[] {1, 2}, new double[][] {
        {.99, 1.14}, {.99, 1.14}, {1.00, 1.14}, {.99, 1.19}, {1.00, 1.18}, {1.00, 1.19}, {1.00, 1.18}, {.99, 1.19}, {.98, 1.14}},
        "the pools differ by 5 % only"));
    RESULTS.put("KR02-table11", new Result("synthetic", Unit.PERCENT_BEHIND, new int[] {1, 2, 4}, new double[][] {
        {9.0, 34.7, 94.4}, {2.2, 23.3, 11.3}, {3.7, 13.6, 37.1}, {12.2, 10.9, 34.9}, {7.7, 4.4, 3.4}, {8.8, 8.6, 9.1},
        {4.9, 4.0, 7.1}, {0, 0, 0}, {18.1, 34.5, 44.8}},
        "waking in each put is the bottleneck: dq9 and dq10 are ahead of dq2 and dq5, dq8 and sdq1 ahead of all"));
    RESULTS.put("KR02-table12", new Result("synthetic", Unit.PERCENT_BEHIND, new int[] {1, 2, 4, 8}, new double[][] {
        {1.1, 9.0, 303.8, 405.2}, {0, 24.2, 71.5, 68.0}, {4.5, 8.7, 11.9, 100.2}, {2.8, 11.7, 14.5, 111.1}, {.1, 0, .3, 0},
        {1.9, 6.2, 8.1, 12.5}, {1.4, 8.6, 9.0, 12.3}, {.4, .3, 0, 2.0}, {6.4, 18.2, 25.2, 121.6}},
        "the same on four processors; with more threads than processors dq2, dq5 and rq3 fall back"));
    RESULTS.put("KR02-figure10", new Result("synthetic", Unit.SPEED_UP, new int[] {4}, new double[][] {
        {1.19}, {2.15}, {2.54}, {2.57}, {3.54}, {2.96}, {3.03}, {3.64}, {2.11}},
        "as the text says; table 12 says 3.35 for dq2, 3.28 for dq5 and 3.00 for rq3. sq1 has its 1.19 with two threads"));
  }

  private Reproduce() {}

  public static void main(String[] arguments) throws Exception {
    final Result result = arguments.length == 0 ? null : RESULTS.get(arguments[0]);
    final boolean quick = arguments.length == 2 && arguments[1].equals("--quick");
    if (result == null || arguments.length > 2 || arguments.length == 2 && !quick) {
      System.err.println("Reproduce: expected one of " + String.join(", ", RESULTS.keySet()) + ", and --quick or nothing; not '"
          + String.join(" ", arguments) + "'");
      System.exit(2);
    }
    show(arguments[0], result, quick);
  }

  private static void show(String name, Result result, boolean quick) throws IOException, InterruptedException {
    final double[][] seconds = new double[POOLS.length][result.threads.length];
    String machine = "";
    for (int pool = 0; pool < POOLS.length; ++pool) {
      for (int i = 0; i < result.threads.length; ++i) {
        final String line = measured(result, POOLS[pool], result.threads[i], quick, List.of());
        seconds[pool][i] = number(line);
        machine = line;
      }
    }
    System.out.println(name + ": " + result.finding);
    System.out.println("figures: " + result.unit.name + "; here / paper");
    final int processors = Runtime.getRuntime().availableProcessors();
    System.out.println(processors + " processors here" + machineOf(machine));
    final StringBuilder head = new StringBuilder(String.format("%-6s", "pool"));
    for (final int threads : result.threads) head.append(String.format("  %16s", threads + (threads > processors ? " threads *" : " threads")));
    System.out.println(head);
    for (int pool = 0; pool < POOLS.length; ++pool) {
      final StringBuilder row = new StringBuilder(String.format("%-6s", POOLS[pool]));
      for (int i = 0; i < result.threads.length; ++i) {
        final double ours = result.unit == Unit.SPEED_UP ? best(seconds, 0) / seconds[pool][i]
            : 100 * (seconds[pool][i] / best(seconds, i) - 1);
        final double theirs = result.theirs[pool][i];
        row.append(String.format(Locale.ROOT, "  %7.2f / %6s", ours, theirs));
      }
      System.out.println(row);
    }
    System.out.println("* more threads than there are processors here");
    final int sdq1 = 7;
    final double interpreted = number(measured(result, POOLS[sdq1], result.threads[0], quick, List.of("-Xint")));
    System.out.printf(Locale.ROOT, "sdq1 with %d threads and -Xint: %.1f times as long; the paper: about 40 times as long as C%n",
        result.threads[0], interpreted / seconds[sdq1][0]);
  }

  private static double best(double[][] seconds, int column) {
    double least = Double.POSITIVE_INFINITY;
    for (final double[] row : seconds) least = Math.min(least, row[column]);
    return least;
  }

  private static String measured(Result result, String pool, int threads, boolean quick, List<String> options)
      throws IOException, InterruptedException {
    final List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xms" + HEAP, "-Xmx" + HEAP));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Measure.class.getName(), result.program, pool, String.valueOf(threads)));
    if (result.program.equals("synthetic")) {
      command.addAll(quick ? List.of("12", "1", "1") : List.of("22", "4", "5"));
    } else {
      command.addAll(quick ? List.of("small", "0.01", "1") : List.of("small", "0.0001", "5"));
    }
    final Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    final String line;
    try (BufferedReader out = process.inputReader()) {
      line = out.readLine();
    }
    if (!process.waitFor(1, TimeUnit.HOURS) || process.exitValue() != 0 || line == null)
      throw new IOException(pool + " with " + threads + " threads: the process has failed");
    return line;
  }

  private static double number(String line) {
    final Matcher found = SECONDS.matcher(line);
    if (!found.find()) throw new IllegalStateException("no seconds in " + line);
    return Double.parseDouble(found.group(1));
  }

  private static String machineOf(String line) {
    final Matcher found = MACHINE.matcher(line);
    return found.find() ? "; JVM " + found.group(1) + ", collector " + found.group(2) + ", heap " + found.group(3) + " MiB" : "";
  }
}
