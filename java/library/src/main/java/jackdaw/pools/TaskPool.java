package jackdaw.pools;

/**
 * A task pool as KR02 has it (section 6.1, figure 3): its threads are the caller's, numbered from 0 on.
 *
 * <p>An initialization phase, in which {@link #init} stores the first tasks, is followed by a working phase, in which each
 * of the threads is inside {@link #run}. Then another initialization phase may follow. Threads that the library owns
 * are {@code jackdaw.Scheduler}'s.
 *
 * <pre>{@code
 * TaskPool pool = TaskPools.create("dq8", 2);
 * pool.init(0, new Task() { public void run(int tid) { pool.put(tid, another); } });
 * Crew.run(pool);  // two threads that call pool.run(0) and pool.run(1)
 * }</pre>
 */
public interface TaskPool {
  /** How many threads the pool is for. */
  int threads();

  /**
   * Stores a task before the working phase. Sequential, or by several threads with a {@code tid} each.
   *
   * @param tid number of the calling thread; pools with a queue for each thread deal the tasks round-robin from it on
   * @throws IllegalStateException when the working phase has begun
   * @throws IllegalArgumentException for a number that no thread has
   */
  void init(int tid, Task task);

  /**
   * Stores a task in the working phase. Only a running task may call it, on the thread with this number.
   *
   * @param tid number of the calling thread, as {@link Task#run} got it
   */
  void put(int tid, Task task);

  /**
   * Takes part in the working phase: executes tasks until none is stored and none is running. It begins when all
   * threads have come here. Each thread calls it once for each phase, with its own number.
   *
   * <p>When a task throws, the others are executed all the same. The first exception of each thread is thrown when the
   * phase ends.
   *
   * @throws IllegalArgumentException for a number that no thread has
   * @throws IllegalStateException when another thread works with this number, as in a task of the pool
   */
  void run(int tid);
}
