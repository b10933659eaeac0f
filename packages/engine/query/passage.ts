import type { Analyzer } from '../text/analyze.ts';
import type { Passage, TextRange } from './search-index.ts';

const MAX_CHARACTERS = 320;
const SENTENCE_END = /[.!?…。！？]["')\]]*\s+|\n+|[。！？]/g;
/** Relative weight of the repetition of a term in a passage. */
const REPEAT_VALUE = 0.15;

interface WeighedTerm {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** Moves an offset back if it would split a surrogate pair. */
function betweenCharacters(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Moves an offset back to the end of a word if it would split one; scripts without spaces are split. */
function betweenWords(text: string, start: number, at: number): number {
  const isInside =
    at < text.length && WORD_CHARACTER.test(text[at]!) && WORD_CHARACTER.test(text[at - 1]!);
  const space = isInside ? text.slice(start, at).search(/\s\S*$/) : -1;
  return space > 0 ? start + space : betweenCharacters(text, at);
}

/** Offsets at which a passage may start: starts of sentences, and parts of very long sentences. */
function passageStarts(text: string): number[] {
  const starts = [0];
  const add = (at: number) => {
    for (let last = starts.at(-1)!; at - last > MAX_CHARACTERS; last = starts.at(-1)!) {
      const space = text.lastIndexOf(' ', last + MAX_CHARACTERS);
      starts.push(space > last ? space + 1 : betweenCharacters(text, last + MAX_CHARACTERS));
    }
    starts.push(at);
  };
  for (const match of text.matchAll(SENTENCE_END)) add(match.index + match[0].length);
  add(text.length);
  starts.pop();
  return starts;
}

/** Ranges of terms in a passage. Overlapping terms, such as pairs of characters, become one range. */
function rangesIn(
  { start, end }: Pick<Passage, 'start' | 'end'>,
  terms: readonly Pick<WeighedTerm, 'start' | 'end'>[],
): TextRange[] {
  const ranges: TextRange[] = [];
  for (const term of terms) {
    if (term.start < start || term.end > end) continue;
    const last = ranges.at(-1);
    if (last && term.start - start < last[1]) last[1] = Math.max(last[1], term.end - start);
    else ranges.push([term.start - start, term.end - start]);
  }
  return ranges;
}

/** Ranges of those terms in a text that pass a test. */
export function rangesOfTerms(
  text: string,
  analyzer: Pick<Analyzer, 'terms'>,
  test: (term: string) => boolean,
): TextRange[] {
  const found: { start: number; end: number }[] = [];
  analyzer.terms(text, (term, start, end) => {
    if (test(term)) found.push({ start, end });
  });
  return rangesIn({ start: 0, end: text.length }, found);
}

/**
 * Finds the best passage of a text, about two sentences long.
 * @param weigh weight of a term; 0 if it is unrelated to the query
 * @param kindOf what the passage shows a weighted term as
 */
export function bestPassage(
  text: string,
  analyzer: Pick<Analyzer, 'terms'>,
  weigh: (term: string) => number,
  kindOf: (term: string) => 'term' | 'concept' | undefined,
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
    while (next < starts.length && starts[next]! - start <= MAX_CHARACTERS) next++;
    const stop = next < starts.length ? starts[Math.max(next - 1, i + 1)]! : text.length;
    const end = betweenWords(text, start, Math.min(stop, start + MAX_CHARACTERS));
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
  const ofKind = (kind: 'term' | 'concept') => terms.filter(({ term }) => kindOf(term) === kind);
  return {
    text: text.slice(start, end),
    start,
    end,
    termRanges: rangesIn({ start, end }, ofKind('term')),
    conceptRanges: rangesIn({ start, end }, ofKind('concept')),
  };
}
