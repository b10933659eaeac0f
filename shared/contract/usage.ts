import * as z from 'zod';
import { buildOutcomes } from '#shared/build-outcomes.ts';
import { limits } from '#shared/limits.ts';
import { searchKinds } from '#shared/search-kinds.ts';
import type { Endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const day = z.iso.date();

/** Days in UTC, inclusive. */
export const daysQuery = {
  from: day.optional().meta({ description: 'By default 29 days before `to`' }),
  to: day.optional().meta({ description: 'By default today' }),
};

const latencyMs = z
  .number()
  .nullable()
  .meta({ description: 'Milliseconds, to a fifth; null when nothing was answered' });

const figures = {
  searches: z.int(),
  empty: z.int().meta({ description: 'Answered, and nothing was found' }),
  failed: z.int(),
  p50: latencyMs,
  p95: latencyMs,
  p99: latencyMs,
};

export const figuresSchema = z.object(figures).meta({ id: 'SearchFigures' });
export type Figures = z.output<typeof figuresSchema>;

export const dayFiguresSchema = z.object({ day, ...figures }).meta({ id: 'SearchFiguresOfDay' });
export type DayFigures = z.output<typeof dayFiguresSchema>;

export const quotaSchema = z
  .object({ per_day: z.int(), used_today: z.int(), left: z.int() })
  .meta({ id: 'Quota', description: 'Queries of a UTC day' });

export type Quota = z.output<typeof quotaSchema>;

const usageSchema = z
  .object({
    days: z.array(dayFiguresSchema),
    total: figuresSchema,
    rows: z
      .array(
        z.object({
          day,
          index_id: id,
          kind: z.enum(searchKinds),
          key_id: id.optional().meta({ description: 'The API key, of calls with one' }),
          searches: z.int(),
          empty: z.int(),
          failed: z.int(),
        }),
      )
      .meta({ description: 'Counts by day, index, and what asked' }),
    confidential: z.boolean().meta({ description: 'If true, no texts are kept' }),
    quota: quotaSchema,
    storage: z.object({ files: z.int(), size_bytes: z.int() }),
    indexes: z.array(
      z.object({
        index_id: id,
        name: z.string(),
        rows: z.int(),
        built_at: timestamp.meta({ description: 'When its newest build began or ended' }),
        build: z.enum(buildOutcomes),
      }),
    ),
  })
  .meta({ id: 'Usage' });

export type Usage = z.output<typeof usageSchema>;

const searchedText = z
  .object({
    text: z.string(),
    searches: z.int(),
    empty: z.int().meta({ description: 'Answered, and nothing was found' }),
    clicks: z.int().meta({ description: 'Rows that were opened from what was found' }),
    position: z
      .number()
      .optional()
      .meta({ description: 'Mean position of the rows that were opened: 1 is the first' }),
  })
  .meta({ id: 'SearchedText' });

const analyticsSchema = z
  .object({
    confidential: z
      .boolean()
      .meta({ description: 'If true, no texts are kept: all lists are empty' }),
    searches: z.int().meta({
      description: `How many searches by page or key were read: the latest ${limits.analysedSearches} of the days at most`,
    }),
    clicks: z.int().meta({ description: 'How many clicks were read, of as many at most' }),
    since: timestamp
      .optional()
      .meta({ description: 'If the days have more than was read: the time from which on all was' }),
    frequent: z.array(searchedText).meta({ description: 'The most frequent texts' }),
    without_results: z
      .array(searchedText)
      .meta({ description: 'Those that found nothing, the most frequent first' }),
    without_clicks: z.array(searchedText).meta({
      description:
        'Those that found something of which nothing was opened, the most frequent first. Empty if no clicks are reported',
    }),
    opened: z
      .array(z.object({ index_id: id, row: z.string(), clicks: z.int() }))
      .meta({ description: 'The rows that were opened most often' }),
  })
  .meta({ id: 'SearchAnalytics' });

export type SearchAnalytics = z.output<typeof analyticsSchema>;

export const usage = {
  'get-usage': {
    method: 'GET',
    path: '/api/usage',
    access: 'member',
    tag: 'Organizations',
    summary: 'What the organization searched, stores and built.',
    query: z.object({ org_id: id.optional(), ...daysQuery }),
    output: usageSchema,
    errors: ['NotFound'],
  },
  'get-search-analytics': {
    method: 'GET',
    path: '/api/usage/searches',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Organizations',
    summary:
      'What people search for on pages and with keys, what finds nothing, and what they open: of all indexes, or of one index or key. Nothing where an organization keeps no texts.',
    query: z.object({
      org_id: id.optional(),
      index_id: id.optional(),
      key_id: id.optional(),
      ...daysQuery,
    }),
    output: analyticsSchema,
    errors: ['NotFound'],
  },
  'get-quota': {
    method: 'GET',
    path: '/api/quota',
    access: 'member',
    tag: 'Organizations',
    summary: 'How many queries the organization may send today, and has sent.',
    output: quotaSchema,
    errors: ['NotFound'],
  },
  'update-query-texts': {
    method: 'PUT',
    path: '/api/organizations/query-texts',
    access: 'admin',
    tag: 'Organizations',
    summary:
      'Switches whether texts of queries are kept. If not, only counts are, in logs too, and earlier texts are hidden.',
    body: onlyMembers({ org_id: id, auth_user_id: id, confidential: z.boolean() }),
    output: z.object({
      confidential: z.boolean(),
      earlier_texts: z.enum(['hidden', 'shown']).meta({
        description:
          'What happens to texts of earlier searches, as far as they are kept: nobody is shown hidden ones, not the provider either, and they are deleted when their time is over',
      }),
    }),
    errors: ['NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
