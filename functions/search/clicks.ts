/** Rows that people opened from what a search with an API key found. */

import { newId } from '#core/runtime/ids.ts';
import { queryPage } from '#core/storage/queries.ts';
import { put, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { Days } from './search-history.ts';

export type ClickRecord = RecordOf<typeof activity.click>;

const secondsPerDay = 86_400;

/** Keeps a click as long as searches are kept. */
export function putClick(
  click: Omit<ClickRecord, 'item_id' | 'at' | 'expires_at'>,
  now: Date,
): Promise<void> {
  const item_id = newId('clk');
  const at = now.toISOString();
  const expires_at = Math.floor(now.getTime() / 1000) + limits.searchHistoryDays * secondsPerDay;
  const keys = activity.click.key({ org_id: click.org_id, at, item_id });
  const record = { ...click, item_id, at, expires_at };
  return write(put('dynamodb:PutItem Activity', activity.click, keys, record));
}

const readAtOnce = 1000;

/** Of the latest `limit` clicks of the days those of an index or a key, if one is named, newest first. */
export async function listClicks(
  orgId: string,
  { from, to }: Days,
  { index, key }: { index?: string | undefined; key?: string | undefined },
  limit: number,
): Promise<ClickRecord[]> {
  const clicks: ClickRecord[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await queryPage(
      'dynamodb:Query Activity',
      activity.clicksByTime,
      { org_id: orgId },
      { range: { between: [from, `${to}~`] }, descending: true, limit: readAtOnce, start },
    );
    clicks.push(...page.found.map(({ record }) => record));
    start = page.next;
  } while (start && clicks.length < limit);
  return clicks
    .slice(0, limit)
    .filter(
      ({ index_id, key_id }) =>
        (index === undefined || index_id === index) && (key === undefined || key_id === key),
    );
}
