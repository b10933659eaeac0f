import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { getIndexes } from '#functions/indexes/index.ts';
import {
  getOrganizations,
  namedByStaff,
  type OrganizationRecord,
  recordStaff,
  staff,
  teamNames,
  type UserPrincipal,
} from '#functions/people/index.ts';
import { admin } from '#shared/contract/admin.ts';
import { daysOf } from '../search-figures.ts';
import { listSearches } from '../search-history.ts';

/**
 * Texts of organizations that are confidential are hidden, also those of before they were. Of their own organization staff see
 * nothing here, and each other one whose texts they read is told by its audit trail, before they get them.
 */
export const handler = lambda(
  admin,
  'list-search-history',
  staff,
  async ({ query, principal, now, fail }) => {
    const { limit, cursor } = query;
    const org_id = query.org_id && namedByStaff(principal, query.org_id);
    const own = principal.user.org_id;
    if (org_id !== undefined && org_id === own) throw fail('Forbidden');
    const days = daysOf(query, now);
    const start = decodeCursor(cursor);
    const { searches, next } = await listSearches(org_id, days, query, limit, start);
    const orgIds = new Set(searches.flatMap((search) => search.org_id ?? []));
    const organizations = await getOrganizations([...orgIds]);
    const items = searches.flatMap(
      ({ owner, day, expires_at, is_part, syntax, filters, sort, ...search }) => {
        if (search.org_id !== undefined && search.org_id === own) return [];
        const organization =
          search.org_id === undefined ? undefined : organizations.get(search.org_id);
        const isHidden = organization?.confidential_queries === true;
        // Found by a text that nobody may see any more.
        if (isHidden && query.text) return [];
        const text = isHidden ? undefined : search.text;
        return [{ ...search, text, organization: organization?.name }];
      },
    );
    const shown = new Set(items.map((item) => item.org_id));
    const read = [...organizations.values()].filter(({ item_id }) => shown.has(item_id));
    await Promise.all(read.map((organization) => recordRead(principal, organization, now)));
    const indexIds = new Set(items.map(({ index_id }) => index_id));
    const [indexes, ...teams] = await Promise.all([
      getIndexes([...indexIds]),
      ...read.map(({ item_id }) => teamNames(item_id)),
    ]);
    const indexNames = new Map(indexes.map(({ item_id, name }) => [item_id, name]));
    const names = new Map(teams.flatMap((team) => [...team]));
    const named = items.map((item) => ({
      ...item,
      index: indexNames.get(item.index_id),
      user: item.user_id === undefined ? undefined : names.get(item.user_id),
    }));
    return { items: named, next: encodeCursor(next) };
  },
);

const recordRead = (
  principal: UserPrincipal,
  { item_id: id, name }: OrganizationRecord,
  now: Date,
) => recordStaff(principal, id, { action: 'searches.viewed', object: { id, name } }, now);
