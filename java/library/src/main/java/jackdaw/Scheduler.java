package jackdaw;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that execute tasks which fork and join others: what {@code ForkJoinPool} is for, with less cost for each task.
 *
 * <p>When not: for tasks that mostly wait. Virtual threads do that better. A task that has to block wraps the call in
 * {@link #blocking}.
 *
 * <pre>{@code
 * try (Scheduler scheduler = new Scheduler()) {
 *   long sum = scheduler.invoke(new Sum(0, n));
 * }
 * }</pre>
 *
 * <p>Any thread may call it. A virtual thread that waits in {@link #invoke} is unmounted: no lock is held meanwhile. It is
 * an {@link Executor}, so {@code CompletableFuture.supplyAsync(f, scheduler)} works.
 */
public final class Scheduler implements Executor, AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int LARGEST = 1 << 15;
  private static final int CLOSED = 1 << 31;

  final Worker[] workers;
  final Sleepers sleepers;
  /** First tasks of runs that no worker has begun. */
  final ConcurrentLinkedQueue<ForkTask> outside = new ConcurrentLinkedQueue<>();
  /** How many runs have not ended; negative when closed. */
  private final AtomicInteger runs = new AtomicInteger();
  final Run.Owner owner = new Run.Owner() {
    @Override
    public void runEnds() {
      if (runs.decrementAndGet() == CLOSED) lastRun.countDown();
    }

    @Override
    public void stagesBegin() {
      runs.getAndIncrement();
    }
  };
  private final Recorder recorder;
  /** All runs have ended, and none begins any more. */
  private final CountDownLatch lastRun = new CountDownLatch(1);
  private volatile boolean stopped;

  /** As many workers as the JVM may use processors, which follows the limits of a container. */
  public Scheduler() {
    this(Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param workers how many threads, 1 to 32 768
   * @throws IllegalArgumentException for another number
   */
  public Scheduler(int workers) {
    this(workers, null);
  }

  /**
   * Records what its workers do.
   *
   * @param workers how many threads, 1 to 32 768; {@code jackdaw explain} reads recordings of up to 4096
   * @param recorder that no other scheduler has; null: none
   * @throws IllegalArgumentException for another number, or a recorder in use
   */
  public Scheduler(int workers, Recorder recorder) {
    if (workers < 1 || workers > LARGEST)
      throw new IllegalArgumentException(workers + " workers; expected 1 to " + LARGEST);
    this.recorder = recorder;
    final WorkerLog[] logs = recorder == null ? new WorkerLog[workers] : recorder.begin(workers);
    this.workers = new Worker[workers];
    sleepers = new Sleepers(new Sleepers.Work() {
      @Override
      public boolean hasPublic() {
        return Scheduler.this.hasPublic();
      }

      @Override
      public boolean stopped() {
        return stopped;
      }

      @Override
      public void unpark(int worker) {
        LockSupport.unpark(Scheduler.this.workers[worker]);
      }
    }, workers);
    final String name = "jackdaw-" + NUMBER.getAndIncrement() + "-";
    for (int i = 0; i < workers; ++i) this.workers[i] = new Worker(this, i, name + i, workers == 1, logs[i]);
    try {
      for (final Worker worker : this.workers) worker.start();
    } catch (Throwable refused) {  // no thread more: those that have begun shall not stay
      stopped = true;
      for (final Worker worker : this.workers) LockSupport.unpark(worker);
      throw refused;
    }
  }

  /** How many workers there are. */
  public int workers() {
    return workers.length;
  }

  /**
   * The number of the worker that executes the calling task, from 0 on; for sums by worker.
   *
   * @throws IllegalStateException outside of a task
   */
  public static int currentWorker() {
    if (Thread.currentThread() instanceof Worker worker) return worker.index;
    throw new IllegalStateException("currentWorker() outside of a task; expected a call in one");
  }

  /**
   * Executes the task and all that it forks; returns when the last of them has ended. Inside a task of this scheduler it
   * returns when this task has ended.
   *
   * @return the result
   * @throws RuntimeException what the task threw, or what a task threw that nobody joined; as it is, also when checked
   * @throws RejectedExecutionException when the scheduler is closed
   * @throws IllegalStateException for a task that was executed, or is about to be
   */
  public <V> V invoke(Fork<V> task) {
    if (Thread.currentThread() instanceof Worker worker && worker.scheduler == this) {
      task.fork();
      return task.join();
    }
    return await(begin(new Run<>(task, owner)));
  }

  /** As {@link #invoke(Fork)}, without a result. */
  public void invoke(ForkAction task) {
    if (Thread.currentThread() instanceof Worker worker && worker.scheduler == this) {
      task.fork();
      task.join();
    } else {
      await(begin(new Run<>(task, owner)));
    }
  }

  /**
   * Has the task executed, and returns at once.
   *
   * @return completed when the task and all that it forked have ended. Stages that depend on it without "Async" are
   *     executed by a worker; what they fork is executed before that worker goes on, and what these tasks throw and nobody
   *     joins goes to the handler for uncaught exceptions
   * @throws RejectedExecutionException when the scheduler is closed
   * @throws IllegalStateException for a task that was executed, or is about to be
   */
  public <V> CompletableFuture<V> submit(Fork<V> task) {
    return begin(new Run<>(task, owner));
  }

  /** As {@link #submit(Fork)}, without a result. */
  public CompletableFuture<Void> submit(ForkAction task) {
    return begin(new Run<>(task, owner));
  }

  /** As {@link #submit(Fork)}, for code that is no {@link Fork}. */
  public <V> CompletableFuture<V> submit(Callable<V> task) {
    Objects.requireNonNull(task, "task");
    return submit(new Fork<V>() {
      @Override
      protected V compute() {
        try {
          return task.call();
        } catch (Exception thrown) {
          throw Scheduler.<RuntimeException>thrower(thrown);
        }
      }
    });
  }

  /** Has it executed. What it throws goes to the handler for uncaught exceptions of its worker. */
  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    submit(new ForkAction() {
      @Override
      protected void compute() {
        try {
          task.run();
        } catch (Throwable thrown) {
          final Thread worker = Thread.currentThread();
          worker.getUncaughtExceptionHandler().uncaughtException(worker, thrown);
        }
      }
    });
  }

  /**
   * For a call that may wait: makes the tasks of this worker public before, so that others get them meanwhile. Outside of a
   * task it just calls.
   */
  public static <V> V blocking(Callable<V> call) throws Exception {
    if (Thread.currentThread() instanceof Worker worker) worker.shareAll();
    return call.call();
  }

  /**
   * Waits for all runs, and ends the workers. Runs that begin later are refused. Several threads may call it; it returns to
   * each when all is over.
   *
   * @throws IllegalStateException inside a task of this scheduler
   */
  @Override
  public void close() {
    if (Thread.currentThread() instanceof Worker worker && worker.scheduler == this)
      throw new IllegalStateException("close() inside a task of the scheduler; expected another thread");
    if (runs.updateAndGet(count -> count | CLOSED) == CLOSED) lastRun.countDown();
    boolean interrupted = false;
    for (boolean over = false; !over;) {
      try {
        lastRun.await();
        over = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    stopped = true;
    for (final Worker worker : workers) LockSupport.unpark(worker);
    for (final Worker worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (recorder != null) recorder.end();
    if (interrupted) Thread.currentThread().interrupt();
  }

  // ---- for workers ----

  boolean stopped() {
    return stopped;
  }

  private boolean hasPublic() {
    if (!outside.isEmpty()) return true;
    for (final Worker worker : workers) {
      if (!worker.deque.isPublicEmpty()) return true;
    }
    return false;
  }

  @SuppressWarnings("unchecked")
  static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }

  static <E extends Throwable> E thrower(Throwable thrown) throws E {
    Scheduler.<E>rethrow(thrown);
    throw new AssertionError();
  }

  private <V> Run<V> begin(Run<V> run) {
    for (;;) {
      final int count = runs.get();
      if (count < 0) {
        run.first.about = null;  // another scheduler may have it
        throw new RejectedExecutionException("the scheduler is closed");
      }
      if (runs.compareAndSet(count, count + 1)) break;
    }
    outside.add(run.first);
    sleepers.signal();
    return run;
  }

  private static <V> V await(Run<V> run) {
    if (Thread.currentThread() instanceof Worker worker) worker.shareAll();
    try {
      return run.join();
    } catch (CompletionException wrapped) {
      throw Scheduler.<RuntimeException>thrower(run.thrown());  // a task may throw one of these itself
    }
  }
}
