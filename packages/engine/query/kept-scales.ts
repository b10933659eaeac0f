import type { RankingScale } from './rank-candidates.ts';

/** Texts whose scales an open index remembers, some 150 KB each. */
const MOST = 32;

/** The scale of a text, if it is known, and what remembers it. */
export interface TextScale {
  readonly known?: RankingScale | undefined;
  keep(scale: RankingScale): void;
}

/**
 * The scales of the last texts. An index never changes, and people ask again with the same words: with another filter, for
 * the next page, in another order. Only searches of a resident index have scales that others may use.
 */
export class KeptScales {
  readonly #scales = new Map<string, RankingScale>();

  of(text: string, isResident: boolean): TextScale {
    if (!isResident) return { keep() {} };
    return { known: this.#scales.get(text), keep: (scale) => this.#set(text, scale) };
  }

  #set(text: string, scale: RankingScale): void {
    // The last one asked for is the last one to go.
    this.#scales.delete(text);
    this.#scales.set(text, scale);
    const [oldest] = this.#scales.keys();
    if (this.#scales.size > MOST) this.#scales.delete(oldest!);
  }
}
