import * as z from 'zod';
import { ucidSchema } from '#shared/patent-document.ts';
import { reportKinds, reportSchema } from '#shared/report/report.ts';
import type { Endpoint } from './endpoint.ts';
import { email, publicationNumber } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const ucid = publicationNumber;
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

const plannedJudging = z
  .object({
    models: z.array(z.string()),
    cells: z
      .int()
      .nonnegative()
      .meta({ description: 'Of the nearest references; more where a text matches' }),
    tokens: z
      .int()
      .nonnegative()
      .meta({ description: 'About so many; never more than the budget' }),
    budget: reportSchema.shape.record.shape.judging.unwrap().shape.budget,
  })
  .meta({ description: 'What models will judge of a report, and for how much' });
export type PlannedJudging = z.output<typeof plannedJudging>;

/** The 400 and 404 of the specification, and a limit. */
const unknownPatent = ['UcidInvalid', 'ReportNotFound', 'TooManyAttempts'] as const;

/**
 * Prior-art and invalidation reports. A report is made once for each patent, kind and version of the index, and is
 * anybody's to read. What people add to one belongs to their organization: see `report-marks.ts`.
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
    errors: unknownPatent,
  },
  'request-prior-art': {
    method: 'POST',
    path: '/api/prior-art',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has a prior-art report made if there is none, and mails a link to it.',
    body: request,
    output: requested,
    errors: unknownPatent,
  },
  'check-prior-art': {
    method: 'GET',
    path: '/api/prior-art/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether there is a prior-art report of a patent.',
    query: patent,
    output: existence,
    errors: ['UcidInvalid', 'TooManyAttempts'],
  },
  'get-invalidation-report': {
    method: 'GET',
    path: '/api/invalidation-report',
    access: 'public',
    tag: 'Reports',
    summary: 'The invalidation report of a patent.',
    query: patent,
    output: z.object({ ucid: z.string(), report: reportSchema }),
    errors: unknownPatent,
  },
  'request-invalidation-report': {
    method: 'POST',
    path: '/api/invalidation-report',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has an invalidation report made if there is none, and mails a link to it.',
    body: request,
    output: requested,
    errors: unknownPatent,
  },
  'check-invalidation-report': {
    method: 'GET',
    path: '/api/invalidation-report/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether there is an invalidation report of a patent.',
    query: patent,
    output: existence,
    errors: ['UcidInvalid', 'TooManyAttempts'],
  },
  'check-report-data': {
    method: 'GET',
    path: '/api/data-for-report/exists',
    access: 'public',
    tag: 'Reports',
    summary: 'Whether we have the text of a patent, which a report is made from.',
    query: patent,
    output: z.object({ exists: z.boolean() }),
    errors: ['UcidInvalid', 'TooManyAttempts'],
  },
  'prepare-report': {
    method: 'POST',
    path: '/api/reports',
    access: 'visitor',
    tag: 'Reports',
    summary: 'Has a report made if there is none, without a mail.',
    body: onlyMembers({ kind, ucid }),
    output: z.object({
      ucid: z.string(),
      status,
      judging: plannedJudging.optional().meta({ description: 'Absent where no model judges' }),
    }),
    errors: unknownPatent,
  },
  'confirm-report-address': {
    method: 'POST',
    path: '/api/reports/confirm',
    access: 'public',
    tag: 'Reports',
    summary:
      'Confirms, by the token of a mail, that reports may be mailed to an address. Those that wait for it are sent. Can be repeated.',
    body: onlyMembers({ token: z.string().regex(/^[\da-f]{64}\.rt_[\da-z]{40}$/) }),
    output: z.object({}),
    errors: ['LinkExpired'],
  },
  'open-report-link': {
    method: 'GET',
    path: '/api/reports/links/{kind}/{ucid}/{token}',
    access: 'public',
    tag: 'Reports',
    summary:
      'Leads from the link in a mail to the report, or where the link has expired, to its page.',
    params: z.object({ kind, ucid: ucidSchema, token: z.string().min(1).max(100) }),
    output: z.url().meta({ description: 'Where the PDF is for some minutes' }),
    redirects: true,
  },
} as const satisfies Record<string, Endpoint>;
