package jackdaw.pools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jackdaw.pools.idle.IdlePolicy;
import jackdaw.pools.idle.Leave;
import jackdaw.pools.idle.Monitor;
import jackdaw.pools.idle.Monitor.Wakes;
import jackdaw.pools.idle.SpinOnFlag;
import jackdaw.pools.store.BlockStore;
import jackdaw.pools.store.CentralStore;
import jackdaw.pools.store.PrivateStore;
import jackdaw.pools.store.RandomStore;
import jackdaw.pools.store.SplitStore;
import jackdaw.pools.store.StealingStore;
import jackdaw.pools.store.StealingStore.StolenEnd;
import jackdaw.pools.store.TaskStore;

/**
 * The pools by name: the nine of KR02, table 3, and Jackdaw's own, all LIFO for the owner. Each is a composition of a store (queues, locks,
 * stolen end, size of blocks) and an idle policy, which can be exchanged.
 *
 * <table>
 * <caption>Pools</caption>
 * <tr><th>name</th><th>queues</th><th>idle policy</th></tr>
 * <tr><td>sq1</td><td>one list for all</td><td>wake_every_put</td></tr>
 * <tr><td>dq1</td><td>a list for each thread, no balancing</td><td>leave</td></tr>
 * <tr><td>dq2</td><td>a list for each thread, stealing from the working end</td><td>wake_every_put</td></tr>
 * <tr><td>dq5</td><td>the same, stealing from the opposite end</td><td>wake_every_put</td></tr>
 * <tr><td>dq8</td><td>a private array of four, public lists of such arrays</td><td>wake_every_put</td></tr>
 * <tr><td>dq9</td><td>those of dq2</td><td>wake_at_empty</td></tr>
 * <tr><td>dq10</td><td>those of dq2</td><td>spin_on_flag</td></tr>
 * <tr><td>sdq1</td><td>a private array of four, one list of such arrays</td><td>wake_every_put</td></tr>
 * <tr><td>rq3</td><td>four lists for each thread, at random</td><td>wake_every_put</td></tr>
 * <tr><td>jackdaw</td><td>a split deque for each thread, stealing the oldest task</td><td>wake_sleepers</td></tr>
 * </table>
 */
public final class TaskPools {
  private static final int BLOCK = 4;
  private static final int MOST_THREADS = 1 << 15;

  private interface StoreMaker {
    TaskStore make(int threads);
  }

  private interface IdleMaker {
    IdlePolicy make(TaskStore store, int threads);
  }

  private record Parts(StoreMaker store, String idle) {}

  private static final Map<String, IdleMaker> IDLE = new LinkedHashMap<>();
  private static final Map<String, Parts> POOLS = new LinkedHashMap<>();

  static {
    IDLE.put("wake_every_put", (store, threads) -> new Monitor(store, threads, Wakes.EVERY_PUT));
    IDLE.put("wake_at_empty", (store, threads) -> new Monitor(store, threads, Wakes.AT_EMPTY));
    IDLE.put("wake_sleepers", (store, threads) -> new Monitor(store, threads, Wakes.SLEEPERS));
    IDLE.put("spin_on_flag", SpinOnFlag::new);
    IDLE.put("leave", (store, threads) -> new Leave());

    final StoreMaker dq2 = threads -> new StealingStore(threads, StolenEnd.WORKING);
    POOLS.put("sq1", new Parts(threads -> new CentralStore(), "wake_every_put"));
    POOLS.put("dq1", new Parts(PrivateStore::new, "leave"));
    POOLS.put("dq2", new Parts(dq2, "wake_every_put"));
    POOLS.put("dq5", new Parts(threads -> new StealingStore(threads, StolenEnd.OPPOSITE), "wake_every_put"));
    POOLS.put("dq8", new Parts(threads -> new BlockStore(threads, BLOCK, dq2.make(threads)), "wake_every_put"));
    POOLS.put("dq9", new Parts(dq2, "wake_at_empty"));
    POOLS.put("dq10", new Parts(dq2, "spin_on_flag"));
    POOLS.put("sdq1", new Parts(threads -> new BlockStore(threads, BLOCK, new CentralStore()), "wake_every_put"));
    POOLS.put("rq3", new Parts(RandomStore::new, "wake_every_put"));
    POOLS.put("jackdaw", new Parts(SplitStore::new, "wake_sleepers"));
  }

  private TaskPools() {}

  /** The names of the pools: those of table 3 in its order, then jackdaw. */
  public static List<String> names() {
    return List.copyOf(POOLS.keySet());
  }

  /**
   * The names of the idle policies. {@code leave} is meant for dq1: with any other pool, threads leave tasks to those that
   * are still there.
   */
  public static List<String> idlePolicies() {
    return List.copyOf(IDLE.keySet());
  }

  /**
   * A pool with the idle policy that the paper gives it.
   *
   * @param name one of {@link #names}
   * @param threads how many threads will call {@link TaskPool#run}, 1 to 32 768
   * @throws IllegalArgumentException with what was expected, where there is no such pool
   */
  public static TaskPool create(String name, int threads) {
    return create(name, threads, parts(name).idle);
  }

  /**
   * A pool with another idle policy.
   *
   * @param idle one of {@link #idlePolicies}
   * @throws IllegalArgumentException with what was expected, where there is no such pool or policy
   */
  public static TaskPool create(String name, int threads, String idle) {
    final Parts parts = parts(name);
    if (threads < 1 || threads > MOST_THREADS)
      throw new IllegalArgumentException(threads + " threads; expected 1 to " + MOST_THREADS);
    final IdleMaker maker = IDLE.get(idle);
    if (maker == null)
      throw new IllegalArgumentException("there is no idle policy '" + idle + "'; expected " + String.join(", ", IDLE.keySet()));
    final TaskStore store = parts.store.make(threads);
    return new Pool(threads, store, maker.make(store, threads));
  }

  private static Parts parts(String name) {
    final Parts parts = POOLS.get(name);
    if (parts == null)
      throw new IllegalArgumentException("there is no pool '" + name + "'; expected " + String.join(", ", POOLS.keySet()));
    return parts;
  }
}
