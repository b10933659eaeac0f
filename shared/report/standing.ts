import type { ChartCell, Evidence, MarkGrade } from './report.ts';

/** A cell of the chart, with what a person said of it, if anybody did. */
export interface MarkedCell extends ChartCell {
  mark?: MarkGrade;
}

/** How far a reference has an element: all of it, a part of it, or nothing. */
export type Extent = 'full' | 'part' | 'none';

/** How far a reference has an element, and what says so. */
export interface Standing {
  extent: Extent;
  evidence: Evidence;
}

const ofMark = { disclosed: 'full', partly: 'part', 'not found': 'none' } as const;
const ofVerdict = { disclosed: 'full', partly: 'part', not: 'none', unsure: 'part' } as const;
const ofGrade = { strong: 'full', weak: 'part', none: 'none' } as const;

/**
 * What counts of a cell: what a person said, else what a model judged, else the text match. A model that is unsure has
 * found something to look at, which is no more than a part.
 */
export function standingOf({
  mark,
  judgement,
  grade,
}: Pick<MarkedCell, 'mark' | 'judgement' | 'grade'>): Standing {
  if (mark) return { extent: ofMark[mark], evidence: 'people' };
  if (judgement) return { extent: ofVerdict[judgement.verdict], evidence: 'model' };
  return { extent: ofGrade[grade], evidence: 'text' };
}
