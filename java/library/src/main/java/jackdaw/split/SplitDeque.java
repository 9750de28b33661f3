// The deque of a worker: a private part that its owner uses without fences, above a public part that thieves empty.
//
// Source: split deques of Lace (van Dijk, van de Pol 2014), the deque of Chase and Lev (2005) for the public part.
// Deviation: the owner sees by one word that something is wanted of it, that the public part is empty, or that the
// array is full. There is no forced steal: Java has no membarrier. What that hides is said at `answer`.
//
// Callers: its owner push, popTop, pop, answer, share, renew; any thread steal, isPublicEmpty, askForAll. Progress: push and
// popTop wait-free; pop wait-free, its exchange is tried once; steal lock-free.
//
// Invariants
//   SJ-I1  tail <= split <= head; positions only name tasks once until they are taken back: tail only grows.
//   SJ-I2  the owner alone writes head, bottom = split, and the slots; it takes a public task at a position above tail
//          only, or by exchanging tail. So a thief whose exchange of tail succeeds has read a task that is still there.
//   SJ-I3  attention is 0 whenever the public part is empty and the owner is not inside a call: a thief that takes the last
//          public task stores 0 after its exchange; the owner stores 0 when it takes the last one back.
//   SJ-I4  a slot in [tail, split) is not written: a push needs head - tail < capacity, and the copy of a grown array has
//          the same tasks at the same positions.
//
// Orderings (VarHandle access modes; both ends have the label)
//   SJ-D1  publish: split.setVolatile -> steal: split.getVolatile. The slots, and what the tasks hold.
//   SJ-D2  grow, renew: shared.setRelease -> steal: shared.getAcquire. The contents of the array.
//   SJ-D3  steal: tail.compareAndSet -> makeRoom, reclaim: tail.getVolatile. The slot is free again.
//   SJ-D4  publish: attention.setOpaque before split.setVolatile; a thief stores 0 after it has seen that split. So the
//          0 of a thief that empties what was published comes later, and is not lost (SJ-I3).
//   SJ-F1  reclaim: split.setVolatile before tail.getVolatile; steal: tail.getVolatile before split.getVolatile, and its
//          exchange of tail. Volatile accesses are sequentially consistent, so after the owner's load a thief can still take
//          the one task at that tail, and no other.
//   SJ-F3  answer: attention.setVolatile before tail.getVolatile; steal: exchange of tail before its 0. The owner sees the
//          exchange, or the 0 comes after the owner's store.
//   SJ-F2  publish: split.setVolatile before the owner looks for sleepers; a sleeper announces itself before it looks at split.
//
// ABA: positions have 63 bits. Full: push says so, and answer doubles the array.
package jackdaw.split;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A split deque. A subclass may prepare tasks for thieves. */
public class SplitDeque extends SharedPart {
  private static final int FIRST_CAPACITY = 256;
  private static final int LARGEST_RENEWED = 1 << 12;
  /** So many answers are timed together while all tasks are public. */
  private static final int TIMED_ANSWERS = 64;
  /** Below that, tasks are too short to be all public. */
  private static final long SHORT_NANOS = 2_000;

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle SPLIT;
  private static final VarHandle ATTENTION;
  private static final VarHandle SHARED;

