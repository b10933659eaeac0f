import { classAgreement, isTelling, type RarityOf, termsOf } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report, ReportClaim } from '#shared/report/report.ts';
import { nearestTo } from './plan-queries.ts';
import { reportRules } from './report-rules.ts';

/** Words of a patent with their rarities in its field: the documents that the second reading compares with it. */
export type FieldWords = NonNullable<Report['record']['words']>;

/** How often each term is in a document. */
export type TermCounts = ReadonlyMap<string, number>;

/** Terms of a document: of title, abstract and claims, and of the description as far as there is room. */
export function countTerms({ title, abstract, claims, paragraphs }: PatentDocument): TermCounts {
  const texts = [title, abstract, ...[...claims, ...paragraphs].map(({ text }) => text)];
  const counts = new Map<string, number>();
  for (const term of termsOf(texts.join('\n').slice(0, reportRules.readLength))) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/**
 * Documents without any of the words that are added to the field. Without them a word that all documents have, as in a small
 * catalogue, would weigh nothing.
 */
const otherDocuments = 30;
/** Words of a patent by which documents are compared with it: those with the most weight. */
const subjectTerms = 200;
/** Terms of title, abstract and claims weigh so many times as much as others. */
const mainWeight = 3;
/** Of a rarity in a report. */
const digits = 1000;

/** Weights of the terms of a patent. */
function weigh(patent: PatentDocument, rarityOf: RarityOf): Map<string, number> {
  const { title, abstract, claims } = patent;
  const main = new Set(termsOf([title, abstract, ...claims.map(({ text }) => text)].join('\n')));
  const weights = Array.from(countTerms(patent), ([term, count]) => {
    const weight = (main.has(term) ? mainWeight : 1) * damped(count) * rarityOf(term);
    return [term, weight] as const;
  });
  const order = weights.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return new Map(order.slice(0, subjectTerms));
}

/** What the number of occurrences counts: ten say little more than five. */
export const damped = (count: number) => 1 + Math.log(count);

/**
 * The words by which documents are compared with a patent, those of its subject and of its charted claims: a word weighs the
 * more, the fewer documents of the field have it. A report states them, so that its chart can be computed again from
 * the documents.
 */
export function fieldWords(
  patent: PatentDocument,
  claims: readonly ReportClaim[],
  field: readonly TermCounts[],
): FieldWords {
  const all = field.length + 1 + otherDocuments;
  const rarityOf = (term: string) => {
    const having = field.filter((counts) => counts.has(term)).length + 1;
    return Math.round(Math.log(1 + (all - having + 0.5) / (having + 0.5)) * digits) / digits;
  };
  const charted = claims.filter((claim) => claim.charted).map(({ number }) => number);
  const claimed = patent.claims.filter(({ number }) => charted.includes(number));
  const sought = termsOf([nearestTo(patent), ...claimed.map(({ text }) => text)].join('\n'));
  const subject = weigh(patent, rarityOf).keys();
  const stated = [...new Set([...subject, ...sought.filter(isTelling)])].toSorted();
  return Object.fromEntries(stated.map((term) => [term, rarityOf(term)]));
}

/** Rarity of a term; undefined if it is not among the words of the field. */
export type KnownRarity = (term: string) => number | undefined;

/** Rarities by the words of a report. A word that it does not state counts nothing. */
export function raritiesOf({ words = {} }: Pick<Report['record'], 'words'>): {
  known: KnownRarity;
  rarityOf: RarityOf;
} {
  const stated = new Map(Object.entries(words));
  return { known: (term) => stated.get(term), rarityOf: (term) => stated.get(term) ?? 0 };
}

/** What a patent is about: its words, with their weights and rarities. */
export interface Subject {
  weights: ReadonlyMap<string, number>;
  rarityOf: RarityOf;
  /** Its own similarity, by which those of others are divided. */
  own: number;
}

/** @param words of `fieldWords` */
export function subjectOf(patent: PatentDocument, words: FieldWords): Subject {
  const { rarityOf } = raritiesOf({ words });
  const subject = { weights: weigh(patent, rarityOf), rarityOf, own: 1 };
  return { ...subject, own: similarity(subject, countTerms(patent)) || 1 };
}

/**
 * How near a document is to the subject of a patent: the product of their weights of words, over the length of the
 * document, as a share of what the patent itself has. 0 to 1. Long documents, which have a few words of everything,
 * gain nothing by it.
 */
export const nearnessTo = (subject: Subject, counts: TermCounts): number =>
  Math.min(1, similarity(subject, counts) / subject.own);

/**
 * Nearness with what classes say: among documents of the same classes the same words more often mean the same. Where those of
 * either are not known, it counts a little more than among other classes.
 * @param ours main groups of the patent
 */
export function withClasses(
  nearness: number,
  ours: readonly string[],
  theirs: readonly string[],
): number {
  const { sameClasses, otherClasses, unknownClasses } = reportRules;
  if (ours.length === 0 || theirs.length === 0) return Math.min(1, nearness * unknownClasses);
  const agreement = classAgreement(ours, theirs);
  return Math.min(1, nearness * (otherClasses + (sameClasses - otherClasses) * agreement));
}

function similarity({ weights, rarityOf }: Subject, counts: TermCounts): number {
  let sum = 0;
  for (const [term, weight] of weights) {
    const count = counts.get(term);
    if (count) sum += weight * damped(count) * rarityOf(term);
  }
  const length = Math.hypot(...Array.from(counts.values(), damped));
  return sum / (length || 1);
}
