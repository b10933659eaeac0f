import { queryAll } from '#core/storage/queries.ts';
import { mailAdmins } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import { indexes } from '#tables/indexes.ts';
import { getIndex } from './indexes.ts';

const dayMs = 86_400_000;

/**
 * Tells the admins of API keys that end in a week, so that nobody's page stops working by surprise. May be repeated: each admin gets
 * one mail for a key. Keys that were made for less than that are not told of.
 */
export async function mailEndingKeys(now: Date): Promise<void> {
  const until = new Date(now.getTime() + limits.keyWarningDays * dayMs);
  // A day in which this may fail.
  const since = new Date(until.getTime() - dayMs);
  const found = await queryAll(
    'dynamodb:Query Indexes',
    indexes.endingKeys,
    {},
    { range: { between: [since.toISOString(), until.toISOString()] } },
  );
  for (const { record } of found) {
    const { id, org_id, index_id, name = id, restrictions } = record;
    const index = await getIndex(index_id);
    await mailAdmins(org_id, `key-ends/${id}`, {
      template: 'key-ends',
      data: {
        key: name,
        indexId: index_id,
        index: index?.name ?? index_id,
        endsAt: restrictions!.expires_at!,
      },
    });
  }
}
