import type { SearchIndex } from '#engine';
import {
  isTelling,
  type KnownRarity,
  type RarityOf,
  subjectOf,
  termsOf,
} from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report, ReportClaim } from '#shared/report/report.ts';

export type CorpusWords = NonNullable<Report['record']['words']>;

/** Of a rarity in a report. */
const digits = 1000;

/**
 * The words by which the documents of a report are compared with its patent, with their rarities in the index: those that
 * tell the subject, and those of the claims. A report states them, so that whoever has the documents can compute
 * its chart again.
 */
export async function corpusWords(
  index: Pick<SearchIndex, 'rarities'>,
  patent: PatentDocument,
  claims: readonly ReportClaim[],
): Promise<CorpusWords> {
  const charted = claims.filter((claim) => claim.charted).map(({ number }) => number);
  const claimed = patent.claims
    .filter(({ number }) => charted.includes(number))
    .map(({ text }) => text);
  const paragraphs = patent.paragraphs.map(({ text }) => text);
  const inClaims = termsOf(claimed.join('\n'));
  const all = [patent.title, patent.abstract, ...patent.claims.map(({ text }) => text)];
  const terms = Array.from(
    new Set([...inClaims, ...termsOf([...all, ...paragraphs].join('\n'))]),
  ).filter(isTelling);
  const rarities = await index.rarities(terms);
  const known = new Map(
    terms.flatMap((term, position) => {
      const rarity = rarities[position];
      return rarity === undefined ? [] : [[term, Math.round(rarity * digits) / digits] as const];
    }),
  );
  const { weights } = subjectOf(patent, (term) => known.get(term));
  const stated = [...new Set([...inClaims, ...weights.keys()])].filter((term) => known.has(term));
  return Object.fromEntries(stated.toSorted().map((term) => [term, known.get(term)!]));
}

/**
 * The same for a report that does not state its words: the rarities are those among its documents.
 */
export function wordsAmong(documents: readonly PatentDocument[]): CorpusWords {
  const counts = new Map<string, number>();
  for (const { title, abstract, claims, paragraphs } of documents) {
    const texts = [title, abstract, ...[...claims, ...paragraphs].map(({ text }) => text)];
    for (const term of new Set(termsOf(texts.join('\n')))) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const rarity = (having: number) => Math.log(documents.length / having);
  return Object.fromEntries(Array.from(counts, ([term, having]) => [term, rarity(having)]));
}

/** Rarities by the words of a report. A word that the index does not know is as rare as one of a single row. */
export function raritiesOf({ words = {}, index }: Pick<Report['record'], 'words' | 'index'>): {
  known: KnownRarity;
  rarityOf: RarityOf;
} {
  const known = new Map(Object.entries(words));
  const rarest = Math.log(index.rows + 1);
  return { known: (term) => known.get(term), rarityOf: (term) => known.get(term) ?? rarest };
}
