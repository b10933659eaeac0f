import { chartedElements } from '#shared/report/coverage.ts';
import type { ReportClaim } from '#shared/report/report.ts';
import type { Comparison } from './chart-references.ts';
import type { FoundReference } from './find-references.ts';
import type { FollowedCitations } from './follow-citations.ts';
import { reportRules } from './report-rules.ts';

/**
 * References of which a passage matches a limitation of a charted claim, or that citations link with the patent. The others share
 * words with the patent as a whole and nothing that it claims: they would only fill up the list. Where no claim is charted, all.
 */
export function keepMatched(
  references: readonly FoundReference[],
  claims: readonly ReportClaim[],
  comparison: Pick<Comparison, 'cells'>,
  { linkTo }: Pick<FollowedCitations, 'linkTo'>,
): FoundReference[] {
  const elements = chartedElements(claims);
  if (elements.length === 0) return [...references];
  const isOnlyPreambles = elements.every(({ role }) => role === 'preamble');
  return references.filter(
    ({ document: { ucid }, family }) =>
      [ucid, ...family].some((one) => linkTo(one) >= reportRules.linkedFrom) ||
      comparison
        .cells(ucid)
        .some(
          ({ grade }, row) =>
            grade !== 'none' && (isOnlyPreambles || elements[row]!.role === 'limitation'),
        ),
  );
}
