package jackdaw;

import jackdaw.split.SplitDeque;

/** The deque of a worker: tasks that become public learn their run, and which worker has forked them. */
final class WorkerDeque extends SplitDeque {
  private final Worker owner;

  WorkerDeque(Worker owner, boolean alone) {
    super(alone);
    this.owner = owner;
  }

  @Override
  protected void prepare(Object item, long position) {
    final ForkTask task = (ForkTask) item;
    Part part = owner.part;
    while (part.base > position) part = part.outer;
    task.status = ForkTask.PUBLIC | owner.index << ForkTask.FORKER_SHIFT;
    task.about = part.run;
  }
}
