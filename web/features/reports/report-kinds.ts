import type { ReportKind } from '#shared/report/report.ts';
import type { ShareAudience } from '#shared/report/share.ts';

interface KindTexts {
  title: string;
  /** Milliseconds between two numbers of the progress counter. */
  tickMs: number;
  /** Parameter of the address once the mail has been requested. */
  sentFlag: string;
  /** Shown with the message that the mail is on its way. */
  sentNote: string;
}

/** Differences between the pages that request a report. */
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

/** The specification's text when a report was requested by mail. */
export const sentText = 'Email send successfully, please check your inbox to download the report.';

/** Whom a shared link is for. */
export const audienceNames: Record<ShareAudience, string> = {
  organization: 'People of your organization, signed in',
  anyone: 'Anyone who has the link',
};
