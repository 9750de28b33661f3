package jackdaw.pools.store;

/**
 * What a queue stores: the links lie in the item, so that a put allocates nothing. The paper has a class of tasks with
 * such links for each pool; one base class for all of them is our deviation.
 */
public abstract class Link {
  Link next;
  Link previous;

  protected Link() {}
}
