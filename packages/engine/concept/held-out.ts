import { seededRandom } from '../random.ts';
import type { TermSample } from './sample.ts';
import { rowSpan } from './term-rows.ts';
import { NOT_IN_VOCABULARY, type Vocabulary } from './vocabulary.ts';

const HELD_OUT = 256;
/** At most one row in this many is held out. */
const HELD_OUT_SHARE = 8;
const MIN_HELD_OUT_TOKENS = 16;

/** Which half of the i-th held-out document is hidden; shared with the half-document test. */
export const hidesFirstHalf = (i: number): boolean => i % 2 === 1;

/**
 * Chooses documents of which training sees only one half. A model that has seen both halves of a
 * document finds one by the other from memory, which would overrate the concept signals.
 */
export function holdOut(sample: TermSample, seed: number): number[] {
  const rows = sample.rowNumbers.length;
  const wanted = Math.min(HELD_OUT, Math.floor(rows / HELD_OUT_SHARE));
  const random = seededRandom(seed + 1);
  const chosen = new Set<number>();
  for (let tries = 0; tries < wanted * 4 && chosen.size < wanted; tries++) {
    const r = Math.floor(random() * rows);
    const [start, end] = rowSpan(sample, r);
    if (end - start >= MIN_HELD_OUT_TOKENS && sample.whole[r]) chosen.add(r);
  }
  return [...chosen];
}

/** The vocabulary with the hidden halves of held-out rows masked out. */
export function hideHalves(vocabulary: Vocabulary, heldOut: readonly number[]): Vocabulary {
  const tokens = vocabulary.tokens.slice();
  heldOut.forEach((r, i) => {
    const [start, end] = rowSpan(vocabulary, r);
    const middle = start + ((end - start) >> 1);
    if (hidesFirstHalf(i)) tokens.fill(NOT_IN_VOCABULARY, start, middle);
    else tokens.fill(NOT_IN_VOCABULARY, middle, end);
  });
  return { ...vocabulary, tokens };
}
