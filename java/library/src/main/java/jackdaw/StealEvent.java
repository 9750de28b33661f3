package jackdaw;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** In recordings of the JDK Flight Recorder: a theft, with the time that the stolen task and its forks took. */
@Name("jackdaw.Steal")
@Label("Steal")
@Category("Jackdaw")
@Description("A task that a worker of a Jackdaw scheduler took from another one; its duration is that of the task")
@StackTrace(false)
final class StealEvent extends Event {
  @Label("Thief")
  int thief;

  @Label("Victim")
  int victim;

  @Label("Task")
  Class<?> task;
}
