import type { ChartCell, Grade, Judgement, ReportPassage } from './report.ts';

/** The grades of the text match, in a sentence and in a table. */
export const matchNames: Record<Grade, string> = {
  strong: 'strong text match',
  weak: 'weak text match',
  none: 'no text match',
};

/** The passages that match; where none does, those of the cell only come nearest. */
export const matchingPassages = ({
  grade,
  passages,
}: Pick<ChartCell, 'grade' | 'passages'>): ReportPassage[] => (grade === 'none' ? [] : passages);

/** What a model says, in a sentence and in a table. */
export const verdictNames: Record<Judgement['verdict'], string> = {
  disclosed: 'disclosed',
  partly: 'partly disclosed',
  not: 'not disclosed',
  unsure: 'unsure',
};
