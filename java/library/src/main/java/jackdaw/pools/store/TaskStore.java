package jackdaw.pools.store;

/** Where the tasks of a pool lie: queues, their locks, and the order in which a thread visits them. */
public interface TaskStore {
  /** Stores an initial task; nobody takes meanwhile, but other threads may store theirs. */
  void init(int tid, Link item);

  /** Stores a task; tells `waking` when it lies where others may take it. */
  void put(int tid, Link item, Waking waking);

  /** Before the first task: the policy that the pool has. For stores whose get() makes tasks available to others. */
  default void attach(Waking policy) {}

  /** A task for this thread, or null where it has found nothing in any queue that it may visit. */
  Link get(int tid);

  /**
   * The object whose monitor the wake-up calls of the paper use: the central queue, where there is one. With queues of
   * several threads it is an object of its own, so that each wake-up call takes a further lock.
   */
  Object monitor();
}
