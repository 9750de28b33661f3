package jackdaw;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** In recordings of the JDK Flight Recorder: a run, from its call to the end of its last task. */
@Name("jackdaw.Run")
@Label("Run")
@Category("Jackdaw")
@Description("A run on a Jackdaw scheduler, from the call to the end of its last task")
@StackTrace(false)
final class RunEvent extends Event {}
