import type { Grade, Judgement, MarkGrade } from '#shared/report/report.ts';

/** Display names of the text match, the strongest first. */
export const gradeNames: Record<Grade, string> = {
  strong: 'Strong match',
  weak: 'Weak match',
  none: 'No match',
};

/** Display names of what people find, the most first. */
export const markNames: Record<MarkGrade, string> = {
  disclosed: 'Disclosed',
  partly: 'Partly',
  'not found': 'Not found',
};

/** Display names of what a model judges. */
export const verdictNames: Record<Judgement['verdict'], string> = {
  disclosed: 'Judged disclosed',
  partly: 'Judged partly disclosed',
  not: 'Judged not disclosed',
  unsure: 'Model unsure',
};
