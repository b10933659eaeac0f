import * as z from 'zod';
import { buildOutcomes } from '#shared/build-outcomes.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { limits } from '#shared/limits.ts';
import { searchKinds } from '#shared/search-kinds.ts';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, timestamp } from './fields.ts';
import { dayFiguresSchema, daysQuery, figuresSchema, quotaSchema } from './usage.ts';
import { teamMemberSchema } from './users.ts';

const usd = z.number().meta({ description: 'In USD, by prices of AWS in us-east-1' });

const organizationMonth = z
  .object({
    month: z.string().meta({ description: 'Of UTC, `2026-11`' }),
    searches: z.int(),
    p50: figuresSchema.shape.p50,
    p99: figuresSchema.shape.p99,
    builds: z.int().meta({ description: 'Builds that were started' }),
    dataset_bytes: z.int().meta({ description: 'Of its files, as they were last listed' }),
    index_bytes: z.int().meta({ description: 'Estimated by the size of the datasets' }),
    usd: z.object({ searches: usd, builds: usd, storage: usd, total: usd }).meta({
      description: 'Estimated. Builds of indexes that are gone count as those of empty ones.',
    }),
  })
  .meta({
    id: 'OrganizationMonth',
    description: 'What an organization used since the month began',
  });

export type OrganizationMonth = z.output<typeof organizationMonth>;

const organizationRow = z
  .object({
    id,
    name: z.string(),
    created_at: timestamp,
    subscription_id: z.string().optional().meta({ description: 'Absent until a plan was bought' }),
    status: z.string().meta({ description: 'As the subscription page words it' }),
    paused_payment: z.boolean().meta({
      description: 'Whether invoices are waived, and the product can be used all the same',
    }),
    month: organizationMonth.optional().meta({
      description: 'If it was asked for; absent for the organization of the caller',
    }),
  })
  .meta({ id: 'OrganizationRow' });

export type OrganizationRow = z.output<typeof organizationRow>;

const organizationDetail = z
  .object({
    organization: organizationRow,
    plan: z.enum(['trial', 'monthly', 'annual']),
    confidential: z.boolean(),
    month: organizationMonth,
    quota: quotaSchema,
    members: z.array(teamMemberSchema),
    indexes: z.array(
      z.object({
        index_id: id,
        name: z.string(),
        rows: z.int(),
        modified_at: timestamp,
        build: z.enum(buildOutcomes),
        failure: z.string().optional().meta({ description: 'Why the newest build failed' }),
      }),
    ),
    days: z.array(dayFiguresSchema),
    total: figuresSchema,
    failed_searches: z.array(
      z.object({ at: timestamp, kind: z.enum(searchKinds), index_id: id, failure: z.string() }),
    ),
  })
  .meta({ id: 'OrganizationDetail' });

export type OrganizationDetail = z.output<typeof organizationDetail>;

/** Filters of the search history. */
const scope = {
  org_id: id.optional(),
  kind: z.enum(searchKinds).optional(),
  index: z
    .enum([...catalogIds, 'custom'])
    .optional()
    .meta({ description: 'A catalogue, or all indexes of customers' }),
  ...daysQuery,
};

const recordedSearch = z
  .object({
    item_id: id,
    at: timestamp,
    kind: z.enum(searchKinds),
    index_id: id,
    index: z.string().optional().meta({ description: 'Its name, while it is there' }),
    org_id: id.optional().meta({ description: 'Absent for visitors' }),
    organization: z.string().optional().meta({ description: 'Its name' }),
    user_id: id.optional().meta({ description: 'Who searched, where that is known' }),
    user: z.string().optional().meta({ description: 'Their name, while they are there' }),
    key_id: id.optional(),
    text: z.string().optional().meta({
      description: 'The beginning; absent where the organization keeps its texts to itself',
    }),
    words: z.int(),
    size_bytes: z.int(),
    tokens: z.int(),
    results: z.int().optional(),
    elapsed_ms: z.number().meta({ description: 'From the call to the answer' }),
    failure: z.string().optional().meta({ description: 'Code of the error' }),
  })
  .meta({ id: 'RecordedSearch' });

export type RecordedSearch = z.output<typeof recordedSearch>;

/** Calls for the provider's staff only. */
export const admin = {
  'list-organizations': {
    method: 'GET',
    path: '/api/admin/organizations',
    access: 'staff',
    tag: 'Administration',
    summary: 'Lists all organizations by name.',
    query: z.object({
      search: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Part of the name or of the id, in any case' }),
      figures: z
        .enum(['month'])
        .optional()
        .meta({ description: '`month`: with what each used since the month began' }),
      ...pageQuery,
    }),
    output: page(organizationRow),
  },
  'pause-payment': {
    method: 'PUT',
    path: '/api/admin/organizations',
    access: 'staff',
    tag: 'Administration',
    summary:
      'Waives the invoices of an organization, which is served as if it had paid, or collects them again.',
    body: z.object({
      auth_user_id: id.meta({ description: 'Id of the caller' }),
      org_id: id,
      subscription_id: id,
      paused_payment: z.boolean(),
    }),
    output: organizationRow,
    errors: ['NotFound', 'BillingUnavailable', 'Busy'],
  },
  'get-organization-detail': {
    method: 'GET',
    path: '/api/admin/organizations/{org_id}',
    access: 'staff',
    tag: 'Administration',
    summary: 'Plan, members, indexes, searches and recent errors of one organization. No contents.',
    params: z.object({ org_id: id }),
    output: organizationDetail,
    errors: ['NotFound'],
  },
  'list-search-history': {
    method: 'GET',
    path: '/api/admin/search-history',
    access: 'staff',
    tag: 'Administration',
    summary: `Lists the searches of the last ${limits.searchHistoryDays} days, newest first, without those that a page makes to show a part of itself. A page can hold fewer than \`limit\`, even none, and still have a next page.`,
    query: z.object({
      ...scope,
      text: z.string().max(200).optional().meta({ description: 'Part of the text, as typed' }),
      outcome: z.enum(['found', 'empty', 'failed']).optional(),
      ...pageQuery,
    }),
    output: page(recordedSearch),
  },
  'get-search-figures': {
    method: 'GET',
    path: '/api/admin/search-figures',
    access: 'staff',
    tag: 'Administration',
    summary: 'Counts and latencies of searches by day, of one organization or of all.',
    query: z.object(scope),
    output: z.object({ days: z.array(dayFiguresSchema), total: figuresSchema }),
  },
} as const satisfies Record<string, Endpoint>;
