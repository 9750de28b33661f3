package jackdaw.pools.store;

/** A queue whose owner works at one end. Not safe for threads: the store that uses it locks it, where there is a need. */
interface Queue {
  /** Adds at the working end; whether the queue was empty. */
  boolean push(Link item);

  /** Takes from the working end; null when the queue is empty. */
  Link pop();

  /** Takes from the opposite end; null when the queue is empty. */
  Link popOpposite();
}
