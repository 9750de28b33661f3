// Which workers sleep, and who wakes them.
//
// A publisher wakes a worker only where none searches. A worker that searches looks at all others, so it needs no wake-up.
// The last one to stop searching looks once more: if there is anything left, it wakes another one in its stead.
//
// Invariants
//   JP-I1  the word has the number of workers that search (low half) and that are awake (high half).
//   JP-I2  a worker's state is SLEEPING before it leaves the number of those awake. So whoever has raised that number finds
//          a worker in that state.
//
// Orderings (all of them volatile, so sequentially consistent)
//   JP-F1  publisher: makes tasks public, reads the word. Sleeper: leaves the word, looks at what is public. One sees the
//          other; no wake-up is lost.
package jackdaw;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** The workers that search for tasks, and those that sleep. */
final class Sleepers {
  private static final long SEARCHING = 1;
  private static final long AWAKE = 1L << 32;
  private static final int SLEEPING = 1;
  /** A worker that was woken and has not come after that has no processor. */
  private static final long LATE_NANOS = Long.getLong("jackdaw.lateNanos", 50_000);
  /** How long a worker searches before it sleeps. */
  private static final long SEARCH_NANOS = Long.getLong("jackdaw.searchNanos", 20_000);

  /** What the workers work on. */
  interface Work {
    /** Whether any worker could find a task. */
    boolean hasPublic();

    boolean stopped();

    void unpark(int worker);
  }

  private final Work work;
  private final AtomicLong word;
  private final AtomicIntegerArray states;
  /** When the last one was woken, while it has not come; else 0. Old when it is read: it decides nothing but haste. */
  private volatile long late;

  Sleepers(Work work, int workers) {
    this.work = work;
    word = new AtomicLong(AWAKE * workers);
    states = new AtomicIntegerArray(workers);
  }

  /** Something has become public, by a volatile store: wakes a worker, where that is of use. JP-F1 */
  void signal() {
    for (;;) {
      final long seen = word.get();
      if (seen >>> 32 == states.length()) return;
      if ((int) seen != 0) {
        // Others use the processors, or there are fewer than workers. Else whoever searches will find it.
        final long woken = late;
        if (woken == 0 || System.nanoTime() - woken < LATE_NANOS) return;
      }
      if (word.compareAndSet(seen, seen + SEARCHING + AWAKE)) {
        wakeOne();
        return;
      }
    }
  }

  /** How many workers sleep; old when it is read. */
  int asleep() {
    return states.length() - (int) (word.get() >>> 32);
  }

  /** As signal(), though others search: for what is large enough to be worth a wake-up of its own. */
  void signalAnother() {
    final long seen = word.get();
    if (seen >>> 32 < states.length() && word.compareAndSet(seen, seen + SEARCHING + AWAKE)) wakeOne();
  }

  void searches() {
    word.getAndAdd(SEARCHING);
  }

  void found() {
    if ((int) word.getAndAdd(-SEARCHING) == 1 && work.hasPublic()) signal();
  }

  /** Looks again and again for as long as a search is worth it. */
  ForkTask look(Supplier<ForkTask> find) {
    final long start = System.nanoTime();
    int pause = 1;
    do {
      final ForkTask task = find.get();
      if (task != null) return task;
      for (int i = 0; i < pause; ++i) Thread.onSpinWait();
      if (pause < 16) pause *= 2;
    } while (System.nanoTime() - start < SEARCH_NANOS);
    return null;
  }

  /** A worker that searches sleeps until it is woken; then it counts as searching again. */
  void sleep(int worker) {
    final ParkEvent event = new ParkEvent();
    event.begin();
    announce(worker);
    while (isAsleep(worker) && !work.stopped()) {
      LockSupport.park(this);
      Thread.interrupted();  // else it would not sleep any more
    }
    late = 0;
    if (event.shouldCommit()) {
      event.worker = worker;
      event.commit();
    }
  }

  /** The worker does not search any more, and can be woken. */
  void announce(int worker) {
    states.set(worker, SLEEPING);  // JP-I2
    final boolean last = (int) word.getAndAdd(-SEARCHING - AWAKE) == 1;
    if (last && work.hasPublic()) signal();  // JP-F1
  }

  boolean isAsleep(int worker) {
    return states.get(worker) == SLEEPING;
  }

  /** The word has been raised for one. */
  private void wakeOne() {
    for (;;) {
      for (int i = 0; i < states.length(); ++i) {
        if (states.get(i) == SLEEPING && states.compareAndSet(i, SLEEPING, 0)) {
          late = System.nanoTime() | 1;
          work.unpark(i);
          return;
        }
      }
      Thread.onSpinWait();
    }
  }
}
