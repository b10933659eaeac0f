/** Who did what in a project: one record for each person, thing, action and day. */
import { queryAll, queryKeys, queryPage } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { transact, update } from '#core/storage/writes.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import type { WorkAction } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { projects } from '#tables/projects.ts';
import type { ProjectOf } from './projects.ts';

export type WorkRecord = RecordOf<typeof projects.work>;
type WorkedOn = WorkRecord['object'];

/** The write that notes what somebody did, to be made with it. */
export function workDone(
  { orgId, user }: Pick<MemberPrincipal, 'orgId' | 'user'>,
  projectId: string,
  action: WorkAction,
  object: WorkedOn,
  now: Date,
) {
  const at = now.toISOString();
  return update(
    'dynamodb:UpdateItem Projects',
    projects.work,
    {
      org_id: orgId,
      project_id: projectId,
      day: at.slice(0, 10),
      user_id: user.item_id,
      action,
      ref: object.ref,
    },
    {
      UpdateExpression:
        'SET project_id = :project, by_id = :by, #action = :action, #object = :object, #at = :at, expires_at = :expires ADD times :one',
      ExpressionAttributeNames: { '#action': 'action', '#object': 'object', '#at': 'at' },
      ExpressionAttributeValues: {
        ':project': projectId,
        ':by': user.item_id,
        ':action': action,
        ':object': object,
        ':at': at,
        ':expires': Math.floor(now.getTime() / 1000) + limits.projectWorkDays * 86_400,
        ':one': 1,
      },
    },
  );
}

/** Notes what somebody did after it. A transaction, so that a repeated call counts once. */
export const noteWork = (...done: Parameters<typeof workDone>): Promise<void> =>
  transact([workDone(...done)]);

/** What was done last in a project, the newest first. */
export async function workOf({ orgId, projectId }: ProjectOf): Promise<WorkRecord[]> {
  const { found } = await queryPage(
    'dynamodb:Query Projects',
    projects.workOf,
    { org_id: orgId },
    {
      range: { beginsWith: `${projectId}#` },
      // Days are in order, what was done on one is not.
      limit: 4 * limits.projectWorkListed,
      descending: true,
      consistent: true,
    },
  );
  return found
    .map(({ record }) => record)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, limits.projectWorkListed);
}

/** What one person did in projects of an organization, or what was done to them. */
export async function workBy(orgId: string, userId: string): Promise<WorkRecord[]> {
  const found = await queryAll('dynamodb:Query Projects', projects.workOf, { org_id: orgId });
  return found
    .map(({ record }) => record)
    .filter(({ by_id, object }) => by_id === userId || object.ref === userId);
}

/** Forgets what was done in a project that is deleted, or in all of an organization. */
export async function removeWorkOf({
  orgId,
  projectId,
}: {
  orgId: string;
  projectId?: string;
}): Promise<void> {
  const keys = await queryKeys(
    'dynamodb:Query Projects',
    projects.workOf,
    { org_id: orgId },
    projectId ? { range: { beginsWith: `${projectId}#` }, consistent: true } : {},
  );
  await deleteItems('dynamodb:BatchWriteItem Projects', keys);
}
