package jackdaw.split;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The split deque: each task is taken once, and a request for tasks is not lost. */
public class DequeStress {
  /** Tasks are bits: a sum tells which were taken, and whether one was taken twice. */
  abstract static class Deque {
    final SplitDeque deque = new SplitDeque(false, 2);

    Deque(int tasks) {
      for (int i = 0; i < tasks; ++i) push(1 << 4 * i);
    }

    void push(int task) {
      if (deque.push(task)) deque.answer(false);
    }

    int pop() {
      if (deque.isAsked()) deque.answer(true);
      final Object task = deque.pop(0);
      return task == null ? 0 : (Integer) task;
    }

    int steal() {
      final Object task = deque.steal(Thief.ANY);
      return task == null ? 0 : (Integer) task;
    }

    int rest() {
      int sum = 0;
      for (int task = pop(); task != 0; task = pop()) sum += task;
      return sum;
    }
  }

  /** SJ-F1, SJ-I2: the last task, between its owner and a thief. */
  @JCStressTest
  @Outcome(id = {"1, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "one has it")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class LastTask extends Deque {
    public LastTask() {
      super(1);
    }

    @Actor
    public void owner(II_Result r) {
      r.r1 = pop();
    }

    @Actor
    public void thief(II_Result r) {
      r.r2 = steal();
    }

    @Arbiter
    public void rest(II_Result r) {
      if (r.r1 + r.r2 == 0) r.r1 = rest();
    }
  }

  /** SJ-F1, SJ-I2: the last task, between its owner and two thieves; where there are three processors. */
  @JCStressTest
  @Outcome(id = {"1, 0, 0", "0, 1, 0", "0, 0, 1"}, expect = Expect.ACCEPTABLE, desc = "one has it")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class LastTaskOfThree extends Deque {
    public LastTaskOfThree() {
      super(1);
    }

    @Actor
    public void owner(III_Result r) {
      r.r1 = pop();
    }

    @Actor
    public void thief(III_Result r) {
      r.r2 = steal();
    }

    @Actor
    public void otherThief(III_Result r) {
      r.r3 = steal();
    }

    @Arbiter
    public void rest(III_Result r) {
      if (r.r1 + r.r2 + r.r3 == 0) r.r1 = rest();
    }
  }

  /** All five tasks are public. The owner takes back, thieves steal: the sum is that of all, each once. */
  @JCStressTest
  @Outcome(id = "69905, 0", expect = Expect.ACCEPTABLE, desc = "each task once")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class TakeBack extends Deque {
    public TakeBack() {
      super(5);
      deque.askForAll();
      deque.answer(false);
    }

    @Actor
    public void owner(II_Result r) {
      r.r1 = pop() + pop() + pop();
    }

    @Actor
    public void thief(II_Result r) {
      r.r2 = steal() + steal() + steal();
    }

    @Arbiter
    public void sum(II_Result r) {
      r.r1 += r.r2 + rest();
      r.r2 = 0;
    }
  }

  /** SJ-D2: the array grows, from two places, while thieves read it. */
  @JCStressTest
  @Outcome(id = "69905, 0", expect = Expect.ACCEPTABLE, desc = "each task once")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class Grow extends Deque {
    public Grow() {
      super(1);
    }

    @Actor
    public void owner(II_Result r) {
      for (int i = 1; i < 5; ++i) push(1 << 4 * i);
      r.r1 = pop() + pop();
    }

    @Actor
    public void thief(II_Result r) {
      r.r2 = steal() + steal() + steal();
    }

    @Arbiter
    public void sum(II_Result r) {
      r.r1 += r.r2 + rest();
      r.r2 = 0;
    }
  }

  /** SJ-I3, SJ-D4, SJ-F3: with nothing public, the owner is always told that something is wanted. */
  @JCStressTest
  @Outcome(id = {"false, true", "true, true", "false, false"}, expect = Expect.ACCEPTABLE, desc = "public, or asked")
  @Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "nothing is public, and the owner does not know")
  @State
  public static class Request extends Deque {
    public Request() {
      super(1);
    }

    @Actor
    public void owner() {
      push(2);
      push(3);
      pop();
    }

    @Actor
    public void thief() {
      steal();
      steal();
    }

    @Arbiter
    public void look(ZZ_Result r) {
      r.r1 = deque.isPublicEmpty();
      r.r2 = deque.isAsked();
    }
  }

  /** SJ-D2: a deque that is empty gets a new array while a thief that comes late reads the old one. */
  @JCStressTest
  @Outcome(id = {"17, 0", "16, 1", "1, 16", "0, 17"},
      expect = Expect.ACCEPTABLE, desc = "each task once")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class Renew extends Deque {
    public Renew() {
      super(1);
    }

    @Actor
    public void owner(II_Result r) {
      r.r1 = pop();
      deque.renew();
      push(16);
      r.r1 += pop();
    }

    @Actor
    public void thief(II_Result r) {
      r.r2 = steal() + steal();
    }

    @Arbiter
    public void rest(II_Result r) {
      r.r1 += rest();
    }
  }
}
