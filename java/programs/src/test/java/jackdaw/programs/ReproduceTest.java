package jackdaw.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  public void wrongNamesAreToldWhatThereIs() throws Exception {
    final Ended noResult = java(Reproduce.class, "KR02-table13");
    assertEquals(2, noResult.status);
    assertTrue(noResult.errors.startsWith("Reproduce: expected one of KR02-table7-java-synthetic, "), noResult.errors);
    final Ended noPool = java(Measure.class, "synthetic", "dq3", "2", "10", "0", "1");
    assertEquals(2, noPool.status);
    assertTrue(noPool.errors.startsWith("Measure: there is no pool 'dq3'; expected sq1, "), noPool.errors);
  }
}
