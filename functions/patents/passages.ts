import { createAnalyzer } from '#engine';
import type { CitedPlace } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

/** A passage of a patent, about two sentences long. Offsets are within its part's text. */
export interface PatentPassage extends CitedPlace {
  text: string;
  start: number;
  end: number;
}

/** Shorter passages are joined up to this length. */
const passageLength = 320;
const sentenceEnd = /[.;!?]\s+|\n+/g;

/** Abstract, claims and description of a patent in passages. */
export function passagesOf({ abstract, claims, paragraphs }: PatentDocument): PatentPassage[] {
  return [
    ...cut({ part: 'abstract', number: null }, abstract),
    ...claims.flatMap(({ number, text }) => cut({ part: 'claim', number }, text)),
    ...paragraphs.flatMap(({ number, text }) => cut({ part: 'paragraph', number }, text)),
  ];
}

function cut(place: CitedPlace, text: string): PatentPassage[] {
  const ends = [
    ...Array.from(text.matchAll(sentenceEnd), (m) => m.index + m[0].length),
    text.length,
  ];
  const passages: PatentPassage[] = [];
  let start = 0;
  for (const [index, end] of ends.entries()) {
    const next = ends[index + 1];
    if (next !== undefined && next - start <= passageLength) continue;
    const piece = text.slice(start, end).trimEnd();
    if (piece) passages.push({ ...place, text: piece, start, end: start + piece.length });
    start = end;
  }
  return passages;
}

/** Every patent text of the catalogue is in English. */
const analyzer = createAnalyzer('en');

export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  analyzer.terms(text, (term) => terms.add(term));
  return terms;
}

/** Passages with their terms and the weights of the terms: rarer terms weigh more. */
export interface RankedPassages {
  passages: { passage: PatentPassage; terms: Set<string> }[];
  weightOf(term: string): number;
}

export function rankPassages(all: readonly PatentPassage[]): RankedPassages {
  const passages = all.map((passage) => ({ passage, terms: termsOf(passage.text) }));
  const counts = new Map<string, number>();
  for (const { terms } of passages) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weightOf = (term: string) => Math.log(1 + passages.length / (1 + (counts.get(term) ?? 0)));
  return { passages, weightOf };
}

/** Tells which share of the words of a text others have: by weight, 0 to 1. */
export function shareOfWords(
  text: string,
  weightOf: RankedPassages['weightOf'],
): (terms: ReadonlySet<string>) => number {
  const wanted = Array.from(termsOf(text), (term) => ({ term, weight: weightOf(term) }));
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (terms) =>
    wanted.reduce((sum, { term, weight }) => (terms.has(term) ? sum + weight : sum), 0) / whole;
}

/**
 * The passages that contain most words of a text, best first.
 * @returns `score`: share of the words, by weight, 0 to 1
 */
export function bestPassages(
  { passages, weightOf }: RankedPassages,
  text: string,
  limit: number,
): { passage: PatentPassage; score: number }[] {
  const shareIn = shareOfWords(text, weightOf);
  return passages
    .map(({ passage, terms }) => ({ passage, score: shareIn(terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}
