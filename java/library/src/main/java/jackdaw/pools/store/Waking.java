package jackdaw.pools.store;

/** What a store says to the idle policy when threads could want what was added. */
public interface Waking {
  /** A task, or a block of tasks, was added to a queue that others may take from; whether that queue was empty. */
  void added(boolean wasEmpty);
}
