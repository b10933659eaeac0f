import * as z from 'zod';
import {
  addedReferenceSchema,
  markSchema,
  newMarkSchema,
  reportMarksSchema,
} from '#shared/report/marks.ts';
import { reportKinds, reportSchema } from '#shared/report/report.ts';
import type { Endpoint } from './endpoint.ts';
import { email, timestamp } from './fields.ts';

const ucid = z.string().min(1).max(60).meta({
  description:
    'Publication number in any usual spelling. Without a kind code, a granted patent is preferred to its application',
});
const patent = z.object({ ucid });
const kind = z.enum(reportKinds);

export const reportStatuses = ['none', 'making', 'ready', 'failed'] as const;
const status = z.enum(reportStatuses).meta({
  description:
    'Of the report that would be made now. It is ready, is being made, could not be made, or nobody has asked for it',
});

const existence = z.object({
  exists: z.boolean().meta({ description: 'Whether there is a report to read' }),
  status,
});
const request = z.object({ email, ucid });
const requested = z.object({ ucid: z.string().meta({ description: 'The patent that was found' }) });

const files = z.enum(['pdf', 'docx', 'xlsx', 'csv', 'citations']);
export type ReportFile = z.output<typeof files>;

/** The 400 and 404 of the specification. */
const unknownPatent = ['UcidInvalid', 'ReportNotFound'] as const;
const unknownReport = unknownPatent;

/**
 * Prior-art and invalidation reports. A report is made once for each patent, kind and version of the index, and is
 * anybody's to read. What people add to one belongs to their organisation.
 */
export const reports = {
  'get-prior-art': {
    method: 'GET',
    path: '/api/prior-art',
    access: 'public',
    tag: 'Reports',
    summary: 'The prior-art report of a patent.',
    query: patent,
    output: z.object({
      ucid: z.string(),
      title: z.string(),
      assignee: z.string().meta({ description: 'Several are separated by `; `' }),
      priority_date: z.string().meta({ description: 'Empty if unknown, as the other date' }),
      grant_date: z.string(),
      prior_art_list: z.array(
        z.object({ ucid: z.string(), title: z.string(), conceptScore: z.number() }),
      ),
      report: reportSchema,
    }),
    errors: unknownReport,
  },
  'request-prior-art': {
    method: 'POST',
    path: '/api/prior-art',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has a prior-art report made if there is none, and mails a link to it.',
    body: request,
    output: requested,
    errors: [...unknownPatent, 'TooManyAttempts'],
  },
  'check-prior-art': {
    method: 'GET',
    path: '/api/prior-art/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether there is a prior-art report of a patent.',
    query: patent,
    output: existence,
    errors: ['UcidInvalid'],
  },
  'get-invalidation-report': {
    method: 'GET',
    path: '/api/invalidation-report',
    access: 'public',
    tag: 'Reports',
    summary: 'The invalidation report of a patent.',
    query: patent,
    output: z.object({ ucid: z.string(), report: reportSchema }),
    errors: unknownReport,
  },
  'request-invalidation-report': {
    method: 'POST',
    path: '/api/invalidation-report',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has an invalidation report made if there is none, and mails a link to it.',
    body: request,
    output: requested,
    errors: [...unknownPatent, 'TooManyAttempts'],
  },
  'check-invalidation-report': {
    method: 'GET',
    path: '/api/invalidation-report/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether there is an invalidation report of a patent.',
    query: patent,
    output: existence,
    errors: ['UcidInvalid'],
  },
  'check-report-data': {
    method: 'GET',
    path: '/api/data-for-report/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether we have the text of a patent, which a report is made from.',
    query: patent,
    output: z.object({ exists: z.boolean() }),
    errors: ['UcidInvalid'],
  },
  'prepare-report': {
    method: 'POST',
    path: '/api/reports',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has a report made if there is none, without a mail.',
    body: z.object({ kind, ucid }),
    output: z.object({ ucid: z.string(), status }),
    errors: [...unknownPatent, 'TooManyAttempts'],
  },
  'export-report': {
    method: 'POST',
    path: '/api/reports/export',
    access: 'member',
    tag: 'Reports',
    summary: 'Makes a file of a report, with the marks of the organisation.',
    body: z.object({
      kind,
      ucid,
      format: files,
      marks: z.boolean().default(true).meta({ description: 'Whether the marks stand in it' }),
    }),
    output: z.object({
      url: z.url().meta({ description: 'Where the file can be downloaded for some minutes' }),
      expires_at: timestamp,
    }),
    errors: unknownReport,
  },
  'get-report-marks': {
    method: 'GET',
    path: '/api/reports/marks',
    access: 'member',
    tag: 'Reports',
    summary: 'What the organisation added to an invalidation report.',
    query: patent,
    output: reportMarksSchema,
    errors: unknownReport,
  },
  'save-report-mark': {
    method: 'PUT',
    path: '/api/reports/marks',
    access: 'member',
    tag: 'Reports',
    summary: 'Overrides a grade, picks a passage or writes a note, in one cell of the chart.',
    body: z.object({
      report: ucid.meta({ description: 'The patent that the invalidation report is about' }),
      mark: newMarkSchema,
      revision: z.int().nonnegative().meta({
        description: 'Of the mark that was seen; 0 if there was none',
      }),
    }),
    output: z.object({ mark: markSchema.nullable().meta({ description: 'Null if taken away' }) }),
    errors: [...unknownReport, 'MarkChanged'],
  },
  'add-report-reference': {
    method: 'POST',
    path: '/api/reports/references',
    access: 'member',
    tag: 'Reports',
    summary: 'Adds a reference to an invalidation report, and compares it with the claims.',
    body: z.object({
      report: ucid.meta({ description: 'The patent that the invalidation report is about' }),
      reference: ucid,
    }),
    output: addedReferenceSchema,
    errors: [...unknownReport, 'PatentNotFound', 'ReferenceExists', 'ReferenceLimitReached'],
  },
  'remove-report-reference': {
    method: 'DELETE',
    path: '/api/reports/references',
    access: 'member',
    tag: 'Reports',
    summary: 'Takes a reference that was added out again, with the marks of its cells.',
    query: z.object({ report: ucid, reference: ucid }),
    output: z.object({}),
    errors: [...unknownReport, 'NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
