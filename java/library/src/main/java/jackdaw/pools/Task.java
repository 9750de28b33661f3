package jackdaw.pools;

import jackdaw.pools.store.Link;

/**
 * A task: a subclass for each type of task, with the arguments as its fields (KR02, section 6.1, figure 3).
 *
 * <p>An instance may be stored in one pool at a time, since the links of queues lie in it. It may be put again once its
 * {@link #run} has begun.
 */
public abstract class Task extends Link {
  protected Task() {}

  /**
   * What the task does. It may put other tasks.
   *
   * @param tid number of the thread that executes it, to be handed to {@link TaskPool#put}
   */
  public abstract void run(int tid);
}
