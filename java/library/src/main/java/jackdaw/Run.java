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
  final ForkTask first;
  private final Runnable atEnd;
  private final AtomicInteger parts = new AtomicInteger(1);
  private final AtomicInteger ended = new AtomicInteger();
  private final ConcurrentLinkedQueue<ForkTask> failed = new ConcurrentLinkedQueue<>();
  final RunEvent event = new RunEvent();

  /** `atEnd` is called when all is done, before the future is completed. */
  Run(ForkTask first, Runnable atEnd) {
    this.atEnd = atEnd;
    this.first = first;
    first.about = this;
    event.begin();
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

  @SuppressWarnings("unchecked")
  private void end() {
    Throwable thrown = first.about instanceof Throwable t ? t : null;
    for (final ForkTask task : failed) {
      if ((task.status & ForkTask.DELIVERED) != 0 || task == first) continue;
      final Throwable other = (Throwable) task.about;
      if (thrown == null) {
        thrown = other;
      } else if (thrown != other) {
        thrown.addSuppressed(other);
      }
    }
    event.commit();
    atEnd.run();
    if (thrown != null) {
      completeExceptionally(thrown);
    } else {
      complete(first instanceof Fork<?> fork ? (V) fork.result() : null);
    }
  }
}
