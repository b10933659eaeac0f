import { createHash } from 'node:crypto';
import type { IndexRecord } from '#functions/indexes/index.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import type { UserRecord } from '#functions/people/index.ts';
import type { AlertProblem } from '#shared/contract/saved-searches.ts';
import { limits } from '#shared/limits.ts';
import { rowPath } from '#shared/row-path.ts';
import type { SavedSearchRecord } from './saved-searches.ts';
import { stopToken } from './stop-token.ts';
import type { WatchedRow } from './watch-search.ts';

interface News {
  news: readonly WatchedRow[];
  /** All that the search finds. */
  total: number;
  index: IndexRecord;
  version: string;
  /** Whether texts of the organization are not to be kept: then none stands in a mail. */
  confidential: boolean;
}

/** The same version of an index has the same key, so that a repeated run sends no second mail. */
const dedupeKey = (kind: string, { search_id }: SavedSearchRecord, version = 'none') =>
  `${kind}/${search_id}/${createHash('sha256').update(version).digest('base64url')}`;

/** Mails the rows that are new. */
export async function mailNews(
  alert: SavedSearchRecord,
  { email }: UserRecord,
  { news, total, index, version, confidential }: News,
): Promise<void> {
  const named = confidential ? [] : news.slice(0, limits.alertRowsMailed);
  await enqueueMail({
    template: 'alert-news',
    dedupeKey: dedupeKey('alert-news', alert, version),
    to: email,
    data: {
      searchId: alert.search_id,
      ...(!confidential && { name: alert.name, indexName: index.name }),
      news: news.length,
      total,
      rows: named.map(({ id, title, about }) => ({
        title: title.slice(0, limits.listTitleMaxLength),
        about: [id, ...about].filter((part) => part !== undefined).join(' · '),
        path: id === undefined ? undefined : rowPath(alert.index_id, id),
      })),
      stopToken: stopToken(alert),
    },
  });
}

/** Mails that an alert has ended, or waits for a plan. */
export const mailStop = (
  alert: SavedSearchRecord,
  { email }: UserRecord,
  problem: AlertProblem & ('index-gone' | 'refused' | 'plan-ended'),
  version: string | undefined,
): Promise<void> =>
  enqueueMail({
    template: 'alert-stopped',
    dedupeKey: dedupeKey(problem, alert, version),
    to: email,
    data: { problem },
  });
