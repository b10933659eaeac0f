import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const params = z.object({ index_id: id });

/** Where JSON lines leave no place for it. */
const query = z.object({
  key: z.string().min(1).max(limits.columnNameMaxLength).optional().meta({
    description:
      'Column whose values tell rows apart. The id of rows if absent. It stays the same until the index is built again',
  }),
});

const cell = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.string()),
    z.array(z.number()).max(limits.vectorMaxDimensions),
  ])
  .meta({
    description: 'Lists are joined by semicolons, but for lists of numbers, which are vectors',
  });

const changed = z.object({
  version: z.string().meta({
    description: 'The state of the index from which searches find the change. They do at once',
  }),
  removed: z.number().int().meta({
    description: 'Rows that were there before, and were replaced or deleted',
  }),
  rows: z.number().int().meta({ description: 'Rows of the index now' }),
});

const errors = [
  'KeyMayNotChangeRows',
  'IndexNotReady',
  'IndexBuilding',
  'RowsNotChangeable',
  'TooManyChanges',
  'Busy',
] as const;

const shared = {
  access: 'api-key',
  use: 'rows',
  tag: 'Rows',
  params,
  query,
  output: changed,
  errors,
} as const;

export const rows = {
  'upsert-rows': {
    ...shared,
    method: 'PUT',
    path: '/api/v1/indexes/{index_id}/rows',
    summary:
      'Adds rows to an index, or replaces those with the same key. All of them or none; the answer comes when they are stored and found.',
    body: onlyMembers({
      rows: z
        .array(z.record(z.string().max(limits.columnNameMaxLength), cell))
        .min(1)
        .max(limits.changeRowsMax)
        .meta({
          description:
            'Rows by the names of their columns. What is left out is empty. Of rows with the same key, the last counts',
        }),
    }),
    lines: 'rows',
  },
  'update-rows': {
    ...shared,
    method: 'PATCH',
    path: '/api/v1/indexes/{index_id}/rows',
    summary:
      'Changes cells of rows of an index. All of them or none: a key that no row has is refused. What is left out stays.',
    body: onlyMembers({
      rows: z
        .array(z.record(z.string().max(limits.columnNameMaxLength), cell))
        .min(1)
        .max(limits.changeRowsMax)
        .meta({
          description:
            'The key of each row and its new cells, by the names of their columns. A column of vectors is sent, too. Of rows with the same key, the last counts',
        }),
    }),
    lines: 'rows',
  },
  'delete-rows': {
    ...shared,
    method: 'DELETE',
    path: '/api/v1/indexes/{index_id}/rows',
    summary:
      'Deletes rows of an index by their keys. All of them or none; unknown keys are no error.',
    body: onlyMembers({
      keys: z
        .array(z.string().min(1).max(limits.columnNameMaxLength))
        .min(1)
        .max(limits.changeRowsMax)
        .meta({ description: 'Keys, without regard to case and accents' }),
    }),
    lines: 'keys',
  },
} as const satisfies Record<string, Endpoint>;
