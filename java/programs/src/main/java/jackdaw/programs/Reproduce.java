package jackdaw.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures what KR02 measured in Java, and shows both: a process for each pool and number of threads, with a heap of a fixed
 * size.
 *
 * <p>Arguments: the name of a result, {@code --quick} for tiny inputs, {@code --json} for one JSON object instead of a table.
 * Without arguments: the names, and what each result shows.
 */
public final class Reproduce {
  private static final String[] POOLS = {"sq1", "dq1", "dq2", "dq5", "dq8", "dq9", "dq10", "sdq1", "rq3"};
  private static final String HEAP = "1g";
  private static final Pattern MACHINE = Pattern.compile("\"jvm\": (\"[^\"]*\"), \"collector\": (\"[^\"]*\"), \"heap_mib\": (\\d+)");

  /** What the paper's figures are. */
  private enum Unit {
    /** By the best time of one thread. */
    SPEED_UP("speed-up by the best time of one thread"),
    /** Behind the first of the same number of threads. */
    PERCENT_BEHIND("percent behind the first"),
    /** The best speed-up of any number of threads, there up to those of their machine, here up to the processors. */
    BEST_SPEED_UP("best speed-up of any number of threads, by the best time of one");

    private final String name;

    Unit(String name) {
      this.name = name;
    }
  }

  /**
   * A table or figure.
   *
   * @param input of the program: what comes first of it
   * @param threads as many as are measured; of a best speed-up: none, all up to the processors are
   * @param theirs for each pool what the paper prints, by number of threads; a range where it prints no more
   */
  private record Result(String program, String input, Unit unit, int[] threads, String[][] theirs, String finding) {
    private int[] threadsHere() {
      if (unit != Unit.BEST_SPEED_UP) return threads;
      return IntStream.rangeClosed(1, Runtime.getRuntime().availableProcessors()).toArray();
    }
  }

  /** What was measured for one pool and one number of threads, in seconds. */
  private record Times(double median, double least, double most) {}

  private static final Map<String, Result> RESULTS = new LinkedHashMap<>();

  static {
    RESULTS.put("KR02-table7-java-synthetic", synthetic(Unit.SPEED_UP, new int[] {1, 2},
        "0.92 1.41, 0.98 1.54, 0.96 1.67, 0.89 1.71, 0.93 1.82, 0.92 1.75, 0.95 1.83, 1.00 1.90, 0.85 1.41",
        "sdq1, dq10 and dq8 scale best to two processors; sq1 and rq3 least"));
    RESULTS.put("KR02-table7-java-radiosity", radiosity("small", Unit.SPEED_UP, new int[] {1, 2},
        "0.99 1.14, 0.99 1.14, 1.00 1.14, 0.99 1.19, 1.00 1.18, 1.00 1.19, 1.00 1.18, 0.99 1.19, 0.98 1.14",
        "the pools differ by 5 % only"));
    RESULTS.put("KR02-table11", synthetic(Unit.PERCENT_BEHIND, new int[] {1, 2, 4},
        "9.0 34.7 94.4, 2.2 23.3 11.3, 3.7 13.6 37.1, 12.2 10.9 34.9, 7.7 4.4 3.4, 8.8 8.6 9.1, 4.9 4.0 7.1, 0 0 0, 18.1 34.5 44.8",
        "waking in each put is the bottleneck: dq9 and dq10 are ahead of dq2 and dq5, dq8 and sdq1 ahead of all"));
    RESULTS.put("KR02-table12", synthetic(Unit.PERCENT_BEHIND, new int[] {1, 2, 4, 8},
        "1.1 9.0 303.8 405.2, 0 24.2 71.5 68.0, 4.5 8.7 11.9 100.2, 2.8 11.7 14.5 111.1, 0.1 0 0.3 0, "
            + "1.9 6.2 8.1 12.5, 1.4 8.6 9.0 12.3, 0.4 0.3 0 2.0, 6.4 18.2 25.2 121.6",
        "the same on four processors; with more threads than processors dq2, dq5 and rq3 fall back"));
    RESULTS.put("KR02-figure10", synthetic(Unit.SPEED_UP, new int[] {4}, "1.19, 2.15, 2.54, 2.57, 3.54, 2.96, 3.03, 3.64, 2.11",
        "as the text says; table 12 says 3.35 for dq2, 3.28 for dq5 and 3.00 for rq3. sq1 has its 1.19 with two threads"));
    RESULTS.put("KR02-figure11", synthetic(Unit.BEST_SPEED_UP, new int[0],
        "1.77, 2.57, 2.93-3.33, 2.93-3.33, 18.87, 16.07, 16.59, 19.41, 2.93-3.33",
        "up to 22 threads: sdq1, dq8, dq10 and dq9 go on; pools that wake in each put end at four threads, sq1 at two"));
    final String alike = "2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57, 2.39-2.57";
    final String noDifference = "up to four threads: no pool is ahead";
    RESULTS.put("KR02-figure18", radiosity("largeroom", Unit.BEST_SPEED_UP, new int[0], alike, noDifference));
    RESULTS.put("KR02-figure19", radiosity("cornell", Unit.BEST_SPEED_UP, new int[0], alike, noDifference + "; the paper's scene is Halle"));
    RESULTS.put("KR02-figure20", radiosity("small", Unit.BEST_SPEED_UP, new int[0], alike, noDifference + "; the paper's scene is Raum11w"));
    final String dq9First = "up to 24 threads: dq9 is first, dq1 last";
    RESULTS.put("KR02-figure21", radiosity("largeroom", Unit.BEST_SPEED_UP, new int[0],
        "3.91-4.31, 3.46, 4.44, 4.54, 3.91-4.31, 4.74, 4.46, 3.91-4.31, 3.91-4.31", dq9First));
    RESULTS.put("KR02-figure22", radiosity("cornell", Unit.BEST_SPEED_UP, new int[0],
        "7.81-8.24, 7.05, 7.81-8.24, 7.81-8.24, 7.50-7.70, 9.76, 7.81-8.24, 7.50-7.70, 7.50-7.70", dq9First + "; the paper's scene is Halle"));
    RESULTS.put("KR02-figure23", radiosity("small", Unit.BEST_SPEED_UP, new int[0],
        "7.06-7.25, 6.60, 7.53, 7.68, 7.06-7.25, 8.53, 7.06-7.25, 7.06-7.25, 7.06-7.25", dq9First + "; the paper's scene is Raum11w"));
  }

