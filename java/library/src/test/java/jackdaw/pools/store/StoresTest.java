package jackdaw.pools.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import jackdaw.pools.store.StealingStore.StolenEnd;
import org.junit.jupiter.api.Test;

/** Where each store puts a task, and which one a thread gets, by one thread that plays all. */
public class StoresTest {
  private static final class Item extends Link {}

  /** What a store told the idle policy: one letter for each call, e where the queue was empty. */
  private final StringBuilder told = new StringBuilder();

  private void added(boolean wasEmpty) {
    told.append(wasEmpty ? 'e' : 'n');
  }

  private List<Item> putInto(TaskStore store, int tid, int count) {
    final List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; ++i) {
      items.add(new Item());
      store.put(tid, items.get(i), this::added);
    }
    return items;
  }

  @Test
  public void thievesTakeFromTheWorkingEnd() {
    final TaskStore store = new StealingStore(2, StolenEnd.WORKING);
    final List<Item> items = putInto(store, 0, 3);
    assertSame(items.get(2), store.get(1));
    assertSame(items.get(1), store.get(0));
    assertEquals("enn", told.toString());
  }

  @Test
  public void thievesTakeFromTheOppositeEnd() {
    final TaskStore store = new StealingStore(2, StolenEnd.OPPOSITE);
    final List<Item> items = putInto(store, 0, 3);
    assertSame(items.get(0), store.get(1));
    assertSame(items.get(2), store.get(0));
    assertSame(items.get(1), store.get(1));
    assertNull(store.get(0));
    assertNull(store.get(1));
  }

  @Test
  public void aThiefAsksTheNextNeighbourFirst() {
    final TaskStore store = new StealingStore(4, StolenEnd.WORKING);
    final Item ofThree = putInto(store, 3, 1).get(0);
    final Item ofZero = putInto(store, 0, 1).get(0);
    assertSame(ofThree, store.get(2));
    assertSame(ofZero, store.get(2));
  }

  @Test
  public void initialTasksAreDealtRoundRobin() {
    final TaskStore store = new PrivateStore(3);
    for (int i = 0; i < 6; ++i) store.init(1, new Item());
    for (int tid = 0; tid < 3; ++tid) {
      assertTrue(store.get(tid) != null && store.get(tid) != null);
      assertNull(store.get(tid));
    }
  }

  @Test
  public void aWholeArrayIsStolenAndOnlyItsMoveWakes() {
    final TaskStore store = new BlockStore(2, 4, new StealingStore(2, StolenEnd.WORKING));
    final List<Item> items = putInto(store, 0, 4);
    assertEquals("", told.toString());
    assertNull(store.get(1));
    items.addAll(putInto(store, 0, 1));
    assertEquals("e", told.toString());
    assertSame(items.get(3), store.get(1));
    assertSame(items.get(4), store.get(0));
    assertNull(store.get(0));
    for (int i = 2; i >= 0; --i) assertSame(items.get(i), store.get(1));
    assertNull(store.get(1));
  }

  @Test
  public void initialTasksOfBlocksArePublicAtOnce() {
    final TaskStore store = new BlockStore(2, 4, new CentralStore());
    final Item item = new Item();
    store.init(0, item);
    assertSame(item, store.get(1));
  }

  @Test
  public void aRandomStoreGivesEachTaskOnceToAnyThread() {
    final TaskStore store = new RandomStore(2);
    final List<Item> items = putInto(store, 0, 100);
    for (int i = 0; i < 100; ++i) assertTrue(items.remove(store.get(i % 2)));
    assertNull(store.get(0));
    final long empty = told.chars().filter(letter -> letter == 'e').count();
    assertEquals(8, empty);
  }

  @Test
  public void oppositeEndsOfADequeMeet() {
    final Queue deque = new LinkedDeque();
    final Item a = new Item();
    final Item b = new Item();
    for (int round = 0; round < 2; ++round) {
      assertTrue(deque.push(a));
      deque.push(b);
      assertSame(a, deque.popOpposite());
      assertSame(b, deque.popOpposite());
      assertNull(deque.pop());
      deque.push(a);
      deque.push(b);
      assertSame(b, deque.pop());
      assertSame(a, deque.pop());
      assertNull(deque.popOpposite());
    }
  }

  /** The first and the 10 000th number are those of the reference implementation, with its default seed. */
  @Test
  public void theTwisterIsMt19937() {
    final MersenneTwister twister = new MersenneTwister(5489);
    assertEquals(3499211612L, twister.next() & 0xffffffffL);
    for (int i = 2; i < 10_000; ++i) twister.next();
    assertEquals(4123659995L, twister.next() & 0xffffffffL);
    final int[] drawn = new int[7];
    for (int i = 0; i < 70_000; ++i) ++drawn[twister.below(7)];
    for (final int count : drawn) assertTrue(count > 9_500 && count < 10_500, "counts of a uniform draw");
  }
}
