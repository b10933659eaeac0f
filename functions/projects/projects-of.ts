import { queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { update, write } from '#core/storage/writes.ts';
import { projects } from '#tables/projects.ts';
import { everyEntry, removeEntriesOf, removeEntry } from './project-entries.ts';
import { removeWorkOf, workBy } from './project-work.ts';
import { projectsOf } from './projects.ts';

/** What a person keeps in projects of an organization, and did there. Of others it names nobody. */
export async function projectEntriesBy(orgId: string, userId: string) {
  const [all, entries, work] = await Promise.all([
    projectsOf(orgId),
    everyEntry(orgId),
    workBy(orgId, userId),
  ]);
  return {
    member_of: all
      .filter(({ members }) => members.includes(userId))
      .map(({ owner_id, members, ...project }) => ({ ...project, own: owner_id === userId })),
    added: entries.filter(({ by_id }) => by_id === userId).map(({ by_id, ...entry }) => entry),
    work: work.map(({ by_id, expires_at, ...one }) => ({ ...one, done_by_you: by_id === userId })),
  };
}

/** Takes a person out of the projects of an organization, with their conversations. What else they added stays and names nobody. */
export async function forgetProjectsOf(orgId: string, userId: string, now: Date): Promise<void> {
  for (const entry of await everyEntry(orgId)) {
    if (entry.kind === 'conversation' && entry.by_id === userId) {
      await removeEntry(orgId, entry, [], now);
    }
  }
  for (const { project_id, members } of await projectsOf(orgId)) {
    const position = members.indexOf(userId);
    if (position < 0) continue;
    const others = members.filter((one) => one !== userId);
    await write(
      update(
        'dynamodb:UpdateItem Projects',
        projects.project,
        { org_id: orgId, project_id },
        {
          UpdateExpression: 'SET #members = :others, revision = revision + :one',
          // Somebody who changes the members meanwhile has seen a team without this person.
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#members': 'members' },
          ExpressionAttributeValues: { ':others': others, ':one': 1 },
        },
      ),
    );
  }
}

/** Deletes the projects of an organization that has ended. */
export async function removeProjectsOf(orgId: string): Promise<void> {
  await removeEntriesOf({ orgId });
  await removeWorkOf({ orgId });
  const keys = await queryKeys('dynamodb:Query Projects', projects.projectsOf, { org_id: orgId });
  await deleteItems('dynamodb:BatchWriteItem Projects', keys);
}
