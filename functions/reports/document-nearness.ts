import { createAnalyzer } from '#engine';
import type { PatentDocument } from '#shared/patent-document.ts';
import { reportRules } from './report-rules.ts';

/** How often each word is in a document. */
export type WordCounts = ReadonlyMap<string, number>;

/** What of a document is counted. */
export type Counted = Pick<PatentDocument, 'title' | 'abstract' | 'claims' | 'paragraphs'>;

/** Occurrences that a word of the title stands for. */
const titleCount = 3;

/**
 * Documents without any of the words that are added to the count. Without them a word that all documents have, as in a small
 * catalogue, would weigh nothing.
 */
const otherDocuments = 30;

/** Every patent text of the catalogue is in English. */
const analyzer = createAnalyzer('en');

/** Words of a document: of title, abstract and claims, and of the description as far as there is room. */
export function countWords({ title, abstract, claims, paragraphs }: Counted): WordCounts {
  const counts = new Map<string, number>();
  let room: number = reportRules.readLength;
  const add = (text: string, times: number) => {
    if (room <= 0) return;
    const read = text.slice(0, room);
    room -= read.length;
    analyzer.terms(read, (term) => counts.set(term, (counts.get(term) ?? 0) + times));
  };
  add(title, titleCount);
  add(abstract, 1);
  for (const { text } of claims) add(text, 1);
  for (const { text } of paragraphs) add(text, 1);
  return counts;
}

/**
 * How near documents are to one by all of their words: the cosine of their counts, where a word weighs the more, the rarer it
 * is among these documents. The length of a document does not matter: a long one has more of the words, and more others.
 * @returns 0 to 1 for each, in their order
 */
export function nearnessTo(one: WordCounts, others: readonly WordCounts[]): number[] {
  const documents = new Map<string, number>();
  for (const counts of [one, ...others]) {
    for (const word of counts.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  const all = others.length + 1 + otherDocuments;
  const weightOf = (word: string, count: number) => {
    const having = documents.get(word)!;
    return (1 + Math.log(count)) * Math.log(1 + (all - having + 0.5) / (having + 0.5));
  };
  const wanted = new Map(Array.from(one, ([word, count]) => [word, weightOf(word, count)]));
  const length = Math.hypot(...wanted.values());
  return others.map((counts) => {
    let product = 0;
    let squares = 0;
    for (const [word, count] of counts) {
      const weight = weightOf(word, count);
      squares += weight * weight;
      product += weight * (wanted.get(word) ?? 0);
    }
    return product === 0 ? 0 : product / (length * Math.sqrt(squares));
  });
}
