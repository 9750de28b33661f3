package jackdaw.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jackdaw.Scheduler;
import org.junit.jupiter.api.Test;

/** Processes as a user starts them. */
public class ReproduceTest {
  private record Ended(int status, String output, String errors) {}

  /** Where the classes of the module lie. */
  private static String classes(Class<?> one) {
    return Path.of(URI.create(one.getProtectionDomain().getCodeSource().getLocation().toString())).toString();
  }

  private static Ended java(Class<?> program, String... arguments) throws Exception {
    final List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-cp", classes(Measure.class) + File.pathSeparator
        + classes(Scheduler.class), program.getName()));
    command.addAll(List.of(arguments));
    final Process process = new ProcessBuilder(command).start();
    final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    final String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output, errors);
  }

  @Test
  public void aMeasurementIsOneObject() throws Exception {
    final Ended ended = java(Measure.class, "synthetic", "dq9", "2", "10", "0", "1");
    assertEquals("", ended.errors);
    assertEquals(0, ended.status);
    assertTrue(ended.output.matches("\\{\"program\": \"synthetic\", \"pool\": \"dq9\", \"threads\": 2, .*\"collector\": \"[^\"]+\", \"heap_mib\": \\d+\\}\n"),
        ended.output);
  }

  @Test
  public void withoutANameEachResultIsListed() throws Exception {
    final Ended ended = java(Reproduce.class);
    assertEquals(0, ended.status);
    assertEquals(12, ended.output.lines().count());
    assertTrue(ended.output.lines().allMatch(line -> line.matches("KR02-(table|figure)[0-9].* .+")), ended.output);
  }

  @Test
  public void aResultHasARowForEachPoolAndBothFigures() throws Exception {
    final Ended ended = java(Reproduce.class, "KR02-figure10", "--quick", "--json");
    assertEquals("", ended.errors);
    assertEquals(0, ended.status);
    final Matcher rows = Pattern.compile("\\{\"pool\": \"(\\w+)\", \"threads\": 4, \"here\": [0-9.e+-]+, \"from\": [0-9.e+-]+, \"to\": [0-9.e+-]+, "
        + "\"paper\": \"([0-9.]+)\"\\}").matcher(ended.output);
    assertEquals("sq1 1.19, dq1 2.15, dq2 2.54, dq5 2.57, dq8 3.54, dq9 2.96, dq10 3.03, sdq1 3.64, rq3 2.11",
        rows.results().map(row -> row.group(1) + " " + row.group(2)).collect(Collectors.joining(", ")));
    assertTrue(ended.output.contains("\"interpreted\": ") && ended.output.contains("\"quick\": true"), ended.output);
  }

  @Test
  public void wrongNamesAreToldWhatThereIs() throws Exception {
    final Ended noResult = java(Reproduce.class, "KR02-table13");
    assertEquals(2, noResult.status);
    assertTrue(noResult.errors.startsWith("Reproduce: expected one of KR02-table7-java-synthetic, "), noResult.errors);
    final Ended noPool = java(Measure.class, "synthetic", "dq3", "2", "10", "0", "1");
    assertEquals(2, noPool.status);
    assertTrue(noPool.errors.startsWith("Measure: there is no pool 'dq3'; expected sq1, "), noPool.errors);
    refuses("THREADS '2x'; expected a whole number from 1 to 32768", "synthetic", "dq8", "2x", "12", "1", "1");
    refuses("K '60'; expected a whole number from 1 to 40", "synthetic", "dq8", "2", "60", "1", "1");
    refuses("F '-1'; expected a whole number from 0 to 1000000", "synthetic", "dq8", "2", "12", "-1", "1");
    refuses("RUNS '0'; expected a whole number from 1 to 1000000", "synthetic", "dq8", "2", "12", "1", "0");
    refuses("ACCURACY 'NaN'; expected a number from 0.000001 to 1", "radiosity", "dq8", "2", "small", "NaN", "1");
  }

  private static void refuses(String line, String... arguments) throws Exception {
    final Ended ended = java(Measure.class, arguments);
    assertEquals("Measure: " + line + System.lineSeparator(), ended.errors);
    assertEquals(2, ended.status);
  }
}
