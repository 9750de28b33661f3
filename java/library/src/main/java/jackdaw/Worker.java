package jackdaw;

import java.util.concurrent.locks.LockSupport;
import jackdaw.split.Thief;

/** A thread of a scheduler: looks for tasks, executes them, waits in joins, and sleeps. */
final class Worker extends Thread implements Thief {
  /** Deeper, a worker that waits in a join takes tasks of the thief only, so that stacks stay bounded. */
  private static final int NESTED_PARTS = 16;
  private static final int DEEPEST_PARTS = 200;
  private static final int LOOKS_IN_JOIN = 200;

  final Scheduler scheduler;
  final int index;
  final WorkerDeque deque;
  /** The innermost part; the outermost one belongs to no run, for what is forked where a run has ended. */
  Part part = new Part(null, 0, null);
  /** null: nothing is recorded. */
  final WorkerLog log;
  private Run<?> claimed;
  private int nested;
  private int random;

  Worker(Scheduler scheduler, int index, String name, boolean alone, WorkerLog log) {
    super(null, null, name, 0, false);
    this.scheduler = scheduler;
    this.index = index;
    this.log = log;
    deque = new WorkerDeque(this, alone);
    random = 0x9e3779b9 * (index + 1) | 1;
    setDaemon(true);
  }

  /** @throws IllegalStateException outside of a task */
  static Worker current() {
    if (Thread.currentThread() instanceof Worker worker) return worker;
    throw new IllegalStateException("fork() and join() are called inside a task; expected Scheduler.invoke() or submit() here");
  }

  @Override
  public void run() {
    for (;;) {
      ForkTask task = find();
      if (task == null) {
        deque.renew();
        if (log != null) log.worker(WorkerLog.IDLE);
        task = search();
        if (task == null) return;
        if (log != null) log.worker(WorkerLog.BUSY);
      }
      executePart(task, claimed);
      drain(0);
    }
  }

  // ---- what a task calls ----

  /** Something is wanted of the deque. */
  void answer(boolean keepsNewest) {
    if (deque.answer(keepsNewest)) scheduler.sleepers.signal();
  }

  /** The task is not the newest private one, or something is wanted. Returns when it is done. */
  void join(ForkTask task) {
    while (!task.isDone()) {
      if (deque.isAsked()) answer(true);
      final ForkTask newest = (ForkTask) deque.pop(0);
      if (newest == task) {
        task.runHere(log);
        return;
      }
      if (newest != null) {
        execute(newest);
      } else if (!task.isDone()) {
        if ((task.status & ForkTask.PUBLIC) == 0 || task.forker() != index || isForeign(task))
          throw new IllegalStateException("join() of a task that this worker has not forked");
        waitFor(task);
      }
    }
  }

  /** Whether it belongs to another scheduler, as far as it says so: when it is done, it says nothing. */
  private boolean isForeign(ForkTask task) {
    final Object about = task.about;
    return about instanceof Run<?> run ? run.owner != scheduler.owner : about instanceof Worker thief && thief.scheduler != scheduler;
  }

  /** As join(), for a worker whose events are recorded. */
  void joinRecorded(ForkTask task) {
    if (task.isDone()) return;
    log.waits();
    try {
      join(task);
    } finally {
      log.goesOn();
    }
  }

  /** All its tasks become public: it may block, or they are large. */
  void shareAll() {
    if (deque.share()) scheduler.sleepers.signal();
  }

  // ---- executing ----

  private void execute(ForkTask task) {
    task.runHere(log);
    if (task.about != null) {
      Part here = part;
      if (here.run != null) here.run.failed(task);
    }
  }

  /** Executes what lies from `base` on. */
  private void drain(long base) {
    for (;;) {
      if (deque.isAsked()) answer(true);
      final ForkTask task = (ForkTask) deque.pop(base);
      if (task == null) return;
      execute(task);
    }
  }

