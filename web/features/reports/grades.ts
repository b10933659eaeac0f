import type { Grade } from '#shared/report/report.ts';

/** Display names of the grades, the highest first. */
export const gradeNames: Record<Grade, string> = {
  disclosed: 'Disclosed',
  partly: 'Partly',
  'not found': 'Not found',
};
