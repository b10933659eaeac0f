import type { DatasetFile } from '#shared/contract/datasets.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { sampleOf } from './server.ts';

/** A built index of the organization. */
export const index = (name: string): Index => ({
  ...sampleOf('list-indexes').items[0]!,
  item_id: `idx_${name}`,
  name,
  author: 'Ada Byron',
  builtin: false,
  status: 'Active',
  columns_role: { id: 'metadata', text: 'index' },
  // Those of the sample have other names.
  columns_use: undefined,
  failure: undefined,
  progress: { stage: 'done', percent: 100, rows: 10, rejects: 0 },
});

/** A ready-made catalogue. */
export const catalog = (id: string, name: string): Index => ({
  ...index(name),
  item_id: id,
  author: 'Admin',
  builtin: true,
  // More than one answer has.
  rows: 250,
});

/** A file of the organization. */
export const file = (name: string): DatasetFile => ({
  Key: `org/org_1/${name}`,
  Size: 1500,
  LastModified: '2026-01-01T00:00:00.000Z',
  author: 'Ada Byron',
});
