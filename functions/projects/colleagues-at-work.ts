/** Who worked on what would go behind the wall of a confidential project. */
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { type MemberPrincipal, teamNames } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { reports } from '#tables/reports.ts';
import type { EntryRecord } from './project-entries.ts';
import type { ProjectRecord } from './projects.ts';

/** People of an organization who asked for a report, or added something to it. */
async function workersOn(
  org_id: string,
  { kind, ucid }: NonNullable<EntryRecord['report']>,
): Promise<string[]> {
  const [listed, added] = await Promise.all([
    getRecord('dynamodb:GetItem Reports', reports.listed, { org_id, kind, ucid }),
    kind === 'invalidation'
      ? queryAll(
          'dynamodb:Query Reports',
          reports.marks,
          { org_id },
          { range: { beginsWith: `${ucid}#` }, consistent: true },
        )
      : [],
  ]);
  const authors = added.map(({ record }) => record.by_id);
  return listed ? [listed.by_id, ...authors] : authors;
}

/**
 * A confidential project keeps others from what it holds. Throws `ColleaguesShutOut` when somebody of the organization who
 * added one of these things to the project, or worked on one of these reports, is no member. Admins may do it.
 */
export async function requireNobodyShutOut(
  principal: MemberPrincipal,
  { members }: Pick<ProjectRecord, 'members'>,
  things: readonly Pick<EntryRecord, 'report' | 'by_id'>[],
): Promise<void> {
  const { orgId, user } = principal;
  if (user.role === 'admin') return;
  const [team, ...workers] = await Promise.all([
    teamNames(orgId),
    ...things.map(({ report }) => (report ? workersOn(orgId, report) : [])),
  ]);
  const people = [...things.map(({ by_id }) => by_id), ...workers.flat()];
  if (people.some((id) => team.has(id) && !members.includes(id))) {
    throw new ProductError('ColleaguesShutOut');
  }
}
