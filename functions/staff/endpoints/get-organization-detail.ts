import { lambda } from '#core/request/lambda.ts';
import { buildOutcome, listIndexesOf } from '#functions/indexes/index.ts';
import { toTeamMember } from '#functions/organizations/index.ts';
import {
  getOrganization,
  listTeam,
  namedByStaff,
  recordStaff,
  staff,
} from '#functions/people/index.ts';
import {
  daysOf,
  listSearches,
  listUsage,
  searchFigures,
  usedToday,
} from '#functions/search/index.ts';
import { admin } from '#shared/contract/admin.ts';
import { monthOf } from '../month-of.ts';
import { toOrganizationRow } from '../to-organization-row.ts';

const errorsShown = 20;

export const handler = lambda(
  admin,
  'get-organization-detail',
  staff,
  async ({ params, principal, now, fail }) => {
    const orgId = namedByStaff(principal, params.org_id);
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NotFound');
    const object = { id: orgId, name: organization.name };
    await recordStaff(principal, orgId, { action: 'organization.viewed', object }, now);
    const days = daysOf({}, now);
    const [team, indexes, rows, failed, month] = await Promise.all([
      listTeam(orgId),
      listIndexesOf(orgId),
      listUsage(orgId, days),
      listSearches(orgId, days, { outcome: 'failed' }, errorsShown),
      monthOf(orgId, now),
    ]);
    const row = toOrganizationRow(organization, now);
    return {
      organization: row,
      plan: row.status === 'trialing' ? 'trial' : (organization.plan ?? 'monthly'),
      confidential: organization.confidential_queries === true,
      month,
      quota: usedToday(organization, now),
      members: team.map(toTeamMember),
      indexes: indexes.map((index) => ({
        index_id: index.item_id,
        name: index.name,
        rows: index.rows,
        modified_at: index.modified_at,
        build: buildOutcome(index),
        failure: index.failure,
      })),
      ...searchFigures(rows, days),
      failed_searches: failed.searches.map(({ at, kind, index_id, failure }) => ({
        at,
        kind,
        index_id,
        failure: failure ?? '',
      })),
    };
  },
);
