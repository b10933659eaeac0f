import {
  type FoundPassage,
  findPassages,
  type LikeTerms,
  metRanges,
  metWords,
  type RarityOf,
  type ReadDocument,
  readDocument,
  shareIn,
  type Wanted,
  wantedOf,
} from '#functions/patents/index.ts';
import { withoutClaimReferences } from '#shared/claim-references.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import { readingsOf } from '#shared/report/element-readings.ts';
import type {
  ChartCell,
  ClaimElement,
  Grade,
  Reference,
  ReportClaim,
} from '#shared/report/report.ts';
import { groupsOf, symbolsOf } from './choose-classes.ts';
import { countTerms, type FieldWords, nearnessTo, subjectOf, withClasses } from './nearness.ts';
import { nearestTo } from './plan-queries.ts';
import { reportPassage } from './report-passage.ts';
import { reportRules } from './report-rules.ts';

/** Compares a patent with references. A word counts the more, the rarer it is in the field. */
export interface Comparison {
  /** The cells of a reference, in the order of the charted elements. */
  cells(ucid: string): ChartCell[];
  /** The passages that are nearest to the patent as a whole, and how near the document is to its subject. */
  whole(ucid: string): Required<Pick<Reference, 'passages' | 'nearness'>>;
}

/** An element with what is looked for: one thing, or each of its alternatives. */
interface WantedElement {
  element: ClaimElement;
  wanted: Wanted[];
}

/**
 * @param words that the report states
 * @param likes terms that may stand for others, as the report states them
 */
export function compareWith(
  patent: PatentDocument,
  claims: readonly ReportClaim[],
  words: FieldWords,
  documents: readonly PatentDocument[],
  likes: LikeTerms = new Map(),
): Comparison {
  const subject = subjectOf(patent, words);
  const { rarityOf } = subject;
  const groups = groupsOf(symbolsOf(patent));
  const elements = wantedElements(patent, claims, rarityOf, likes);
  const whole = wantedOf(nearestTo(patent), '', rarityOf, likes);
  const compared = new Map(
    documents.map((document) => {
      const read = readDocument(document);
      const theirs = groupsOf(symbolsOf(document));
      const near = nearnessTo(subject, countTerms(document));
      const nearness = rounded(withClasses(near, groups, theirs));
      const passages = findPassages(read, whole, reportRules.referencePassages).map(({ passage }) =>
        reportPassage(document, passage, passage.text),
      );
      const cells = elements.map((one) => chartCell(one, document, read, nearness));
      return [document.ucid, { whole: { passages, nearness }, cells }];
    }),
  );
  return {
    cells: (ucid) => compared.get(ucid)!.cells,
    whole: (ucid) => compared.get(ucid)!.whole,
  };
}

/** The charted elements, ready to be looked for. */
export const wantedElements = (
  patent: PatentDocument,
  claims: readonly ReportClaim[],
  rarityOf: RarityOf,
  likes: LikeTerms = new Map(),
): WantedElement[] =>
  chartedElements(claims).map((element) => ({
    element,
    wanted: readingsOf(element)
      .slice(0, reportRules.alternatives)
      .map((text) =>
        wantedOf(withoutClaimReferences(text), parentsOf(element, claims, patent), rarityOf, likes),
      ),
  }));

/** The words of the claims that an element's claim depends on. */
function parentsOf(
  { label }: ClaimElement,
  claims: readonly ReportClaim[],
  patent: PatentDocument,
): string {
  const texts: string[] = [];
  const seen = new Set<number>();
  let claim = claims.find(({ elements }) => elements.some((one) => one.label === label));
  for (;;) {
    const parent = claim?.dependsOn[0];
    if (parent === undefined || seen.has(parent)) return texts.join('\n');
    seen.add(parent);
    texts.push(patent.claims.find(({ number }) => number === parent)?.text ?? '');
    claim = claims.find(({ number }) => number === parent);
  }
}

/** The best passages for an element, and the grade of the best. */
function chartCell(
  { element, wanted }: WantedElement,
  document: PatentDocument,
  read: ReadDocument,
  nearness: number,
): ChartCell {
  const { ucid } = document;
  const best = wanted
    .map((one) => ({ one, found: findPassages(read, one, reportRules.passagesPerCell) }))
    .reduce((a, b) => (bestMatch(b.found) > bestMatch(a.found) ? b : a));
  const { weight } = best.one;
  const match = bestMatch(best.found);
  const score = rounded(scoreOf({ match, share: shareIn(read, best.one), weight, nearness }));
  const grade = gradeOf(score);
  const found = best.found.map(({ passage }) => ({
    ...reportPassage(document, passage, passage.text),
    met: metRanges(passage.text, best.one),
  }));
  const quoted = best.found.map(({ passage }) => passage.text).join('\n');
  return {
    element: element.label,
    ucid,
    grade,
    score,
    met: grade === 'none' ? [] : metWords(element.text, quoted, best.one.likes),
    passages: found,
  };
}

const bestMatch = (found: readonly FoundPassage[]) =>
  Math.max(0, ...found.map(({ match }) => match));

/**
 * How much a reference says of an element: the geometric mean of two things. One is the share of the element that its best
 * passage has, and the share that the whole document has: what is spread over a document is less, but more than nothing. Both
 * count less for an element of few and common words. The other is the nearness of the document to the patent's subject: in one
 * of another subject the same words often mean something else.
 * @param match of the best passage
 * @param share of the document
 * @param weight rarities of the element's words together
 */
export function scoreOf({
  match,
  share,
  weight,
  nearness,
}: Readonly<Record<'match' | 'share' | 'weight' | 'nearness', number>>): number {
  const strength = (Math.sqrt(match * share) * weight) / (weight + reportRules.halfWeight);
  return Math.sqrt(nearness * strength);
}

/** Grade of an element in a reference by the score of the best passage. */
export function gradeOf(score: number): Grade {
  const { strongFrom, weakFrom } = reportRules;
  if (score >= strongFrom) return 'strong';
  return score >= weakFrom ? 'weak' : 'none';
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
