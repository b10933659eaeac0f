import type { PatentDocument } from '#shared/patent-document.ts';
import { type ReadDocument, readDocument } from './match-element.ts';
import { isTelling, termsOf } from './match-words.ts';

/** Terms by which the subject of a patent is known: those with the most weight. */
const subjectTerms = 100;
/** Terms of title, abstract and claims weigh so many times as much as others. */
const mainWeight = 3;
/** Distinct terms that a document counts to have at least: a short one has not less to say of everything. */
const fewestTerms = 250;

/** Rarity of a term; undefined if the corpus does not know it. */
export type KnownRarity = (term: string) => number | undefined;

/** What a patent is about: terms with their weights. */
export interface SubjectWords {
  weights: ReadonlyMap<string, number>;
  rarityOf: KnownRarity;
  /** Its own similarity, by which those of others are divided. */
  own: number;
}

/**
 * The rarest and most frequent words of a patent.
 * @param rarityOf undefined for a term that the corpus does not know: a number of a drawing, or a misspelling, tells
 *   nothing of a subject
 */
export function subjectOf(patent: PatentDocument, rarityOf: KnownRarity): SubjectWords {
  const read = readDocument(patent);
  const main = new Set(
    termsOf(
      [patent.title, patent.abstract, ...patent.claims.map((claim) => claim.text)].join('\n'),
    ),
  );
  const weights = new Map(
    Array.from(read.counts)
      .filter(([term]) => isTelling(term) && !/\d/.test(term))
      .map(([term, count]) => {
        const rarity = rarityOf(term) ?? 0;
        return [term, (main.has(term) ? mainWeight : 1) * (1 + Math.log(count)) * rarity] as const;
      })
      .filter(([, weight]) => weight > 0)
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, subjectTerms),
  );
  const subject = { weights, rarityOf, own: 1 };
  return { ...subject, own: similarity(subject, read) || 1 };
}

/**
 * How near a document is to the subject of a patent: the product of their weights of words, over the length of the
 * document, as a share of what the patent itself has. 0 to 1. Long documents, which have a few words of everything,
 * gain nothing by it.
 */
export const nearnessTo = (subject: SubjectWords, document: ReadDocument): number =>
  Math.min(1, similarity(subject, document) / subject.own);

function similarity({ weights, rarityOf }: SubjectWords, { counts }: ReadDocument): number {
  let sum = 0;
  for (const [term, weight] of weights) {
    const count = counts.get(term);
    if (count) sum += weight * (1 + Math.log(count)) * (rarityOf(term) ?? 0);
  }
  return sum / Math.sqrt(Math.max(fewestTerms, counts.size));
}
