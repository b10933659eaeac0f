import type { PatentCitation } from '#shared/patent-document.ts';

/** Who cited a document, for readers. */
export const citedByNames: Record<NonNullable<PatentCitation['by']>, string> = {
  examiner: 'cited by the examiner',
  applicant: 'cited by the applicant',
  'search-report': 'search report',
  opposition: 'opposition',
  'third-party': 'cited by a third party',
  other: 'cited by others',
};
