package jackdaw;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** In recordings of the JDK Flight Recorder: a worker that slept. */
@Name("jackdaw.Park")
@Label("Park")
@Category("Jackdaw")
@Description("A worker of a Jackdaw scheduler slept")
@StackTrace(false)
final class ParkEvent extends Event {
  @Label("Worker")
  int worker;

  @Label("In a join")
  boolean joining;
}
