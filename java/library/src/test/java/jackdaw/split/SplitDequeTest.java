package jackdaw.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

public class SplitDequeTest {
  private static void push(SplitDeque deque, Object task) {
    if (deque.push(task)) deque.answer(false);
  }

  private static Object pop(SplitDeque deque, long base) {
    if (deque.isAsked()) deque.answer(true);
    return deque.pop(base);
  }

  @Test
  public void theFirstTaskIsPublicAndTheOthersAreNot() {
    final SplitDeque deque = new SplitDeque(false);
    for (int i = 0; i < 5; ++i) push(deque, i);
    assertTrue(deque.hasPrivate());
    assertEquals(0, deque.steal(Thief.ANY));
    assertNull(deque.steal(Thief.ANY));
    assertTrue(deque.isAsked(), "a thief has emptied the public part");
  }

  @Test
  public void anOwnerThatIsAskedGivesTheOlderHalf() {
    final SplitDeque deque = new SplitDeque(false);
    for (int i = 0; i < 9; ++i) push(deque, i);
    assertEquals(0, deque.steal(Thief.ANY));
    assertTrue(deque.answer(false));
    for (int i = 1; i <= 4; ++i) assertEquals(i, deque.steal(Thief.ANY));
    assertNull(deque.steal(Thief.ANY));
    assertEquals(8, deque.pop(0));
  }

  @Test
  public void whatIsAboutToBeTakenStays() {
    final SplitDeque deque = new SplitDeque(false);
    push(deque, "a");
    push(deque, "b");
    assertEquals("a", deque.steal(Thief.ANY));
    assertFalse(deque.answer(true));
    assertEquals("b", deque.pop(0));
    assertNull(deque.pop(0));
    assertTrue(deque.isEmpty());
  }

  @Test
  public void askedForAllAnOwnerKeepsNothing() {
    final SplitDeque deque = new SplitDeque(false);
    for (int i = 0; i < 4; ++i) push(deque, i);
    deque.askForAll();
    push(deque, 4);
    assertFalse(deque.hasPrivate());
    for (int i = 0; i < 5; ++i) assertEquals(i, deque.steal(Thief.ANY));
  }

  @Test
  public void withoutThievesNothingIsPublic() {
    final SplitDeque deque = new SplitDeque(true);
    for (int i = 0; i < 1000; ++i) push(deque, i);
    assertTrue(deque.isPublicEmpty());
    for (int i = 999; i >= 0; --i) assertEquals(i, pop(deque, 0));
  }

  @Test
  public void aJoinTakesItsOwnTaskOnly() {
    final SplitDeque deque = new SplitDeque(false);
    push(deque, "public");
    push(deque, "older");
    push(deque, "newer");
    assertFalse(deque.popTop("older"));
    assertTrue(deque.popTop("newer"));
    assertTrue(deque.popTop("older"));
    assertFalse(deque.popTop("public"));
    assertEquals("public", deque.pop(0));
  }

  @Test
  public void aThiefThatMayNotTakesNothing() {
    final SplitDeque deque = new SplitDeque(false);
    push(deque, "task");
    assertNull(deque.steal(new Thief() {
      @Override
      public boolean claim(Object task) {
        return false;
      }

      @Override
      public void unclaim(Object task) {
        throw new AssertionError();
      }
    }));
    assertEquals("task", deque.steal(Thief.ANY));
  }

  /** Against a plain deque: one thread plays owner and thieves, in random orders, with a small array that grows. */
  @Test
  public void randomProgramsOfOneThread() {
    for (int seed = 0; seed < 300; ++seed) {
      final Random random = new Random(seed);
      final SplitDeque deque = new SplitDeque(false, 2);
      final ArrayDeque<Object> model = new ArrayDeque<>();
      for (int step = 0; step < 400; ++step) {
        switch (random.nextInt(5)) {
          case 0, 1 -> {
            push(deque, step);
            model.addLast(step);
          }
          case 2 -> assertEquals(model.pollLast(), pop(deque, 0));
          case 3 -> {
            final Object stolen = deque.steal(Thief.ANY);
            if (stolen != null) assertEquals(model.pollFirst(), stolen);
          }
          default -> {
            if (random.nextInt(20) == 0) deque.askForAll();
            if (deque.isEmpty()) deque.renew();
          }
        }
        assertEquals(model.isEmpty(), deque.isEmpty());
      }
    }
  }

  /** Every task is taken once, by the owner or by one of the thieves. */
  @Test
  public void stampede() throws InterruptedException {
    final int tasks = 200_000;
    for (int round = 0; round < 3; ++round) {
      final SplitDeque deque = new SplitDeque(false, 2);
      final AtomicIntegerArray taken = new AtomicIntegerArray(tasks);
      final AtomicInteger left = new AtomicInteger(tasks);
      final Thread[] thieves = new Thread[3];
      for (int i = 0; i < thieves.length; ++i) {
        final boolean asks = i == 0;
        thieves[i] = new Thread(() -> {
          int looks = 0;
          while (left.get() > 0) {
            final Object task = deque.steal(Thief.ANY);
            if (task != null) {
              taken.getAndIncrement((Integer) task);
              left.getAndDecrement();
            } else if (asks && ++looks % 1000 == 0) {
              deque.askForAll();
            } else {
              Thread.onSpinWait();
            }
          }
        });
        thieves[i].start();
      }
      final Random random = new Random(round);
      for (int next = 0; left.get() > 0;) {
        for (int i = random.nextInt(8); i > 0 && next < tasks; --i) push(deque, next++);
        for (int i = random.nextInt(8); i > 0; --i) {
          final Object task = pop(deque, 0);
          if (task == null) break;
          taken.getAndIncrement((Integer) task);
          left.getAndDecrement();
        }
      }
      for (final Thread thief : thieves) thief.join();
      final Set<Integer> wrong = new HashSet<>();
      for (int i = 0; i < tasks; ++i) {
        if (taken.get(i) != 1) wrong.add(i);
      }
      assertEquals(Set.of(), wrong);
      assertTrue(deque.isEmpty());
    }
  }
}
