package jackdaw.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jackdaw.Scheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guide's page for Java: each prints what the page says. */
public class GuideTest {
  private static final Pattern PROGRAM =
      Pattern.compile("\n```java\n(.*?public class (\\w+) .*?)\n```\n\nIt prints (\\w+)\\.", Pattern.DOTALL);

  /** Of the library, wherever it was built. */
  private static final String CLASSES = Path.of(URI.create(Scheduler.class.getProtectionDomain().getCodeSource().getLocation().toString())).toString();

  private static Path page() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      final Path page = at.resolve("docs/guide/faces/java.md");
      if (Files.exists(page)) return page;
    }
    throw new IllegalStateException("docs/guide/faces/java.md is missing above " + Path.of("").toAbsolutePath());
  }

  @Test
  public void programsPrintWhatThePageSays(@TempDir Path folder) throws Exception {
    final Matcher found = PROGRAM.matcher(Files.readString(page()));
    final List<String> names = new ArrayList<>();
    while (found.find()) {
      final String name = found.group(2);
      final Path source = folder.resolve(name + ".java");
      Files.writeString(source, found.group(1));
      final Process javac = new ProcessBuilder(System.getProperty("java.home") + "/bin/javac", "-d", folder.toString(), "-cp",
          CLASSES, source.toString()).inheritIO().start();
      assertEquals(0, javac.waitFor(), name);
      final ByteArrayOutputStream printed = new ByteArrayOutputStream();
      final PrintStream before = System.out;
      try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
        System.setOut(new PrintStream(printed));
        loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[] {folder.resolve("run.jd").toString()});
      } finally {
        System.setOut(before);
      }
      assertEquals(found.group(3), printed.toString().trim(), name);
      names.add(name);
    }
    assertEquals(List.of("First", "Recorded", "Pools"), names);
    assertTrue(Files.readString(page()).split("```java", -1).length == 1 + names.size(), "a program whose output is not said");
  }
}
