import { buildOutcome } from '#functions/domain/build-outcome.ts';
import { daysOf, searchFigures } from '#functions/domain/search-figures.ts';
import { toOrganizationRow } from '#functions/domain/to-organization-row.ts';
import { toTeamMember } from '#functions/domain/to-team-member.ts';
import { usedToday } from '#functions/domain/used-today.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { listTeam } from '#functions/store/departures.ts';
import { listIndexesOf } from '#functions/store/index-owners.ts';
import { listSearches } from '#functions/store/search-history.ts';
import { listUsage } from '#functions/store/usage.ts';
import { admin } from '#shared/contract/admin.ts';

const errorsShown = 20;

export const handler = lambda(
  admin,
  'get-organization-detail',
  staff,
  async ({ params, now, fail }) => {
    const { org_id: orgId } = params;
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NotFound');
    const days = daysOf({}, now);
    const [team, indexes, rows, failed] = await Promise.all([
      listTeam(orgId),
      listIndexesOf(orgId),
      listUsage(orgId, days),
      listSearches(orgId, days, { outcome: 'failed' }, errorsShown),
    ]);
    const row = toOrganizationRow(organization, now);
    return {
      organization: row,
      plan: row.status === 'trialing' ? 'trial' : (organization.plan ?? 'monthly'),
      confidential: organization.confidential_queries === true,
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
