// The state of a task. A task that stays private is its owner's alone, with plain accesses. When it becomes public it gets
// PUBLIC and its run, by plain stores that the deque publishes (SJ-D1).
//
// Orderings (VarHandle access modes; both ends have the label)
//   JT-D1  complete: getAndBitwiseOr -> isDone: getAcquire. The result, and what it threw.
//   JT-F1  complete and await set DONE and AWAITED by read-modify-writes of the same word. So the worker that waits sees
//          DONE, or the thief sees AWAITED.
package jackdaw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What {@link Fork} and {@link ForkAction} have in common: a task that another task forks and joins, on a {@link Scheduler}.
 *
 * <p>A task is forked at most once, and joined by the worker that has forked it, which is so where the same {@code compute()}
 * does both. Other threads get results from {@link Scheduler#submit}. A task that is forked and never joined is executed all
 * the same, before the run it belongs to has ended; what it throws, the run throws.
 *
 * <p>Cost: a fork and a join of a task that nobody steals use no fence and no read-modify-write. Order: a worker takes
 * its newest task first, a thief the oldest.
 */
public abstract class ForkTask {
  static final int DONE = 1;
  /** The worker that forked it sleeps until it is done. */
  static final int AWAITED = 2;
  /** What it threw was thrown by join(). */
  static final int DELIVERED = 4;
  /** Thieves may have it. Then the worker that forked it is in the bits above. */
  static final int PUBLIC = 8;
  static final int FORKER_SHIFT = 8;

  private static final VarHandle STATUS;
  private static final VarHandle ABOUT;

  static {
    try {
      STATUS = MethodHandles.lookup().findVarHandle(ForkTask.class, "status", int.class);
      ABOUT = MethodHandles.lookup().findVarHandle(ForkTask.class, "about", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Plain where the owner alone can reach the task: while it is private, and when it has been taken back. */
  int status;
  /** The run that it belongs to, from when it is public on; then the worker that has stolen it; at the end what it threw. */
  Object about;
  /** In a recording; 0: not yet there, or none is made. */
  int number;

  ForkTask() {}

  /** Calls compute(), and keeps the result. */
  abstract void execute();

  /**
   * Makes this task available to other workers. Only inside another task.
   *
   * @throws IllegalStateException outside of a task: unlike a fork into a common pool, it cannot get lost
   */
  public final void fork() {
    final Worker worker = Worker.current();
    if (worker.log != null) worker.log.created(this);
    if (worker.deque.push(this)) worker.answer(false);
  }

  /** Executes the task if nobody has it, else waits for it. Meanwhile the worker executes others. */
  final void finish() {
    final Worker worker = Worker.current();
    if (worker.deque.popTop(this)) {
      runHere(worker.log);
    } else if (worker.log == null) {
      worker.join(this);
    } else {
      worker.joinRecorded(this);
    }
    if (worker.log != null) worker.log.joined(this);
    if ((status & DONE) != 0 && about instanceof Throwable thrown) {
      status |= DELIVERED;
      Scheduler.rethrow(thrown);
    }
  }

  /** Whether it has been executed. */
  public final boolean isDone() {
    return ((int) STATUS.getAcquire(this) & DONE) != 0;  // JT-D1: pairs with complete
  }

  /** As the first task of this run. False: another run has it, or it was executed. */
  final boolean isTakenBy(Run<?> run) {
    return !isDone() && ABOUT.compareAndSet(this, null, run);
  }

  /** The worker that can alone reach the task executes it. */
  final void runHere(WorkerLog log) {
    if (log == null) {
      runHere();
      return;
    }
    log.started(this);
    runHere();
    log.finished();
  }

  private void runHere() {
    try {
      execute();
      if (about != null) about = null;  // it was public
    } catch (Throwable thrown) {
      about = thrown;
    }
    status |= DONE;
  }

  /** It is done, by a thief or as the first task of a run; true: the worker that forked it sleeps. */
  final boolean complete() {
    return ((int) STATUS.getAndBitwiseOr(this, DONE) & AWAITED) != 0;  // JT-D1 -> isDone; JT-F1
  }

  /** The joining worker is about to sleep; false: it need not, the task is done. */
  final boolean await() {
    return ((int) STATUS.getAndBitwiseOr(this, AWAITED) & DONE) == 0;  // JT-F1
  }

  final int forker() {
    return status >>> FORKER_SHIFT;
  }
}
