package jackdaw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written obeys the rules of the C++ library's event_check.hpp. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
public class RecorderTest {
  /** Reads a recording, and looks at its rules; `complete`: no event was lost. */
  private static final class Reader {
    final List<String> head = new ArrayList<>();
    final Map<Long, Long> created = new HashMap<>();
    final Map<Long, Long> joined = new HashMap<>();
    final Set<Long> started = new HashSet<>();
    final Set<Long> finished = new HashSet<>();
    private final ArrayDeque<Long> running = new ArrayDeque<>();
    private final boolean complete;

    Reader(Path file, boolean complete) throws IOException {
      this.complete = complete;
      final List<String> lines = Files.readAllLines(file);
      int at = 0;
      while (!lines.get(at).startsWith("worker ")) head.add(lines.get(at++));
      final int workers = Integer.parseInt(head.get(head.size() - 1).split(" ")[1]);
      final int kinds = Integer.parseInt(head.get(4).split(" ")[1]);
      for (int id = 0; id < workers; ++id) {
        final String[] words = lines.get(at++).split(" ");
        assertEquals("worker " + id, words[0] + " " + words[1]);
        running.clear();
        long before = 0;
        for (int i = Integer.parseInt(words[2]); i > 0; --i) before = event(lines.get(at++), before, workers, kinds);
        if (complete) assertTrue(running.isEmpty(), "worker " + id);
      }
      assertEquals("end", lines.get(at));
      assertEquals(at + 1, lines.size());
    }

    private long innermost() {
      return running.isEmpty() ? 0 : running.peek();
    }

    /** Returns its time. */
    private long event(String line, long before, int workers, int kinds) {
      final String[] words = line.split(" ");
      assertEquals(4, words.length, line);
      final long time = Long.parseLong(words[0]);
      final long subject = Long.parseLong(words[2]);
      final long other = Long.parseLong(words[3]);
      assertTrue(time >= before, line);
      switch (words[1]) {
        case "created" -> {
          assertEquals(innermost(), other, line);
          assertEquals(null, created.put(subject, other), line);
        }
        case "started" -> {
          assertTrue(started.add(subject), line);
          assertTrue(other < kinds, line);
          running.push(subject);
        }
        case "finished" -> {
          assertEquals(innermost(), subject, line);
          running.pop();
          assertTrue(finished.add(subject), line);
          assertEquals(innermost(), other, line);
        }
        case "joined" -> {
          assertEquals(innermost(), other, line);
          assertEquals(null, joined.put(subject, other), line);
        }
        case "waits", "goes_on" -> assertEquals(innermost(), subject, line);
        case "stole" -> assertTrue(subject < workers && other == 1, line);
        case "parked", "woken", "busy", "idle" -> assertTrue(subject == 0 && other == 0, line);
        default -> throw new AssertionError(line);
      }
      return time;
    }

    /** Each task was created, started and finished once. */
    Reader whole(int tasks) {
      assertTrue(complete);
      assertEquals(tasks, created.size());
      assertEquals(created.keySet(), started);
      assertEquals(created.keySet(), finished);
      return this;
    }
  }

  /** Forks of SchedulerTest.Fib, and the first task. */
  private static int tasksOfFib(int n) {
    return 1 + forks(n);
  }

  private static int forks(int n) {
    return n < 2 ? 0 : 1 + forks(n - 1) + forks(n - 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void eachTaskOnceAndJoinedByItsCreator(int workers, @TempDir Path folder) throws IOException {
    final Recorder recorder = new Recorder("fib \"16\" \\ \n");
    try (Scheduler scheduler = new Scheduler(workers, recorder)) {
      assertEquals(987, scheduler.invoke(new SchedulerTest.Fib(16)));
    }
    final Path file = folder.resolve("run.jd");
    recorder.write(file);
    final Reader seen = new Reader(file, true).whole(tasksOfFib(16));
    assertEquals(List.of("jackdaw recording 1", "run \"fib \\\"16\\\" \\\\ \\u000a\"", "pool \"jackdaw\"", "lost 0", "kinds 1",
        "kind \"SchedulerTest$Fib\" \"\"", "workers " + workers), seen.head);
    final Map<Long, Long> forked = new HashMap<>(seen.created);
    forked.values().removeIf(creator -> creator == 0);
    assertEquals(forked, seen.joined);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  public void severalRunsWithoutJoinsAndWithExceptions(int workers, @TempDir Path folder) throws IOException {
    final Recorder recorder = new Recorder("three runs");
    final AtomicLong ran = new AtomicLong();
    try (Scheduler scheduler = new Scheduler(workers, recorder)) {
      scheduler.invoke(new SchedulerTest.Loose(ran, 7));
      assertThrows(ArithmeticException.class, () -> scheduler.invoke(new ForkAction() {
        @Override
        protected void compute() {
          final ForkAction bad = new ForkAction() {
            @Override
            protected void compute() {
              throw new ArithmeticException();
            }
          };
          bad.fork();
          bad.join();
        }
      }));
      scheduler.invoke(new SchedulerTest.Loose(ran, 3));
    }
    recorder.write(folder.resolve("run.jd"));
    assertEquals(255 + 15, ran.get());
    final Reader seen = new Reader(folder.resolve("run.jd"), true).whole(255 + 2 + 15);
    assertEquals(3, seen.created.values().stream().filter(creator -> creator == 0).count());
    assertEquals(1, seen.joined.size());
  }

  @Test
  public void withoutRoomTheRestIsCountedAsLost(@TempDir Path folder) throws IOException {
    final Recorder recorder = new Recorder("small", 100);
    try (Scheduler scheduler = new Scheduler(1, recorder)) {
      scheduler.invoke(new SchedulerTest.Fib(10));
    }
    recorder.write(folder.resolve("run.jd"));
    final Reader seen = new Reader(folder.resolve("run.jd"), false);
    assertTrue(Long.parseLong(seen.head.get(3).split(" ")[1]) >= 4 * tasksOfFib(10) - 1 - 100, seen.head.get(3));
    assertTrue(seen.started.size() > seen.finished.size());
  }

  @Test
  public void refusesWhatItCannotDo(@TempDir Path folder) {
    assertThrows(IllegalArgumentException.class, () -> new Recorder("", 0));
    final Recorder recorder = new Recorder("one scheduler");
    assertThrows(IllegalStateException.class, () -> recorder.write(folder.resolve("run.jd")));
    try (Scheduler scheduler = new Scheduler(1, recorder)) {
      assertThrows(IllegalArgumentException.class, () -> new Scheduler(1, recorder));
      assertThrows(IllegalStateException.class, () -> recorder.write(folder.resolve("run.jd")));
      assertEquals(1, scheduler.workers());
    }
  }
}
