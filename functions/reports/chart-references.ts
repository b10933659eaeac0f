import {
  bestPassages,
  type PatentPassage,
  passagesOf,
  rankPassages,
  shareOfWords,
  termsOf,
} from '#functions/patents/index.ts';
import { withoutClaimReferences } from '#shared/claim-references.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { placeName } from '#shared/place-name.ts';
import { readingsOf } from '#shared/report/element-readings.ts';
import type {
  ChartCell,
  ClaimElement,
  Grade,
  Reference,
  ReportPassage,
} from '#shared/report/report.ts';
import { hashText } from './hash-text.ts';
import { nearestTo } from './plan-queries.ts';
import { reportRules } from './report-rules.ts';

/** Compares a patent with references. A word counts the more, the rarer it is among all of these references. */
export interface Comparison {
  /** Best passages of a reference for a text, best first. */
  best(ucid: string, text: string, limit: number): { passage: ReportPassage; score: number }[];
  /** The passages that are nearest to the patent as a whole, and how near they are together. */
  whole(ucid: string): Required<Pick<Reference, 'passages' | 'nearness'>>;
}

export function compareWith(
  patent: Pick<PatentDocument, 'title' | 'abstract'>,
  documents: readonly PatentDocument[],
): Comparison {
  const { weightOf } = rankPassages(documents.flatMap(passagesOf));
  const ranked = new Map(
    documents.map((document) => [
      document.ucid,
      { document, passages: { ...rankPassages(passagesOf(document)), weightOf } },
    ]),
  );
  const best: Comparison['best'] = (ucid, text, limit) => {
    const { document, passages } = ranked.get(ucid)!;
    return bestPassages(passages, text, limit).map(({ passage, score }) => ({
      passage: quote(document, passage),
      score: rounded(score),
    }));
  };
  const text = nearestTo(patent);
  const shareIn = shareOfWords(text, weightOf);
  const wholes = new Map(
    documents.map(({ ucid }) => {
      const passages = best(ucid, text, reportRules.referencePassages).map((one) => one.passage);
      const words = termsOf(passages.map((passage) => passage.quote).join('\n'));
      return [ucid, { passages, nearness: rounded(shareIn(words)) }];
    }),
  );
  return { best, whole: (ucid) => wholes.get(ucid)! };
}

/**
 * A cell of the chart: the grade of the best passage, and the passages that have words enough to be shown. Of an element
 * with alternatives, those of the alternative that scores most.
 */
export function chartCell(comparison: Comparison, element: ClaimElement, ucid: string): ChartCell {
  const { label } = element;
  const found = readingsOf(element)
    .slice(0, reportRules.alternatives)
    .map((text) =>
      comparison.best(ucid, withoutClaimReferences(text), reportRules.passagesPerCell),
    );
  const [best = []] = found.toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
  const score = best[0]?.score ?? 0;
  const grade = gradeOf({ score, nearness: comparison.whole(ucid).nearness });
  const shown = grade === 'none' ? [] : best;
  return {
    element: label,
    ucid,
    grade,
    score,
    passages: shown
      .filter((one) => one.score >= reportRules.weakFrom)
      .map(({ passage }) => passage),
  };
}

/**
 * Grade of an element by the score of its best passage. In a reference that is far from the patent it is one step
 * lower: there, one word of a short element often means something else.
 * @param nearness of the reference to the patent
 */
export function gradeOf({ score, nearness }: { score: number; nearness: number }): Grade {
  const { strongFrom, weakFrom, nearFrom } = reportRules;
  const isNear = nearness >= nearFrom;
  if (score >= strongFrom) return isNear ? 'strong' : 'weak';
  return score >= weakFrom && isNear ? 'weak' : 'none';
}

function quote(document: PatentDocument, passage: PatentPassage): ReportPassage {
  const { part, number, start, end, text } = passage;
  return {
    part,
    number,
    start,
    end,
    quote: text,
    hash: hashText(text),
    where: placeName(document, passage),
  };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
