/**
 * People who have left an organization. They may still have an upload policy, which S3 accepts until it
 * expires. Their uploads are found by the uploader's id and removed (`functions/datasets/find-file.ts`).
 */

import { queryAll } from '#core/storage/queries.ts';
import { put, remove, type TransactItems, write } from '#core/storage/writes.ts';
import { datasets } from '#tables/datasets.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type DepartedUploader = RecordOf<typeof datasets.departure>;

/** Longer than any upload that began before the departure. */
const watchedMs = 24 * 3_600_000;

/** The write that records a person, for the transaction that ends their membership. */
export const departed = (orgId: string, userId: string, now: Date): TransactItems[number] =>
  put(
    'dynamodb:PutItem Datasets',
    datasets.departure,
    datasets.departure.key({ org_id: orgId, user_id: userId }),
    {
      user_id: userId,
      since: now.toISOString(),
      until: new Date(now.getTime() + watchedMs).toISOString(),
    },
  );

export async function listDeparted(orgId: string): Promise<DepartedUploader[]> {
  const found = await queryAll(
    'dynamodb:Query Datasets',
    datasets.departures,
    { org_id: orgId },
    { range: { beginsWith: 'DEPARTED#' }, consistent: true },
  );
  return found.map(({ record }) => record);
}

export const forgetDeparted = (orgId: string, { user_id }: DepartedUploader): Promise<void> =>
  write(remove('dynamodb:DeleteItem Datasets', datasets.departure, { org_id: orgId, user_id }));
