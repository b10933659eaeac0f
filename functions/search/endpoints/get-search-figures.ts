import { lambda } from '#core/request/lambda.ts';
import { getOrganization, namedByStaff, recordStaff, staff } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { admin } from '#shared/contract/admin.ts';
import { daysOf, searchFigures } from '../search-figures.ts';
import { everybody, listUsage } from '../usage.ts';

export const handler = lambda(
  admin,
  'get-search-figures',
  staff,
  async ({ query, principal, now }) => {
    const orgId = query.org_id && namedByStaff(principal, query.org_id);
    const organization = orgId && (await getOrganization(orgId));
    if (organization) {
      const { item_id: id, name } = organization;
      await recordStaff(
        principal,
        id,
        { action: 'organization.viewed', object: { id, name } },
        now,
      );
    }
    const days = daysOf(query, now);
    const rows = await listUsage(orgId ?? everybody, days);
    const wanted = rows.filter(
      ({ kind, index_id }) =>
        (!query.kind || kind === query.kind) &&
        (!query.index || (isCatalog(index_id) ? index_id : 'custom') === query.index),
    );
    return searchFigures(wanted, days);
  },
);
