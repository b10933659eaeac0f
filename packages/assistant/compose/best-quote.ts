import type { CitedPlace } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { stemSet } from '../terms.ts';
import type { Quote } from './sources.ts';

export interface Passage extends CitedPlace {
  text: string;
}

/** A quote and the terms of the question in it. */
export interface FoundQuote extends Quote {
  terms: Set<string>;
  score: number;
}

/** Characters of a passage that is quoted in one piece. Few claims are longer. */
const maxWholeLength = 1500;
const minLength = 12;
const maxLength = 280;
/** Preferred length: of quotes with the same terms, the one closest to it is chosen. */
const idealLength = 140;
const costPerCharacter = 0.0015;
/** Characters that would break the table or the list of citations. Quotes stop at them. */
const breaking = /[|`[\]<>*_\\\n\r]+/;
const sentenceEnd =
  /(?<=[.;!?])(?<!\b(?:[Ff]igs?|FIGS?|[Nn]os?|e\.g|i\.e|approx|cf|vs|U\.S|Ser|Pat)\.)\s+/;

/** Whole sentences of a passage that can stand in quotation marks, verbatim, and parts of long ones. */
export function sentencesOf(text: string): string[] {
  return text
    .split(breaking)
    .flatMap((piece) => piece.split(sentenceEnd))
    .flatMap(cutLong)
    .map((sentence) => sentence.trim().replace(/[,;:]$/, ''))
    .filter((sentence) => sentence.length >= minLength);
}

/** Cuts a long sentence at commas, else between words. */
function cutLong(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > maxLength) {
    const comma = rest.lastIndexOf(', ', maxLength - 2) + 1;
    const space = rest.lastIndexOf(' ', maxLength);
    const cut = comma > maxLength / 2 ? comma : space > 0 ? space : maxLength;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}

/**
 * The sentences with most of the wanted terms, the best first.
 * @param weights weight of each stem
 */
export function bestQuotes(
  passages: readonly Passage[],
  weights: ReadonlyMap<string, number>,
  limit = 1,
): FoundQuote[] {
  const found: FoundQuote[] = [];
  for (const { text, part, number } of passages)
    for (const sentence of sentencesOf(text)) {
      const terms = new Set([...stemSet(sentence)].filter((term) => weights.has(term)));
      if (terms.size === 0) continue;
      const value = [...terms].reduce((sum, term) => sum + weights.get(term)!, 0);
      const score = value - costPerCharacter * Math.abs(sentence.length - idealLength);
      found.push({ text: sentence, place: { part, number }, terms, score });
    }
  return found.sort((one, other) => other.score - one.score).slice(0, limit);
}

/** The first sentence that can be quoted, for statements about the whole document. */
export function firstQuote(passages: readonly Passage[]): Quote | undefined {
  for (const { text, part, number } of passages) {
    const [sentence] = sentencesOf(text);
    if (sentence) return { text: sentence, place: { part, number } };
  }
  return undefined;
}

/** A passage in one piece, as far as it can be quoted. */
export function wholeQuote({ text, part, number }: Passage): Quote | undefined {
  const [piece = ''] = text.replace(/\s+/g, ' ').trim().split(breaking);
  const isLong = piece.length > maxWholeLength;
  const quoted = isLong ? piece.slice(0, piece.lastIndexOf(' ', maxWholeLength)) : piece.trim();
  return quoted.length < minLength ? undefined : { text: quoted, place: { part, number } };
}

/** All texts of a document that can be quoted. */
export const passagesOf = (document: PatentDocument): Passage[] => [
  { part: 'abstract', number: null, text: document.abstract },
  ...document.claims.map(({ number, text }): Passage => ({ part: 'claim', number, text })),
  ...document.paragraphs.map(({ number, text }): Passage => ({ part: 'paragraph', number, text })),
];

/** A short text for the whole document: its title, or its first sentence if the title is too short. */
export const titleOf = (document: Pick<PatentDocument, 'title' | 'abstract'>): Quote | undefined =>
  firstQuote([
    { part: 'title', number: null, text: document.title },
    { part: 'abstract', number: null, text: document.abstract },
  ]);
