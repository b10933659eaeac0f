import { createHash, timingSafeEqual } from 'node:crypto';
import type { SavedSearchKey, SavedSearchRecord } from './saved-searches.ts';

/** What stands in the link that ends an alert: which one, and its secret, which nobody but the reader of its mails has. */
export const stopToken = ({ org_id, user_id, search_id, stop_secret }: SavedSearchRecord): string =>
  [org_id, user_id, search_id, stop_secret].join('.');

/** The search that a token names, and what it says to know. */
export function readStopToken(token: string): SavedSearchKey & { secret: string } {
  const [org_id = '', user_id = '', search_id = '', secret = ''] = token.split('.');
  return { org_id, user_id, search_id, secret };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Whether a token's secret is that of its search, in the same time for each. */
export const isSecretOf = (secret: string, { stop_secret }: SavedSearchRecord): boolean =>
  timingSafeEqual(hash(secret), hash(stop_secret));
