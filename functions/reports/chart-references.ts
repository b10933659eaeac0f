import {
  type FoundPassage,
  findPassages,
  gradeOf,
  groupsOf,
  type LikeTerms,
  metRanges,
  metWords,
  type RarityOf,
  type ReadDocument,
  readDocument,
  type SharedClasses,
  scoreOf,
  sharedClasses,
  symbolsOf,
  type Wanted,
  wantedOf,
} from '#functions/patents/index.ts';
import { withoutClaimReferences } from '#shared/claim-references.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import { readingsOf } from '#shared/report/element-readings.ts';
import type { ChartCell, ClaimElement, Reference, ReportClaim } from '#shared/report/report.ts';
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
      const classes = sharedClasses(groups, theirs);
      const cells = elements.map((one) => chartCell(one, document, read, classes));
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
  classes: SharedClasses,
): ChartCell {
  const { ucid } = document;
  const best = wanted
    .map((one) => {
      const found = findPassages(read, one, reportRules.passagesPerCell);
      return { one, found, ...bestOf(found) };
    })
    .reduce((a, b) => (b.match > a.match ? b : a));
  const score = rounded(scoreOf(best.match, best.one.weight));
  const grade = gradeOf(score, best, classes);
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

/** The passage that has most of the element. */
const bestOf = (found: readonly FoundPassage[]): Omit<FoundPassage, 'passage'> =>
  found.reduce<Omit<FoundPassage, 'passage'>>((a, b) => (b.match > a.match ? b : a), {
    match: 0,
    share: 0,
    headShare: 0,
  });

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
