package jackdaw;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Records what the workers of a {@link Scheduler} do, for {@code jackdaw explain}, {@code jackdaw replay} and the page: which
 * task forked which, which worker executed it and when, joins, steals and sleep.
 *
 * <pre>{@code
 * Recorder recorder = new Recorder("sum of a million");
 * try (Scheduler scheduler = new Scheduler(4, recorder)) {
 *   scheduler.invoke(new Sum(0, n));
 * }
 * recorder.write(Path.of("run.jd"));
 * }</pre>
 *
 * <p>When not: to watch a program in service, as it keeps every event. The JDK Flight Recorder gets rare ones instead. The task
 * pools of {@code jackdaw.pools} are not recorded.
 *
 * <p>Cost: 16 bytes and one look at the clock an event, four or five events for a task. A scheduler without a recorder pays one
 * look at a final field in each fork and join. A task is named by its class, without the package.
 */
public final class Recorder {
  private static final String[] NAMES = {"created", "started", "finished", "joined", "stole", "parked", "woken", "waits",
      "goes_on", "busy", "idle"};
  private static final int USUAL = 1 << 22;

  private final String title;
  private final int most;
  private final long begin = System.nanoTime();
  private final List<Class<?>> kinds = new ArrayList<>();
  private WorkerLog[] logs;
  private volatile boolean ended;

  /**
   * With room for 4 194 304 events (64 MiB) for each worker, taken as they come.
   *
   * @param title what is run, for people
   */
  public Recorder(String title) {
    this(title, USUAL);
  }

  /**
   * @param title what is run, for people
   * @param eventsPerWorker for how many there is room, 1 or more. Later ones are counted as lost
   * @throws IllegalArgumentException for less room
   */
  public Recorder(String title, int eventsPerWorker) {
    if (eventsPerWorker < 1) throw new IllegalArgumentException("room for " + eventsPerWorker + " events; expected 1 or more");
    this.title = Objects.requireNonNull(title, "title");
    most = eventsPerWorker;
  }

  /**
   * Writes what was recorded as text, version 1 of the {@code .jd} form. Times are from the first task on; what workers did
   * after the last one is left out.
   *
   * @throws IllegalStateException while the scheduler is not closed, or when there is none
   * @throws IOException what the file system has against it
   */
  public void write(Path file) throws IOException {
    final WorkerLog[] seen = logs();
    if (seen == null) throw new IllegalStateException("write() of a recorder that no scheduler has; expected new Scheduler(n, recorder)");
    if (!ended) throw new IllegalStateException("write() of a run that goes on; expected Scheduler.close() before");
    long first = Long.MAX_VALUE;
    long last = 0;
    long lost = 0;
    for (final WorkerLog log : seen) {
      lost += log.lost();
      for (int i = 0; i < log.size(); ++i) {
        if (log.what(i) == WorkerLog.CREATED) first = Math.min(first, log.time(i));
        if (log.what(i) <= WorkerLog.JOINED) last = Math.max(last, log.time(i));
      }
    }
    // An encoder of its own would refuse what is no text, such as half of a pair; this one writes a question mark.
    try (Writer out = new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8))) {
      out.write("jackdaw recording 1\nrun " + quoted(title) + "\npool \"jackdaw\"\nlost " + lost + "\n");
      writeKinds(out);
      out.write("workers " + seen.length + "\n");
      for (int id = 0; id < seen.length; ++id) writeEvents(out, id, seen[id], first, last);
      out.write("end\n");
    }
  }

  // ---- for schedulers ----

  /** For each worker its log. */
  synchronized WorkerLog[] begin(int workers) {
    if (logs != null) throw new IllegalArgumentException("a recorder that another scheduler has; expected one of its own");
    logs = new WorkerLog[workers];
    for (int i = 0; i < workers; ++i) logs[i] = new WorkerLog(this, i, workers, most);
    return logs;
  }

  /** All workers have ended: their logs do not change any more, and this thread sees them. */
  void end() {
    ended = true;
  }

  long now() {
    return System.nanoTime() - begin;
  }

  synchronized int kindOf(Class<?> task) {
    final int known = kinds.indexOf(task);
    if (known >= 0) return known;
    kinds.add(task);
    return kinds.size() - 1;
  }

  // ---- the text ----

  private synchronized WorkerLog[] logs() {
    return logs;
  }

  private synchronized void writeKinds(Writer out) throws IOException {
    out.write("kinds " + kinds.size() + "\n");
    for (final Class<?> kind : kinds) {
      final String name = kind.getName();
      out.write("kind " + quoted(name.substring(name.lastIndexOf('.') + 1)) + " \"\"\n");
    }
  }

  private static void writeEvents(Writer out, int id, WorkerLog log, long first, long last) throws IOException {
    int size = log.size();
    while (size > 0 && log.time(size - 1) > last) --size;
    out.write("worker " + id + " " + size + "\n");
    for (int i = 0; i < size; ++i) {
      out.write(Math.max(0, log.time(i) - first) + " " + NAMES[log.what(i)] + " " + log.subject(i) + " " + log.other(i) + "\n");
    }
  }

  private static String quoted(String text) {
    final StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); ++i) {
      final char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 127) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
