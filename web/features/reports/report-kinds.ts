import type { ReportKind } from '#shared/report/report.ts';

interface KindTexts {
  title: string;
  /** Milliseconds between two numbers of the progress counter. */
  tickMs: number;
  /** Stands in the address once the mail is on its way. */
  sentFlag: string;
  /** Said with the news that the mail is on its way. */
  sentNote: string;
}

/** What the pages that ask for a report differ in. */
export const kindTexts: Record<ReportKind, KindTexts> = {
  'prior-art': {
    title: 'Prior-art report',
    tickMs: 40,
    sentFlag: 'download-success',
    sentNote: 'The report is sent as soon as it is made.',
  },
  invalidation: {
    title: 'Invalidation report',
    tickMs: 50,
    sentFlag: 'success',
    sentNote: 'The report is sent typically within 10-15 minutes.',
  },
};
