package jackdaw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of one worker, for a {@link Recorder}. Only the worker's own thread writes; others read when it has ended.
 *
 * <p>Invariant JL-I1: times ascend, and tasks nest: what finishes was started last.
 */
final class WorkerLog {
  // As `what` of the C++ library's recording.hpp; the names: its run_file.hpp.
  static final int CREATED = 0;
  static final int STARTED = 1;
  static final int FINISHED = 2;
  static final int JOINED = 3;
  static final int STOLE = 4;
  static final int PARKED = 5;
  static final int WOKEN = 6;
  static final int WAITS = 7;
  static final int GOES_ON = 8;
  static final int BUSY = 9;
  static final int IDLE = 10;

  private static final int CHUNK = 1 << 13;

  private final Recorder recorder;
  private final int most;
  /** A time and a kind in one word, subject and other in the next. */
  private final List<long[]> chunks = new ArrayList<>();
  private final Map<Class<?>, Integer> kinds = new HashMap<>();
  private int size;
  private long lost;
  private long before;
  private final long step;
  private long number;
  private int[] running = new int[64];
  private int depth;

  WorkerLog(Recorder recorder, int index, int workers, int most) {
    this.recorder = recorder;
    this.most = most;
    step = workers;
    number = index + 1 - step;
  }

  // ---- for the worker ----

  void created(ForkTask task) {
    number += step;
    task.number = (int) number;
    add(CREATED, task.number, innermost());
  }

  void started(ForkTask task) {
    if (depth == running.length) running = Arrays.copyOf(running, 2 * depth);
    running[depth++] = task.number;
    final Class<?> kind = task.getClass();
    Integer known = kinds.get(kind);
    if (known == null) {
      known = recorder.kindOf(kind);
      kinds.put(kind, known);
    }
    add(STARTED, task.number, known);
  }

  void finished() {
    final int task = running[--depth];
    add(FINISHED, task, innermost());
  }

  void joined(ForkTask task) {
    add(JOINED, task.number, innermost());
  }

  void stole(int victim) {
    add(STOLE, victim, 1);
  }

  void waits() {
    add(WAITS, innermost(), 0);
  }

  void goesOn() {
    add(GOES_ON, innermost(), 0);
  }

  /** One of the events that are about the worker alone. */
  void worker(int what) {
    add(what, 0, 0);
  }

  private int innermost() {
    return depth == 0 ? 0 : running[depth - 1];
  }

  private void add(int what, int subject, int other) {
    // What follows an event without room is lost, too: what is left is a beginning, whose tasks nest.
    if (size == most || number > Integer.MAX_VALUE) {
      ++lost;
      return;
    }
    if (size % CHUNK == 0) chunks.add(new long[2 * CHUNK]);
    final long[] chunk = chunks.get(size / CHUNK);
    final int at = 2 * (size++ % CHUNK);
    before = Math.max(before, recorder.now());
    chunk[at] = before << 8 | what;
    chunk[at + 1] = (long) subject << 32 | other;
  }

  // ---- when the worker has ended ----

  int size() {
    return size;
  }

  long lost() {
    return lost;
  }

  long time(int event) {
    return chunks.get(event / CHUNK)[2 * (event % CHUNK)] >>> 8;
  }

  int what(int event) {
    return (int) chunks.get(event / CHUNK)[2 * (event % CHUNK)] & 0xff;
  }

  int subject(int event) {
    return (int) (chunks.get(event / CHUNK)[2 * (event % CHUNK) + 1] >>> 32);
  }

  int other(int event) {
    return (int) chunks.get(event / CHUNK)[2 * (event % CHUNK) + 1];
  }
}
