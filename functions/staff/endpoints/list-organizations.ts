import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { getOrganizations, listNames, staff } from '#functions/people/index.ts';
import { admin, type OrganizationRow } from '#shared/contract/admin.ts';
import { monthOf } from '../month-of.ts';
import { toOrganizationRow } from '../to-organization-row.ts';

export const handler = lambda(admin, 'list-organizations', staff, async (request) => {
  const { query, principal, now } = request;
  const { limit, search = '', figures } = query;
  const wanted = search.trim().toLowerCase();
  const after = decodeCursor(query.cursor) ?? '';
  const following = (await listNames())
    .map(({ org_id, name }) => ({ org_id, position: `${name.toLowerCase()}\n${org_id}` }))
    .filter(({ position }) => position > after && position.includes(wanted))
    .toSorted((a, b) => (a.position < b.position ? -1 : 1));
  const listed = following.slice(0, limit);
  const records = await getOrganizations(listed.map(({ org_id }) => org_id));
  const rows = listed.flatMap(({ org_id }) => {
    const record = records.get(org_id);
    return record ? [toOrganizationRow(record, now)] : [];
  });
  // Nobody reads figures of their own organization as staff.
  const isShown = ({ id }: OrganizationRow) =>
    figures !== undefined && id !== principal.user.org_id;
  return {
    items: await Promise.all(
      rows.map(async (row) => (isShown(row) ? { ...row, month: await monthOf(row.id, now) } : row)),
    ),
    next: encodeCursor(following.length > limit ? listed.at(-1)?.position : undefined),
  };
});
