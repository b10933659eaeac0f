/**
 * MD5, which the store of datasets asks for and browsers do not offer: https://www.rfc-editor.org/rfc/rfc1321. It guards against
 * damage on the way, not against people.
 */

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Int32Array.from({ length: 64 }, (_, i) => Math.abs(Math.sin(i + 1)) * 2 ** 32);
const blockBytes = 64;

/** The sixteen bytes of the digest. */
export function md5(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  const whole = bytes.length - (bytes.length % blockBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += blockBytes) takeBlock(state, view, at, words);
  // A bit, zeros, and the length in bits fill up the last one or two blocks.
  const rest = new Uint8Array(bytes.length - whole < 56 ? blockBytes : 2 * blockBytes);
  rest.set(bytes.subarray(whole));
  rest[bytes.length - whole] = 0x80;
  const end = new DataView(rest.buffer);
  end.setBigUint64(rest.length - 8, BigInt(bytes.length) * 8n, true);
  for (let at = 0; at < rest.length; at += blockBytes) takeBlock(state, end, at, words);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of state.entries()) digest.setInt32(4 * i, word, true);
  return new Uint8Array(digest.buffer);
}

function takeBlock(state: Int32Array, view: DataView, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i, true);
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = 5 * i + 1;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = 3 * i + 5;
    } else {
      mixed = c ^ (b | ~d);
      word = 7 * i;
    }
    const sum = (a + mixed + sines[i]! + words[word & 15]!) | 0;
    const shift = shifts[4 * round + (i & 3)]!;
    const turned = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
    a = d;
    d = c;
    c = b;
    b = turned;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
}
