package jackdaw.split;

/** Who steals, and may count the theft before it happens. */
public interface Thief {
  /** A thief that counts nothing. */
  Thief ANY = new Thief() {
    @Override
    public boolean claim(Object task) {
      return true;
    }

    @Override
    public void unclaim(Object task) {}
  };

  /** About to take the task, which another thread may have had already; false: it must not be taken. */
  boolean claim(Object task);

  /** After claim(): another thread was faster. */
  void unclaim(Object task);
}
