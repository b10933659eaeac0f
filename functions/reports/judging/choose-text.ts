import { findPassages, readDocument, type Wanted } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { judgeRules } from './judge-rules.ts';

/** Stands where passages are left out. */
const gap = '[…]';

/**
 * The text of a reference that a model reads: all of it, or where that is too long the passages that match the elements best, with
 * their neighbours, in the order of the document.
 * @param wanted for each element what is sought, in one or more ways
 */
export function chooseText(document: PatentDocument, wanted: readonly Wanted[][]): string {
  const read = readDocument(document);
  const all = read.passages.map(({ passage }) => passage);
  const whole = all.reduce((sum, { text }) => sum + text.length + 1, 0);
  const isWhole = whole <= judgeRules.referenceLength;
  const chosen = isWhole ? new Set(all.keys()) : bestOf();
  const lines = [document.title];
  let last = -1;
  for (const position of [...chosen].toSorted((a, b) => a - b)) {
    if (position !== last + 1) lines.push(gap);
    lines.push(all[position]!.text);
    last = position;
  }
  if (last < all.length - 1) lines.push(gap);
  return lines.join('\n');

  /** The abstract, then for all elements their best passages, then the second best, and so on. */
  function bestOf(): Set<number> {
    const positions = new Map(all.map((passage, position) => [passage, position]));
    const found = wanted.map((ways) =>
      ways
        .flatMap((one) => findPassages(read, one, judgeRules.passagesPerElement))
        .toSorted((a, b) => b.match - a.match)
        .slice(0, judgeRules.passagesPerElement)
        .map(({ passage }) => positions.get(passage)!),
    );
    const kept = new Set<number>();
    let room: number = judgeRules.referenceLength;
    const keep = (position: number) => {
      const passage = all[position];
      if (!passage || kept.has(position) || passage.text.length > room) return;
      kept.add(position);
      room -= passage.text.length;
    };
    for (const [position, { part }] of all.entries()) if (part === 'abstract') keep(position);
    for (let rank = 0; rank < judgeRules.passagesPerElement; rank++) {
      for (const ranking of found) {
        const position = ranking[rank];
        if (position === undefined) continue;
        for (const one of [position, position - 1, position + 1]) keep(one);
      }
    }
    return kept;
  }
}