  /** Executes the first task of a part, and what was forked inside. */
  private void executePart(ForkTask task, Run<?> run) {
    if (deque.isEmpty()) deque.renew();
    final Part outer = part;
    final Part inner = new Part(outer, deque.position(), run);
    final int forker = task.forker();
    final StealEvent event = new StealEvent();
    event.begin();
    part = inner;
    ++nested;
    task.about = this;
    if (log != null) partStarts(task, run, forker);
    Throwable thrown = null;
    try {
      task.execute();
    } catch (Throwable t) {
      thrown = t;
    }
    task.about = thrown;
    if (thrown != null) run.failed(task);
    if (log != null) log.finished();
    if (task.complete()) LockSupport.unpark(scheduler.workers[forker]);
    drain(inner.base);
    if (task != run.first && event.shouldCommit()) {
      event.thief = index;
      event.victim = forker;
      event.task = task.getClass();
      event.commit();
    }
    --nested;
    part = outer;
    run.partEnds();
  }

  /** What depends on a run that this worker has ended. What it forks is a run of its own, which others take tasks of. */
  void stages(Run<?> forked, Runnable complete) {
    if (deque.isEmpty()) deque.renew();
    final Part outer = part;
    final Part inner = new Part(outer, deque.position(), forked);
    part = inner;
    ++nested;
    complete.run();
    drain(inner.base);
    --nested;
    part = outer;
    forked.partEnds();
  }

  private void partStarts(ForkTask task, Run<?> run, int forker) {
    if (task == run.first) {
      log.created(task);
    } else {
      log.stole(forker);
    }
    log.started(task);
  }

  // ---- stealing ----

  @Override
  public boolean claim(Object item) {
    if (!(((ForkTask) item).about instanceof Run<?> run)) return false;
    run.partBegins();  // JR-I1
    claimed = run;
    return true;
  }

  @Override
  public void unclaim(Object item) {
    claimed.partEnds();
  }

  /** One look at tasks from outside, and at each other worker. */
  private ForkTask find() {
    final ForkTask first = scheduler.outside.poll();
    if (first != null) {
      claimed = (Run<?>) first.about;
      return first;
    }
    return stealAny();
  }

  private ForkTask stealAny() {
    final Worker[] workers = scheduler.workers;
    if (workers.length == 1) return null;
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    int victim = (random >>> 1) % workers.length;
    for (int looks = 0; looks < workers.length; ++looks) {
      if (victim != index) {
        final ForkTask task = stealFrom(workers[victim]);
        if (task != null) return task;
      }
      if (++victim == workers.length) victim = 0;
    }
    return null;
  }

  private ForkTask stealFrom(Worker victim) {
    final ForkTask task = (ForkTask) victim.deque.steal(this);
    if (task != null && !victim.deque.isPublicEmpty()) scheduler.sleepers.signal();
    return task;
  }

  /** Counts as searching until it finds a task, or sleeps; null when the scheduler stops. */
  private ForkTask search() {
    final Sleepers sleepers = scheduler.sleepers;
    sleepers.searches();
    for (;;) {
      final ForkTask task = sleepers.look(this::find);
      if (task != null) {
        sleepers.found();
        return task;
      }
      if (scheduler.stopped()) return null;
      askForHidden();
      if (log != null) log.worker(WorkerLog.PARKED);
      sleepers.sleep(index);
      if (log != null) log.worker(WorkerLog.WOKEN);
    }
  }

  /** Before it sleeps: workers with nothing public shall not keep the rest from thieves. */
  private void askForHidden() {
    for (final Worker worker : scheduler.workers) {
      if (worker != this && worker.deque.hasPrivate()) worker.deque.askForAll();
    }
  }

  /** The task was stolen. Executes something else, best what its thief has to give, or sleeps until it is done. */
  private void waitFor(ForkTask task) {
    ForkTask other = null;
    for (int looks = 0; looks < LOOKS_IN_JOIN; ++looks) {
      if (task.isDone()) return;
      if (nested < DEEPEST_PARTS && task.about instanceof Worker thief && thief != this) other = stealFrom(thief);
      if (other == null && nested < NESTED_PARTS) other = stealAny();
      if (other != null) {
        executePart(other, claimed);
        return;
      }
      Thread.onSpinWait();
    }
    if (task.about instanceof Worker thief && thief.deque.hasPrivate()) thief.deque.askForAll();
    final ParkEvent event = new ParkEvent();
    event.begin();
    if (task.await()) {
      if (log != null) log.worker(WorkerLog.PARKED);
      while (!task.isDone()) {
        LockSupport.park(scheduler);
        Thread.interrupted();  // else it would not sleep any more
      }
      if (log != null) log.worker(WorkerLog.WOKEN);
    }
    if (event.shouldCommit()) {
      event.worker = index;
      event.joining = true;
      event.commit();
    }
  }
}
