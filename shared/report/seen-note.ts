import type { Report } from './report.ts';

/**
 * How many publications were compared, and why there are no more references; empty in reports by rules before 4, which had no floor.
 */
export function seenNote({ record: { seen } }: Pick<Report, 'record'>): string {
  const { compared, tooFar = 0, unmatched = 0 } = seen;
  if (compared === undefined) return '';
  const left = [
    ...(tooFar > 0 ? [`${tooFar} ${tooFar === 1 ? 'is' : 'are'} too far from the patent`] : []),
    ...(unmatched > 0
      ? [`${unmatched} ${unmatched === 1 ? 'has' : 'have'} no text match with a limitation`]
      : []),
  ];
  const all = `${compared} publications were read and compared`;
  return left.length > 0 ? `${all}: ${left.join(', ')}. They are not listed.` : `${all}.`;
}
