import type { Grade } from '#shared/report/report.ts';

/** Names of the grades for people, the most first. */
export const gradeNames: Record<Grade, string> = {
  disclosed: 'Disclosed',
  partly: 'Partly',
  'not found': 'Not found',
};
