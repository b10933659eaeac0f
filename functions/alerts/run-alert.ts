import { type IndexRecord, versionOf } from '#functions/indexes/index.ts';
import { getSuppression } from '#functions/mail/index.ts';
import {
  getOrganization,
  getUser,
  type OrganizationRecord,
  type UserRecord,
} from '#functions/people/index.ts';
import {
  countQueries,
  logSearch,
  queryPublishedIndex,
  usedToday,
  wholeIndex,
} from '#functions/search/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import type { AlertProblem } from '#shared/contract/saved-searches.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { mailNews, mailStop } from './mail-alert.ts';
import {
  changeSavedSearch,
  dueAfter,
  getKnownRows,
  noteRun,
  removeSavedSearch,
  type SavedSearchRecord,
} from './saved-searches.ts';
import { type Watched, watchSearch } from './watch-search.ts';

/** What became of an alert that was due. */
type AlertOutcome = 'told' | 'nothing new' | 'same version' | 'hindered' | 'ended' | 'gone';

/**
 * Runs the search of an alert that is due, if its index has another version than the last time, and mails what is new. Counts as
 * one search of its organization. Every step may be repeated: of one version, one mail is sent.
 * @param index as it is now; undefined if it is gone
 * @throws if the index cannot be searched at the moment; the alert stays due
 */
export async function runAlert(
  alert: SavedSearchRecord,
  index: IndexRecord | undefined,
  now: Date,
): Promise<AlertOutcome> {
  const [user, organization] = await Promise.all([
    getUser(alert.auth_user_id),
    getOrganization(alert.org_id),
  ]);
  if (!organization || user?.org_id !== alert.org_id) {
    await removeSavedSearch(alert);
    return 'gone';
  }
  if (!index || (index.org_id !== alert.org_id && !isCatalog(alert.index_id))) {
    return endAlert(alert, user, 'index-gone');
  }
  const version = versionOf(index);
  if (!version || version === alert.version) {
    await changeSavedSearch(
      alert,
      { checked_at: now.toISOString() },
      dueAfter(alert.frequency, now),
    );
    return 'same version';
  }
  const hindrance = await hindranceOf(user, organization, now);
  if (hindrance) {
    // It stays due: what is known already is not written and told every quarter of an hour.
    if (hindrance === alert.problem) return 'hindered';
    if (hindrance === 'plan-ended') await mailStop(alert, user, hindrance, version);
    await changeSavedSearch(alert, { problem: hindrance }, 'as before');
    return 'hindered';
  }
  const found = await search(alert, index, organization, now);
  if (!found) return endAlert(alert, user, 'refused');
  const known = await getKnownRows(alert);
  const isKnown = new Set(known);
  // What the first run finds was there before.
  const news = known ? found.rows.filter(({ key }) => !isKnown.has(key)) : [];
  if (news.length > 0) {
    const confidential = organization.confidential_queries === true;
    await mailNews(alert, user, { news, total: found.total, index, version, confidential });
    const { search_id, name, index_id } = alert;
    const data = { search_id, index_id, new_rows: news.length, rows: found.total };
    await emitEvent(
      alert.org_id,
      {
        type: 'alert.found',
        key: `${search_id}/${version}`,
        data: confidential ? data : { ...data, name, index: index.name },
      },
      now,
    );
  }
  const at = now.toISOString();
  const told = news.length > 0 ? { told: news.length, told_at: at } : {};
  const changes = { version, checked_at: at, found: found.total, problem: null, ...told };
  const rows = [...new Set([...found.keys, ...(known ?? [])])].slice(0, limits.alertRowsKnown);
  await noteRun(alert, changes, dueAfter(alert.frequency, now), rows);
  return news.length > 0 ? 'told' : 'nothing new';
}

/** Why an alert cannot be run now, although there is something to search. It passes by itself. */
async function hindranceOf(
  user: UserRecord,
  organization: OrganizationRecord,
  now: Date,
): Promise<AlertProblem | undefined> {
  if (subscriptionOf(organization, now.getTime())._isExpired) return 'plan-ended';
  if (usedToday(organization, now).left === 0) return 'quota';
  if (await getSuppression(user.email, now)) return 'mail-refused';
  return undefined;
}

/** What an alert finds now; undefined if its search is not possible in this version of the index. */
async function search(
  alert: SavedSearchRecord,
  index: IndexRecord,
  { confidential_queries = false }: OrganizationRecord,
  now: Date,
): Promise<Watched | undefined> {
  const startedAt = performance.now();
  const wanted = { ...alert, filters: JSON.parse(alert.filters) };
  let found: Watched;
  try {
    found = await queryPublishedIndex(wholeIndex(alert.index_id), (opened) =>
      watchSearch(opened, wanted, index.columns_use),
    );
  } catch (error) {
    if (error instanceof ProductError && error.code === 'InvalidRequest') return undefined;
    throw error;
  }
  await countQueries(alert.org_id, 1, now.toISOString().slice(0, 10));
  logSearch({
    kind: 'alert',
    orgId: alert.org_id,
    userId: alert.user_id,
    indexId: alert.index_id,
    text: alert.text,
    confidential: confidential_queries,
    results: found.total,
    elapsedMs: performance.now() - startedAt,
  });
  return found;
}

/** Ends an alert that cannot be run any more, and tells its owner. The search stays. */
async function endAlert(
  alert: SavedSearchRecord,
  user: UserRecord,
  problem: 'index-gone' | 'refused',
): Promise<AlertOutcome> {
  await mailStop(alert, user, problem, alert.version);
  await changeSavedSearch(alert, { frequency: 'never', problem }, 'never');
  return 'ended';
}
