import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { searchExports } from '#shared/contract/search-exports.ts';
import { isOver } from '../own-export.ts';
import { listSearchExports } from '../search-exports.ts';
import { toSearchExport } from '../to-search-export.ts';

export const handler = lambda(
  searchExports,
  'list-own-exports',
  member,
  async ({ principal, now }) => {
    const { item_id } = principal.user;
    const all = await listSearchExports(principal.orgId);
    const own = all.filter((record) => record.user_id === item_id && !isOver(record, now));
    const newestFirst = own.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return { items: await Promise.all(newestFirst.map(toSearchExport)) };
  },
);
