package jackdaw.split;

/** Fields of a {@link SplitDeque} that its owner writes often, in cache lines of their own. */
class OwnerPart {
  long front0, front1, front2, front3, front4, front5, front6, front7, front8, front9, front10, front11, front12, front13;

  /** Above the newest task. */
  long head;
  /** Of the private part; the owner's copy of `split`. */
  long bottom;
  /** What `attention` is while nobody wants anything: a push from there on finds the array full. */
  long limit;
  Object[] slots;
  /** Whether all tasks are public. */
  boolean eager;
  int eagerAnswers;
  long eagerSince;
}
