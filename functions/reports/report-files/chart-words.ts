import { gradeRules } from '#functions/patents/index.ts';
import type { MarkGrade, Report, ReportPassage } from '#shared/report/report.ts';
import { type Extent, type MarkedCell, standingOf } from '#shared/report/standing.ts';
import type { ViewCell } from './report-view.ts';

/** Told apart by shape, so that a chart can be printed in grey. */
const signs: Record<Extent, string> = { full: '●', part: '◐', none: '○' };

/** The sign of a cell: of what people marked, else of what a model judged, else of the text match. */
export const signOf = (cell: Pick<MarkedCell, 'grade' | 'judgement'>, mark?: MarkGrade): string =>
  signs[standingOf({ ...cell, mark }).extent];

/** `independent`, or what a claim depends on. */
export const dependence = ({ independent, dependsOn }: Report['claims'][number]) =>
  independent ? 'independent' : `depends on claim ${dependsOn.join(', ')}`;

/**
 * Where a reference comes nearest to an element that none matches: a place to look first. Empty where no passage has enough for a match
 * in a document of the patent's own classes.
 */
export function nearestOf(cells: readonly ViewCell[]): string {
  const { reference, machine } = cells.reduce((a, b) =>
    b.machine.score > a.machine.score ? b : a,
  );
  const where = machine.passages[0]?.where;
  const isNear = machine.score >= gradeRules.weakFrom;
  return where && isNear ? ` ${reference.name} comes nearest at ${where}.` : '';
}

/** Where other passages are, beside those that are quoted: each place once. */
export const otherPlaces = (
  quoted: readonly Pick<ReportPassage, 'where'>[],
  others: readonly Pick<ReportPassage, 'where'>[],
): string[] => {
  const told = new Set(quoted.map(({ where }) => where));
  return [...new Set(others.map(({ where }) => where))].filter((where) => !told.has(where));
};

/** Line breaks of a source mean nothing in a cell. */
export const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** The beginning of a text, in whole words. */
export const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} …`;
