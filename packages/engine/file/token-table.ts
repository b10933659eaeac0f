import { SHORT_CODES } from '../kernels/structures.ts';
import { type Container, type SectionInput, viewOf } from './container.ts';
import type { GrowableBytes } from './growable.ts';
import { TokenTrie } from './token-trie.ts';

/**
 * Texts as token numbers. Each text is encoded separately, so that it can be read alone. The numbers are
 * dense codes (Brisaboa et al. 2003): one byte below SHORT_CODES, two bytes otherwise.
 */

/** Maximum number of tokens: the number of codes. */
export const MAX_TOKENS = SHORT_CODES + (256 - SHORT_CODES) * 256;

/** Encodes texts as token codes. */
export class TokenEncoder {
  readonly #tokens: readonly Uint8Array[];
  readonly #trie: TokenTrie;

  /** See `TokenTrie.tables`. */
  tables(): ReturnType<TokenTrie['tables']> {
    return this.#trie.tables();
  }

  /** @param tokens the most used first; must include all single bytes */
  constructor(tokens: readonly Uint8Array[]) {
    this.#tokens = tokens;
    this.#trie = new TokenTrie(tokens);
  }

  /** Appends the codes of a text. */
  encode(bytes: Uint8Array, start: number, end: number, out: GrowableBytes): void {
    const trie = this.#trie;
    for (let at = start; at < end; at += trie.length) {
      const token = trie.longest(bytes, at, end);
      if (token < SHORT_CODES) out.push(token);
      else {
        const rest = token - SHORT_CODES;
        out.push(SHORT_CODES + (rest >>> 8));
        out.push(rest & 255);
      }
    }
  }

  /** Sections that a reader needs. */
  sections(): SectionInput[] {
    const lengths = Uint8Array.from(this.#tokens, (token) => token.length);
    return [
      { name: 'tokens', bytes: Buffer.concat(this.#tokens), packed: true, head: true },
      { name: 'tokenLengths', bytes: lengths, packed: true, head: true },
    ];
  }
}

/** Tokens are copied by so many bytes at once: most are no longer. */
const COPIED = 8;

/** Decodes texts from token codes. */
export class TokenTable {
  /** What is copied after the last token is not used. */
  readonly #tokens: DataView;
  readonly #starts: Uint32Array;
  #text = Buffer.alloc(4_096);
  #copy = viewOf(this.#text);

  constructor(bytes: Uint8Array, lengths: Uint8Array) {
    this.#tokens = viewOf(Buffer.concat([bytes], bytes.length + COPIED));
    this.#starts = new Uint32Array(lengths.length + 1);
    lengths.forEach((length, i) => {
      this.#starts[i + 1] = this.#starts[i]! + length;
    });
  }

  /** Decodes the text between two offsets. */
  decode(codes: Uint8Array, from: number, to: number): string {
    const [tokens, starts, copy] = [this.#tokens, this.#starts, this.#copy];
    const most = copy.byteLength - COPIED;
    let length = 0;
    for (let at = from; at < to; ) {
      let token = codes[at++]!;
      if (token >= SHORT_CODES) token = SHORT_CODES + ((token - SHORT_CODES) << 8) + codes[at++]!;
      const start = starts[token]!;
      const size = starts[token + 1]! - start;
      if (length + size > most) {
        this.#text = Buffer.alloc(2 * this.#text.length);
        this.#copy = viewOf(this.#text);
        return this.decode(codes, from, to);
      }
      for (let i = 0; i < size; i += COPIED) {
        copy.setBigUint64(length + i, tokens.getBigUint64(start + i, true), true);
      }
      length += size;
    }
    return this.#text.toString('utf8', 0, length);
  }
}

/** Reads the token table of a file. */
export async function readTokenTable(file: Container): Promise<TokenTable> {
  const [bytes, lengths] = await Promise.all([file.take('tokens'), file.take('tokenLengths')]);
  return new TokenTable(bytes, lengths);
}
