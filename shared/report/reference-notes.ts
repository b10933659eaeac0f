import type { Reference } from './report.ts';

const considered: Record<NonNullable<Reference['considered']>, string> = {
  examiner: 'Cited by the examiner in the procedure of this patent',
  applicant: 'Cited by the applicant in the procedure of this patent',
  'search-report': 'Cited in the search report of this patent',
  opposition: 'Cited in the opposition to this patent',
  'third-party': 'Cited by a third party in the procedure of this patent',
  other: 'Cited in this patent',
};

/** What people should know before they rely on a reference, in sentences. */
export const referenceNotes = (
  reference: Pick<Reference, 'exceptions' | 'considered' | 'shared'>,
): string[] => [
  ...(reference.shared?.length ? [`In common: ${reference.shared.join(', ')}.`] : []),
  ...(reference.considered ? [`${considered[reference.considered]}.`] : []),
  ...(reference.exceptions ?? []).map(
    ({ provision, reason }) => `May be excepted by ${provision}: ${reason}.`,
  ),
];
