/** Records that several tests start from. */
import { type IndexRecord, newBuild } from './indexes.ts';

/** An index whose first build has begun. */
export const buildingIndex: IndexRecord = {
  item_id: 'idx_1',
  org_id: 'org_1',
  name: 'A',
  author: 'Admin',
  created_at: '2026-11-01T00:00:00.000Z',
  modified_at: '2026-11-01T00:00:00.000Z',
  rows: 0,
  rejects: 0,
  dataset_key: 'org/org_1/a.csv',
  dataset_size: 1,
  columns_role: {},
  columns_data: '[]',
  build_id: 'bld_1',
  build: newBuild,
};

/** Somebody who has signed up and has no organization. */
export const ada = {
  item_id: 'usr_1',
  auth_user_id: 'u1',
  email: 'ada@example.com',
  full_name: 'Ada Byron',
  email_verified: true,
  type: 'sign_up',
  created_at: '2026-11-01T00:00:00.000Z',
} as const;
