import type { Reference, Report } from './report.ts';

/** Whether a reference is so far from the patent that its grades are one step lower. */
export const isFar = (
  { nearness }: Pick<Reference, 'nearness'>,
  { record }: Pick<Report, 'record'>,
): boolean => nearness !== undefined && nearness < (record.settings.nearFrom ?? 0);
