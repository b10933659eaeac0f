import type { PatentDocument } from '#shared/patent-document.ts';
import type { ChartCell, Grade, ReportPassage } from '#shared/report/report.ts';
import { hashText } from './hash-text.ts';
import { bestPassages, type PatentPassage, passagesOf, rankPassages } from './passages.ts';
import { reportRules } from './report-rules.ts';

/** Compares texts with references. A word counts the more, the rarer it is among all of these references. */
export interface Comparison {
  /** Best passages of a reference for a text, best first. */
  best(ucid: string, text: string, limit: number): { passage: ReportPassage; score: number }[];
}

export function compareWith(documents: readonly PatentDocument[]): Comparison {
  const { weightOf } = rankPassages(documents.flatMap(passagesOf));
  const ranked = new Map(
    documents.map((document) => [
      document.ucid,
      { document, passages: { ...rankPassages(passagesOf(document)), weightOf } },
    ]),
  );
  return {
    best: (ucid, text, limit) => {
      const { document, passages } = ranked.get(ucid)!;
      return bestPassages(passages, text, limit).map(({ passage, score }) => ({
        passage: quote(document, passage),
        score: rounded(score),
      }));
    },
  };
}

/** A cell of the chart: the grade of the best passage, and the passages that have the grade. */
export function chartCell(
  comparison: Comparison,
  { label, text }: { label: string; text: string },
  ucid: string,
): ChartCell {
  const best = comparison.best(ucid, text, reportRules.passagesPerCell);
  const score = best[0]?.score ?? 0;
  const shown = best.filter((one) => one.score >= reportRules.partlyFrom);
  return {
    element: label,
    ucid,
    grade: gradeOf(score),
    score,
    passages: shown.map(({ passage }) => passage),
  };
}

export function gradeOf(score: number): Grade {
  if (score >= reportRules.disclosedFrom) return 'disclosed';
  return score >= reportRules.partlyFrom ? 'partly' : 'not found';
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
    where: whereOf(document, passage),
  };
}

/** How a passage is cited. Paragraphs have numbers only where the publication prints them. */
export function whereOf(
  { paragraph_numbers, paragraphs }: PatentDocument,
  { part, number }: Pick<ReportPassage, 'part' | 'number'>,
): string {
  if (part === 'claim') return `claim ${number}`;
  if (part !== 'paragraph') return part;
  if (paragraph_numbers === 'source') return `[${String(number).padStart(4, '0')}]`;
  const at = paragraphs.findIndex((one) => one.number === number);
  const heading = paragraphs.slice(0, at + 1).findLast((one) => one.heading)?.heading;
  return heading ? `description, “${heading}”` : 'description';
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