  /** {@code theirs}: for each pool its figures, with blanks between, and a comma behind. */
  private static Result synthetic(Unit unit, int[] threads, String theirs, String finding) {
    return new Result("synthetic", "", unit, threads, table(theirs), finding);
  }

  private static Result radiosity(String scene, Unit unit, int[] threads, String theirs, String finding) {
    return new Result("radiosity", scene, unit, threads, table(theirs), finding);
  }

  private static String[][] table(String theirs) {
    final String[][] rows = Arrays.stream(theirs.split(", ")).map(row -> row.split(" ")).toArray(String[][]::new);
    if (rows.length != POOLS.length) throw new IllegalStateException(rows.length + " rows of the paper");
    return rows;
  }

  private Reproduce() {}

  public static void main(String[] arguments) throws Exception {
    final List<String> given = new ArrayList<>(List.of(arguments));
    final boolean quick = given.remove("--quick");
    final boolean json = given.remove("--json");
    if (given.isEmpty() && !quick) {
      list(json);
      return;
    }
    final Result result = given.isEmpty() ? null : RESULTS.get(given.get(0));
    if (result == null || given.size() > 1) {
      System.err.println("Reproduce: expected one of " + String.join(", ", RESULTS.keySet()) + ", and --quick, --json or nothing; not '"
          + String.join(" ", arguments) + "'");
      System.exit(2);
    }
    show(given.get(0), result, quick, json);
  }

  private static void list(boolean json) {
    final String lines = RESULTS.entrySet().stream()
        .map(each -> json ? String.format("{\"name\": \"%s\", \"finding\": \"%s\"}", each.getKey(), each.getValue().finding)
            : String.format("%-28s%s", each.getKey(), each.getValue().finding))
        .collect(Collectors.joining(json ? ", " : System.lineSeparator()));
    System.out.println(json ? "[" + lines + "]" : lines);
  }

  private static void show(String name, Result result, boolean quick, boolean json) throws IOException, InterruptedException {
    final int[] threads = result.threadsHere();
    final Times[][] times = new Times[POOLS.length][threads.length];
    String machine = "";
    for (int pool = 0; pool < POOLS.length; ++pool) {
      for (int i = 0; i < threads.length; ++i) {
        machine = measured(result, POOLS[pool], threads[i], quick, List.of());
        times[pool][i] = new Times(number(machine, "seconds"), number(machine, "least"), number(machine, "most"));
      }
    }
    final double interpreted = result.program.equals("synthetic") ? timesAsLongInterpreted(result, threads[0], times, quick) : 0;
    if (json) {
      System.out.println(object(name, result, quick, threads, times, machine, interpreted));
      return;
    }
    System.out.println(name + ": " + result.finding);
    System.out.println("figures: " + result.unit.name + "; here (least to most of the runs) / paper" + (quick ? "; inputs are tiny" : ""));
    final int processors = Runtime.getRuntime().availableProcessors();
    System.out.println(processors + " processors here" + machineOf(machine));
    System.out.println(table(result, threads, times, processors));
    if (result.unit == Unit.BEST_SPEED_UP) {
      System.out.println("here up to " + processors + " threads; what more processors show is not measured");
    } else {
      System.out.println("* more threads than there are processors here");
    }
    if (interpreted != 0) {
      System.out.printf(Locale.ROOT, "sdq1, threads: %d, with -Xint: %.1f times as long; the paper: about 40 times as long as C%n", threads[0],
          interpreted);
    }
  }

