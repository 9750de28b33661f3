package jackdaw.split;

/** Fields of a {@link SplitDeque} that thieves use, in cache lines of their own. */
class SharedPart extends OwnerPart {
  long middle0, middle1, middle2, middle3, middle4, middle5, middle6, middle7, middle8, middle9, middle10, middle11, middle12;

  /** The oldest public task. */
  volatile long tail;
  /** Above the newest public task. */
  volatile long split;
  /** 0: a thief wants tasks, or the public part is empty. Else the owner's `limit`. */
  volatile long attention;
  /** The owner's `slots`. */
  volatile Object[] shared;
  /** Set by a thief that has waited in vain while there were private tasks. */
  volatile boolean hides;
}