  static {
    try {
      final MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(OwnerPart.class, "head", long.class);
      TAIL = lookup.findVarHandle(SharedPart.class, "tail", long.class);
      SPLIT = lookup.findVarHandle(SharedPart.class, "split", long.class);
      ATTENTION = lookup.findVarHandle(SharedPart.class, "attention", long.class);
      SHARED = lookup.findVarHandle(SharedPart.class, "shared", Object[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean alone;
  long back0, back1, back2, back3, back4, back5, back6, back7, back8, back9, back10, back11, back12, back13;

  /** `alone`: there are no thieves, so nothing has to be public. */
  public SplitDeque(boolean alone) {
    this(alone, FIRST_CAPACITY);
  }

  /** `capacity`: a power of two, at least 2; for tests. */
  SplitDeque(boolean alone, int capacity) {
    this.alone = alone;
    slots = new Object[capacity];
    shared = slots;
    limit = capacity - 1;
    if (alone) attention = limit;
  }

  /** The owner is about to make the task at this position public. */
  protected void prepare(Object task, long position) {}

  // ---- called by the owner ----

  /** Stores a task as the newest. True: the owner has to call answer(false) before anything else. */
  public final boolean push(Object task) {
    final Object[] a = slots;
    final long h = head;
    a[(int) h & (a.length - 1)] = task;
    head = h + 1;
    return h >= (long) ATTENTION.getOpaque(this);
  }

  /** Takes the task if it is the newest and private. False also when something is wanted of the owner. */
  public final boolean popTop(Object task) {
    final long h = head - 1;
    if (h < bottom || (long) ATTENTION.getOpaque(this) == 0) return false;
    final Object[] a = slots;
    final int i = (int) h & (a.length - 1);
    if (a[i] != task) return false;
    a[i] = null;
    head = h;
    return true;
  }

  /** Whether the owner has to call answer(true) before it takes a task. */
  public final boolean isAsked() {
    return (long) ATTENTION.getOpaque(this) == 0;
  }

  /** Takes the newest task unless it lies below `base`; null when there is none. */
  public final Object pop(long base) {
    final long h = head - 1;
    if (h < base) return null;
    if (h < bottom) return reclaim(base);
    final Object[] a = slots;
    final int i = (int) h & (a.length - 1);
    final Object task = a[i];
    a[i] = null;
    head = h;
    return task;
  }

  /** Whether there is neither a private nor a public task. */
  public final boolean isEmpty() {
    return head == (long) TAIL.getOpaque(this);
  }

  /** How many tasks there are; thieves can only make it less. */
  public final long size() {
    return head - (long) TAIL.getOpaque(this);
  }

  /** Above the newest task: a base for pop(). */
  public final long position() {
    return head;
  }

  /**
   * Makes the older half of the private tasks public, if that part is empty, and the array larger, if it is full.
   * `keepsNewest`: the newest task is about to be taken. True: others may want to know.
   *
   * <p>What hides: while the owner executes one task without a push and without taking one, thieves cannot get its private
   * tasks. They get what was public before. A thief that waits in vain says so ({@link #askForAll}); from the owner's next
   * call on all of its tasks are public, as long as they take long enough for that to cost nothing.
   */
  public final boolean answer(boolean keepsNewest) {
    makeRoom();
    if (alone) return false;
    if (hides) becomeEager();
    if (eager) time();
    final long count = head - bottom;
    final long shared = keepsNewest ? (eager ? count - 1 : count / 2) : eager ? count : (count + 1) / 2;
    if (shared > 0) {
      publish(shared);
      return true;
    }
    if (!eager && !isPublicEmpty()) {
      ATTENTION.setVolatile(this, limit);                  // SJ-F3
      if (isPublicEmpty()) ATTENTION.setOpaque(this, 0L);  // SJ-I3: the 0 of a thief may have been overwritten
    }
    return false;
  }

  /** Makes all private tasks public: for an owner that will be busy. True: others may want to know. */
  public final boolean share() {
    makeRoom();
    if (alone || head == bottom) return false;
    publish(head - bottom);
    return true;
  }

  /**
   * The deque is empty: takes a new array. So tasks that others have taken are forgotten, and can be collected. And the array
   * stays young: G1 executes a full fence where a young object is stored into an old one, which would be in each push.
   */
  public final void renew() {
    if (slots.length > LARGEST_RENEWED) ATTENTION.setOpaque(this, 0L);  // a new limit
    slots = new Object[Math.min(slots.length, LARGEST_RENEWED)];
    SHARED.setRelease(this, slots);  // SJ-D2 -> steal
  }

  // ---- called by any thread ----

  /** Takes the oldest public task; null when there is none, or another thread was faster. */
  public final Object steal(Thief thief) {
    final long t = (long) TAIL.getVolatile(this);   // SJ-F1
    final long s = (long) SPLIT.getVolatile(this);  // SJ-D1: pairs with publish; SJ-F1
    if (t >= s) return null;
    final Object[] a = (Object[]) SHARED.getAcquire(this);  // SJ-D2: pairs with grow, renew
    final Object task = a[(int) t & (a.length - 1)];
    if (task == null || !thief.claim(task)) return null;
    if (!TAIL.compareAndSet(this, t, t + 1)) {  // SJ-D3 -> makeRoom, reclaim; SJ-I2
      thief.unclaim(task);
      return null;
    }
    if (t + 1 >= s) ATTENTION.setOpaque(this, 0L);  // SJ-D4, SJ-I3
    return task;
  }

  public final boolean isPublicEmpty() {
    return (long) TAIL.getVolatile(this) >= (long) SPLIT.getVolatile(this);
  }

  /** Whether there are tasks that thieves cannot get; old when it is read. */
  public final boolean hasPrivate() {
    return (long) HEAD.getOpaque(this) > (long) SPLIT.getOpaque(this);
  }

  /** A thief that has found nothing for a while: the owner shall make all its tasks public from now on. */
  public final void askForAll() {
    if (alone) return;
    if (!hides) hides = true;
    if (!isAsked()) ATTENTION.setOpaque(this, 0L);
  }

  // ---- the owner, seldom ----

  /** Nothing is private: takes the newest task back, and with it the newer half of the public ones from `base` on. */
  private Object reclaim(long base) {
    final long s = bottom;
    final long before = (long) TAIL.getVolatile(this);
    if (before >= s) return null;
    final long back = eager ? 1 : Math.max(1, Math.min(s - before, s - base) / 2);
    final long b = s - back;
    bottom = b;
    SPLIT.setVolatile(this, b);                     // SJ-F1
    final long t = (long) TAIL.getVolatile(this);  // SJ-D3: pairs with steal; SJ-F1
    if (t < b) return takeNewest(s);
    if (t + 1 < s) {
      bottom = t + 1;  // a thief may be about to take the task at t, and no other
      SPLIT.setVolatile(this, t + 1);
      return takeNewest(s);
    }
    // One task is left, or none. SJ-I2
    final boolean taken = t < s && TAIL.compareAndSet(this, t, t + 1);
    bottom = s;
    SPLIT.setVolatile(this, s);
    ATTENTION.setOpaque(this, 0L);  // SJ-I3
    if (!taken) return null;
    final Object[] a = slots;
    final int i = (int) t & (a.length - 1);
    final Object task = a[i];
    a[i] = null;
    return task;
  }

  private Object takeNewest(long s) {
    if (isPublicEmpty()) ATTENTION.setOpaque(this, 0L);  // SJ-I3
    final Object[] a = slots;
    final int i = (int) (s - 1) & (a.length - 1);
    final Object task = a[i];
    a[i] = null;
    head = s - 1;
    return task;
  }

  /** The array gets larger if it is full. */
  private void makeRoom() {
    final long t = (long) TAIL.getVolatile(this);  // SJ-D3: pairs with steal
    if (head - t >= slots.length - 1) grow(t);
    limit = t + slots.length - 1;
    if (alone) ATTENTION.setOpaque(this, limit);
  }

  private void publish(long count) {
    final Object[] a = slots;
    for (long i = bottom; i < bottom + count; ++i) prepare(a[(int) i & (a.length - 1)], i);
    bottom += count;
    if (!eager) ATTENTION.setOpaque(this, limit);  // SJ-D4
    SPLIT.setVolatile(this, bottom);               // SJ-D1 -> steal; SJ-F2
  }

  private void grow(long t) {
    final Object[] old = slots;
    final Object[] larger = new Object[2 * old.length];
    for (long i = t; i < head; ++i) larger[(int) i & (larger.length - 1)] = old[(int) i & (old.length - 1)];
    slots = larger;
    SHARED.setRelease(this, larger);  // SJ-D2 -> steal
  }

  private void becomeEager() {
    hides = false;
    eager = true;
    eagerAnswers = 0;
    eagerSince = System.nanoTime();
  }

  private void time() {
    if (++eagerAnswers < TIMED_ANSWERS) return;
    final long now = System.nanoTime();
    if (now - eagerSince < TIMED_ANSWERS * SHORT_NANOS) eager = false;
    eagerAnswers = 0;
    eagerSince = now;
  }
}
