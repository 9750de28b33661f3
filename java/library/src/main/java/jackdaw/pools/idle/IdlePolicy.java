package jackdaw.pools.idle;

import jackdaw.pools.store.Link;
import jackdaw.pools.store.Waking;

/** What a thread without tasks does, how a put wakes it, and how the end of the phase is seen. */
public interface IdlePolicy extends Waking {
  /** A working phase begins; called by one thread, before any other goes on. */
  void begin();

  /**
   * Called by a thread that has found nothing: waits for a task. Null when the phase has ended: no task is stored, and
   * none is running.
   */
  Link await(int tid);
}
