// The end of a run, counted in parts instead of tasks: the first task is one part, and each theft makes another one. A part
// ends when its task, and all that was forked inside it and not stolen, is done.
//
// Invariants
//   JR-I1  parts is raised before a task leaves the deque of a part that still counts. So it reaches 0 when nothing of the
//          run is stored or running, and not before. A thief that was too late raises and lowers it again, which may
//          happen after the end: the end is executed once.
package jackdaw;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One call from outside, with all the tasks that stem from it. */
final class Run<V> extends CompletableFuture<V> {
  /** Counts the runs: a scheduler. */
  interface Owner {
    void runEnds();

    /** Stages of a run begin, before that run ends: the scheduler may be about to close. They end as a run does. */
    void stagesBegin();
  }

  /** null: what the stages of a run fork. */
  final ForkTask first;
  final Owner owner;
  private final AtomicInteger parts = new AtomicInteger(1);
  private final AtomicInteger ended = new AtomicInteger();
  private final ConcurrentLinkedQueue<ForkTask> failed = new ConcurrentLinkedQueue<>();
  final RunEvent event = new RunEvent();

  private Throwable thrown;

  Run(ForkTask first, Owner owner) {
    if (!first.isTakenBy(this))
      throw new IllegalStateException("a task that was executed, or is about to be; expected a new one");
    this.owner = owner;
    this.first = first;
    event.begin();
  }

  /** Of the stages of another run, on the worker that ends it. */
  private Run(Owner owner) {
    this.owner = owner;
    first = null;
  }

  /** What was thrown, when it is completed. */
  Throwable thrown() {
    return thrown;
  }

  /** JR-I1 */
  void partBegins() {
    parts.getAndIncrement();
  }

  void partEnds() {
    if (parts.decrementAndGet() == 0 && ended.compareAndSet(0, 1)) end();
  }

  /** A task has thrown, and perhaps nobody joins it. */
  void failed(ForkTask task) {
    failed.add(task);
  }

  private void end() {
    thrown = whatWasThrown();
    if (first == null) {
      owner.runEnds();
      final Thread here = Thread.currentThread();
      if (thrown != null) here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
      return;
    }
    event.commit();
    final boolean hasStages = getNumberOfDependents() != 0;
    if (hasStages) owner.stagesBegin();
    owner.runEnds();
    if (hasStages) {
      Worker.current().stages(new Run<Void>(owner), this::complete);
    } else {
      complete();
    }
  }

  private Throwable whatWasThrown() {
    Throwable all = first != null && first.about instanceof Throwable t ? t : null;
    for (final ForkTask task : failed) {
      if ((task.status & ForkTask.DELIVERED) != 0 || task == first) continue;
      final Throwable other = (Throwable) task.about;
      if (all == null) {
        all = other;
      } else if (all != other) {
        all.addSuppressed(other);
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private void complete() {
    if (thrown != null) {
      completeExceptionally(thrown);
    } else {
      complete(first instanceof Fork<?> fork ? (V) fork.result() : null);
    }
  }
}
