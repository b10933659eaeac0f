import type { Analyzer } from '../text/analyze.ts';
import type { Passage } from './search-index.ts';

const LONGEST = 320;
const SENTENCE_END = /[.!?…。！？]["')\]]*\s+|\n+|[。！？]/g;
/** A repeated term adds little to what a passage shows. */
const REPEAT_VALUE = 0.15;

interface WeighedTerm {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** An offset, or the one before it where it would cut a character of two code units. */
function betweenCharacters(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Offsets at which a passage may start: sentences, and stretches of over-long ones. */
function passageStarts(text: string): number[] {
  const starts = [0];
  const add = (at: number) => {
    for (let last = starts.at(-1)!; at - last > LONGEST; last = starts.at(-1)!) {
      const space = text.lastIndexOf(' ', last + LONGEST);
      starts.push(space > last ? space + 1 : betweenCharacters(text, last + LONGEST));
    }
    starts.push(at);
  };
  for (const match of text.matchAll(SENTENCE_END)) add(match.index + match[0].length);
  add(text.length);
  starts.pop();
  return starts;
}

/**
 * Finds the stretch of a text, about two sentences, that holds most of what a query is about.
 * @param weigh value of a term, 0 when it has nothing to do with the query
 */
export function bestPassage(
  text: string,
  analyzer: Analyzer,
  weigh: (term: string) => number,
): Passage | null {
  if (text.trim() === '') return null;
  const terms: WeighedTerm[] = [];
  analyzer.terms(text, (term, start, end) => {
    const weight = weigh(term);
    if (weight > 0) terms.push({ term, start, end, weight });
  });
  const starts = passageStarts(text);
  let best = { start: starts[0]!, end: 0, score: -1 };
  let first = 0;
  starts.forEach((start, i) => {
    let next = i + 1;
    while (next < starts.length && starts[next]! - start <= LONGEST) next++;
    const stop = next < starts.length ? starts[Math.max(next - 1, i + 1)]! : text.length;
    const end = betweenCharacters(text, Math.min(stop, start + LONGEST));
    while (first < terms.length && terms[first]!.start < start) first++;
    const seen = new Set<string>();
    let score = 0;
    for (let t = first; t < terms.length && terms[t]!.end <= end; t++) {
      score += terms[t]!.weight * (seen.has(terms[t]!.term) ? REPEAT_VALUE : 1);
      seen.add(terms[t]!.term);
    }
    if (score > best.score) best = { start, end, score };
  });
  const raw = text.slice(best.start, best.end);
  const start = best.start + (raw.length - raw.trimStart().length);
  const end = best.end - (raw.length - raw.trimEnd().length);
  return { text: text.slice(start, end), start, end };
}
