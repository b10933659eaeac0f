import * as z from 'zod';
import {
  addedReferenceSchema,
  markSchema,
  newMarkSchema,
  reportMarksSchema,
  searchedAgainSchema,
} from '#shared/report/marks.ts';
import { reportKinds } from '#shared/report/report.ts';
import type { Endpoint } from './endpoint.ts';
import { publicationNumber } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { exportedFileSchema, reportFiles } from './report-files.ts';

const ucid = publicationNumber;
const report = ucid.meta({ description: 'The patent that the invalidation report is about' });

const unknownReport = ['UcidInvalid', 'ReportNotFound'] as const;
/** Of a report that a confidential project holds, for those who do not see the project. */
const confidential = 'ReportConfidential';

/** Marks and references that an organization adds to reports, and exported files. */
export const reportMarks = {
  'export-report': {
    method: 'POST',
    path: '/api/reports/export',
    access: 'member',
    tag: 'Reports',
    summary: 'Makes a file of a report, with the marks of the organization.',
    body: onlyMembers({
      kind: z.enum(reportKinds),
      ucid,
      format: reportFiles,
      marks: z.boolean().default(true).meta({ description: 'Whether the marks stand in it' }),
    }),
    output: exportedFileSchema,
    errors: [...unknownReport, confidential, 'TooManyAttempts'],
  },
  'get-report-marks': {
    method: 'GET',
    path: '/api/reports/marks',
    access: 'member',
    tag: 'Reports',
    summary: 'What the organization added to an invalidation report.',
    query: z.object({ ucid }),
    output: reportMarksSchema,
    errors: [...unknownReport, 'TooManyAttempts'],
  },
  'save-report-mark': {
    method: 'PUT',
    path: '/api/reports/marks',
    access: 'member',
    tag: 'Reports',
    summary: 'Overrides a grade, picks a passage or writes a note, in one cell of the chart.',
    body: onlyMembers({
      report,
      mark: newMarkSchema,
      revision: z.int().nonnegative().meta({
        description: 'Of the mark that was seen; 0 if there was none',
      }),
    }),
    output: z.object({ mark: markSchema.nullable().meta({ description: 'Null if taken away' }) }),
    errors: [...unknownReport, confidential, 'MarkChanged', 'MarksFull'],
  },
  'add-report-reference': {
    method: 'POST',
    path: '/api/reports/references',
    access: 'member',
    tag: 'Reports',
    summary: 'Adds a reference to an invalidation report, and compares it with the claims.',
    body: onlyMembers({
      report,
      reference: ucid,
    }),
    output: addedReferenceSchema,
    errors: [
      confidential,
      ...unknownReport,
      'PatentNotFound',
      'TooManyAttempts',
      'ReferenceExists',
      'ReferenceLimitReached',
      'ReferenceNotArt',
    ],
  },
  'search-report-again': {
    method: 'POST',
    path: '/api/reports/search-again',
    access: 'member',
    tag: 'Reports',
    summary: 'Searches for more art like some references of a report, and unlike others.',
    body: onlyMembers({
      report,
      like: searchedAgainSchema.shape.like,
      unlike: searchedAgainSchema.shape.unlike,
    }),
    output: searchedAgainSchema,
    errors: [...unknownReport, confidential, 'IndexNotReady', 'TooManyAttempts'],
  },
  'remove-report-reference': {
    method: 'DELETE',
    path: '/api/reports/references',
    access: 'member',
    tag: 'Reports',
    summary: 'Takes a reference that was added out again, with the marks of its cells.',
    query: z.object({ report, reference: ucid }),
    output: z.object({}),
    errors: ['UcidInvalid', confidential, 'NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
