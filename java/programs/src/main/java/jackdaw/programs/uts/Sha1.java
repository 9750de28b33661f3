package jackdaw.programs.uts;

/** SHA-1 (FIPS 180-4) of messages that fit into one block: the random numbers of the trees. Not safe for threads. */
final class Sha1 {
  private final int[] w = new int[80];

  /** The digest of so many whole words, at most 13; it goes to `digest`, five words. */
  void of(int[] message, int words, int[] digest) {
    System.arraycopy(message, 0, w, 0, words);
    w[words] = 0x80000000;
    for (int i = words + 1; i < 15; ++i) w[i] = 0;
    w[15] = 32 * words;
    for (int i = 16; i < 80; ++i) w[i] = Integer.rotateLeft(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    int a = 0x67452301;
    int b = 0xEFCDAB89;
    int c = 0x98BADCFE;
    int d = 0x10325476;
    int e = 0xC3D2E1F0;
    for (int i = 0; i < 80; ++i) {
      final int mixed;
      if (i < 20) {
        mixed = (d ^ b & (c ^ d)) + 0x5A827999;
      } else if (i < 40) {
        mixed = (b ^ c ^ d) + 0x6ED9EBA1;
      } else if (i < 60) {
        mixed = (b & c | d & (b | c)) + 0x8F1BBCDC;
      } else {
        mixed = (b ^ c ^ d) + 0xCA62C1D6;
      }
      final int next = Integer.rotateLeft(a, 5) + mixed + e + w[i];
      e = d;
      d = c;
      c = Integer.rotateLeft(b, 30);
      b = a;
      a = next;
    }
    digest[0] = a + 0x67452301;
    digest[1] = b + 0xEFCDAB89;
    digest[2] = c + 0x98BADCFE;
    digest[3] = d + 0x10325476;
    digest[4] = e + 0xC3D2E1F0;
  }
}
