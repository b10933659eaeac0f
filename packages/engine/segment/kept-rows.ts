import { once } from '../file/once.ts';
import type { RowSet } from './row-set.ts';

/** Conditions whose rows a segment remembers: a bit a row each, four bytes a row together. */
const MOST = 32;

/**
 * The rows that met the last conditions. A segment never changes, and people ask again with the same filters: for other
 * words, for the next page, with one condition more.
 */
export class KeptRows {
  readonly #sets = new Map<string, () => Promise<RowSet>>();

  /** The rows of a condition. Callers must not modify the set. */
  of(key: string, find: () => Promise<RowSet>): Promise<RowSet> {
    const found = this.#sets.get(key) ?? once(find);
    // The last one asked for is the last one to go.
    this.#sets.delete(key);
    this.#sets.set(key, found);
    const [oldest] = this.#sets.keys();
    if (this.#sets.size > MOST) this.#sets.delete(oldest!);
    return found();
  }
}