  private static double timesAsLongInterpreted(Result result, int threads, Times[][] times, boolean quick) throws IOException, InterruptedException {
    final int sdq1 = 7;
    return number(measured(result, POOLS[sdq1], threads, quick, List.of("-Xint")), "seconds") / times[sdq1][0].median;
  }

  private static String table(Result result, int[] threads, Times[][] times, int processors) {
    final StringBuilder text = new StringBuilder(String.format("%-6s", "pool"));
    for (int i = 0; i < result.theirs[0].length; ++i) {
      final String head = result.unit == Unit.BEST_SPEED_UP ? "best" : threads[i] + (threads[i] > processors ? " threads *" : " threads");
      text.append(String.format("  %34s", head));
    }
    for (int pool = 0; pool < POOLS.length; ++pool) {
      text.append(System.lineSeparator()).append(String.format("%-6s", POOLS[pool]));
      for (int i = 0; i < result.theirs[pool].length; ++i) {
        final double[] ours = ours(result, times, pool, i);
        text.append(String.format(Locale.ROOT, "  %7.2f (%6.2f to %6.2f) / %9s", ours[0], ours[1], ours[2], result.theirs[pool][i]));
      }
    }
    return text.toString();
  }

  /** The figure by the median, and by the slowest and the fastest run, the less first. */
  private static double[] ours(Result result, Times[][] times, int pool, int column) {
    if (result.unit == Unit.BEST_SPEED_UP) {
      double[] best = {0, 0, 0};
      for (int i = 0; i < times[pool].length; ++i) {
        final double[] one = speedUp(times, pool, i);
        if (one[0] > best[0]) best = one;
      }
      return best;
    }
    if (result.unit == Unit.SPEED_UP) return speedUp(times, pool, column);
    final Times of = times[pool][column];
    final double first = best(times, column);
    return new double[] {100 * (of.median / first - 1), 100 * (of.least / first - 1), 100 * (of.most / first - 1)};
  }

  private static double[] speedUp(Times[][] times, int pool, int column) {
    final Times of = times[pool][column];
    final double one = best(times, 0);
    return new double[] {one / of.median, one / of.most, one / of.least};
  }

  private static double best(Times[][] times, int column) {
    return Arrays.stream(times).mapToDouble(row -> row[column].median).min().orElseThrow();
  }

  private static String object(String name, Result result, boolean quick, int[] threads, Times[][] times, String machine, double interpreted) {
    final List<String> rows = new ArrayList<>();
    for (int pool = 0; pool < POOLS.length; ++pool) {
      for (int i = 0; i < result.theirs[pool].length; ++i) {
        final double[] ours = ours(result, times, pool, i);
        rows.add(String.format(Locale.ROOT, "{\"pool\": \"%s\", \"threads\": %s, \"here\": %.4g, \"from\": %.4g, \"to\": %.4g, \"paper\": \"%s\"}",
            POOLS[pool], result.unit == Unit.BEST_SPEED_UP ? "null" : String.valueOf(threads[i]), ours[0], ours[1], ours[2], result.theirs[pool][i]));
      }
    }
    return String.format(Locale.ROOT,
        "{\"name\": \"%s\", \"finding\": \"%s\", \"figures\": \"%s\", \"quick\": %s, \"processors\": %d, \"measured\": %s, "
            + "\"interpreted\": %s, \"rows\": [%s]}",
        name, result.finding, result.unit.name, quick, Runtime.getRuntime().availableProcessors(), machine,
        interpreted == 0 ? "null" : String.format(Locale.ROOT, "%.3g", interpreted), String.join(", ", rows));
  }

  private static String measured(Result result, String pool, int threads, boolean quick, List<String> options)
      throws IOException, InterruptedException {
    final List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xms" + HEAP, "-Xmx" + HEAP));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Measure.class.getName(), result.program, pool, String.valueOf(threads)));
    if (result.program.equals("synthetic")) {
      command.addAll(quick ? List.of("12", "1", "1") : List.of("22", "4", "5"));
    } else {
      command.addAll(quick ? List.of("small", "0.01", "1") : List.of(result.input, "0.0001", "5"));
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

  private static double number(String line, String key) {
    final Matcher found = Pattern.compile("\"" + key + "\": ([0-9.e+-]+)").matcher(line);
    if (!found.find()) throw new IllegalStateException("no " + key + " in " + line);
    return Double.parseDouble(found.group(1));
  }

  private static String machineOf(String line) {
    final Matcher found = MACHINE.matcher(line);
    return found.find() ? "; JVM " + found.group(1) + ", collector " + found.group(2) + ", heap " + found.group(3) + " MiB" : "";
  }
}
