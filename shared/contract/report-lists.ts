import * as z from 'zod';
import { reportMarksSchema } from '#shared/report/marks.ts';
import { reportKinds, reportSchema } from '#shared/report/report.ts';
import { shareAudiences, shareDays, sharedVersions } from '#shared/report/share.ts';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, publicationNumber, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { exportedFileSchema, reportFiles } from './report-files.ts';
import { reportStatuses } from './reports.ts';

const kind = z.enum(reportKinds);
const ucid = publicationNumber;

const listedReportSchema = z
  .object({
    kind,
    ucid: z.string(),
    title: z.string().meta({ description: 'Of the patent' }),
    by: z.string().meta({ description: 'Who asked for it or worked on it last' }),
    at: timestamp,
    exists: z.boolean().meta({ description: 'Whether there is a report to read' }),
    status: z.enum(reportStatuses),
    project: z
      .object({ project_id: id, name: z.string() })
      .optional()
      .meta({ description: 'The project that it is in' }),
  })
  .meta({ id: 'ListedReport' });
export type ListedReport = z.output<typeof listedReportSchema>;

const reportShareSchema = z
  .object({
    share_id: id,
    audience: z.enum(shareAudiences),
    marks: z.boolean().meta({ description: 'Whether grades and notes of the organization show' }),
    by: z.string(),
    at: timestamp,
    ends_at: timestamp,
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'ReportShare' });
export type ReportShare = z.output<typeof reportShareSchema>;

const token = z.string().min(1).max(100);
const version = z.enum(sharedVersions).default('newest').meta({
  description: 'The newest report, or the one that there was when the link was made',
});
const closedShare = [
  'ShareNotFound',
  'ShareExpired',
  'ShareRevoked',
  'ShareNotYours',
  'TooManyAttempts',
  'ReportNotFound',
] as const;

/** The reports of an organization, and the links with which it shares them. */
export const reportLists = {
  'list-reports': {
    method: 'GET',
    path: '/api/reports',
    access: 'member',
    tag: 'Reports',
    summary: 'Lists the reports that people of the organization asked for, the last one first.',
    query: z.object(pageQuery),
    output: page(listedReportSchema),
  },
  'remove-listed-report': {
    method: 'DELETE',
    path: '/api/reports',
    access: 'member',
    tag: 'Reports',
    summary: 'Takes a report out of the list of the organization, and takes back its links.',
    query: z.object({ kind, ucid }),
    output: z.object({}),
    errors: ['UcidInvalid', 'ReportConfidential', 'NotFound'],
  },
  'share-report': {
    method: 'POST',
    path: '/api/reports/shares',
    access: 'member',
    tag: 'Reports',
    summary: 'Makes a link that shows a report for some days.',
    body: onlyMembers({
      kind,
      ucid,
      audience: z.enum(shareAudiences).meta({
        description: 'People of the organization, who sign in, or everybody who has the link',
      }),
      days: z.literal(shareDays),
      marks: z.boolean().default(false).meta({
        description: 'Whether what the organization added to an invalidation report shows',
      }),
    }),
    output: z.object({
      url: z.url().meta({ description: 'Told only now: only a hash of its token is stored' }),
      share: reportShareSchema,
    }),
    errors: ['UcidInvalid', 'ReportConfidential', 'ReportNotFound', 'ShareLimitReached'],
  },
  'list-report-shares': {
    method: 'GET',
    path: '/api/reports/shares',
    access: 'member',
    tag: 'Reports',
    summary: 'The links to a report that the organization shared, the last one first.',
    query: z.object({ kind, ucid }),
    output: z.object({ items: z.array(reportShareSchema) }),
    errors: ['UcidInvalid', 'ReportConfidential'],
  },
  'revoke-report-share': {
    method: 'DELETE',
    path: '/api/reports/shares',
    access: 'member',
    tag: 'Reports',
    summary: 'Takes a shared link back.',
    query: z.object({ share_id: id }),
    output: z.object({}),
    errors: ['ShareNotFound'],
  },
  'open-shared-report': {
    method: 'POST',
    path: '/api/reports/shared',
    access: 'visitor',
    tag: 'Reports',
    summary:
      'The report that a shared link shows. The token travels in the body, not in addresses.',
    body: onlyMembers({ token, version }),
    output: z.object({
      report: reportSchema,
      marks: reportMarksSchema.optional(),
      shared_by: z.string().meta({ description: 'Name of the organization' }),
      ends_at: timestamp,
      versions: z.array(z.object({ version: z.enum(sharedVersions), made_at: timestamp })).meta({
        description: 'Which reports the link shows: one, or two where a newer one was made',
      }),
    }),
    errors: closedShare,
  },
  'export-shared-report': {
    method: 'POST',
    path: '/api/reports/shared/export',
    access: 'visitor',
    tag: 'Reports',
    summary:
      'Makes a file of the report that a shared link shows, with the marks if it shows them.',
    body: onlyMembers({ token, version, format: reportFiles }),
    output: exportedFileSchema,
    errors: closedShare,
  },
} as const satisfies Record<string, Endpoint>;
