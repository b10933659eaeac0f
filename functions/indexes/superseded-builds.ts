/**
 * Builds whose files nothing needs any longer, because another build serves in their place or because they
 * failed. Noted in the transaction that makes them so, until somebody has removed the files.
 */

import { queryPage } from '#core/storage/queries.ts';
import { put, remove, write } from '#core/storage/writes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { indexes } from '#tables/indexes.ts';

export type SupersededBuild = RecordOf<typeof indexes.supersededBuild>;

/** The write that says so, to be made with the one that makes it true. */
export const supersession = (build: SupersededBuild, now: Date) =>
  put(
    'dynamodb:PutItem Indexes',
    indexes.supersededBuild,
    {
      ...indexes.supersededBuild.key(build),
      ...indexes.supersededBuilds.keys({ superseded_at: now.toISOString() }),
    },
    build,
  );

/** Builds that were superseded before a moment, oldest first; at most 100. */
export async function listSupersededBuilds(before: Date): Promise<SupersededBuild[]> {
  const { found } = await queryPage(
    'dynamodb:Query Indexes',
    indexes.supersededBuilds,
    {},
    { range: { below: before.toISOString() }, limit: 100 },
  );
  return found.map(({ record }) => record);
}

/** Its files are gone. */
export const forgetSupersededBuild = (build: SupersededBuild): Promise<void> =>
  write(remove('dynamodb:DeleteItem Indexes', indexes.supersededBuild, build));
