/** What is in projects. A thing has one record for its organization, so that it is in one project at most. */
import { countHeld } from '#core/storage/counts.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import type { EntryKind } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { projects } from '#tables/projects.ts';
import { getProject, type ProjectOf } from './projects.ts';

export type EntryRecord = RecordOf<typeof projects.entry>;

/** Names a thing that a project may hold. */
export type EntryKey = Pick<EntryRecord, 'kind' | 'ref'>;

/** The entry of a thing, in whichever project of the organization; undefined when it is in none. */
export const getEntry = (orgId: string, { kind, ref }: EntryKey) =>
  getRecord('dynamodb:GetItem Projects', projects.entry, { org_id: orgId, kind, ref });

/** Everything of one kind that is in projects of an organization. */
export async function entriesOfKind(orgId: string, kind: EntryKind): Promise<EntryRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Projects',
    projects.held,
    { org_id: orgId },
    { range: { beginsWith: `${kind}#` }, consistent: true },
  );
  return found.map(({ record }) => record);
}

/** Everything that is in projects of an organization. */
export async function everyEntry(orgId: string): Promise<EntryRecord[]> {
  const found = await queryAll('dynamodb:Query Projects', projects.held, { org_id: orgId });
  return found.map(({ record }) => record);
}

/** What is in a project, the last added first. One that was added this moment may be missing. */
export async function entriesOf({ orgId, projectId }: ProjectOf): Promise<EntryRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Projects',
    projects.entriesOf,
    { org_id: orgId, project_id: projectId },
    { descending: true },
  );
  return found.map(({ record }) => record);
}

const counted = ({ orgId, projectId }: ProjectOf, by: 1 | -1, at: string) =>
  update(
    'dynamodb:UpdateItem Projects',
    projects.project,
    { org_id: orgId, project_id: projectId },
    countHeld('entries', by, limits.projectEntriesMax, at),
  );

/** Why a thing was not added. */
type Refused = 'InAnotherProject' | 'ProjectFull' | 'ProjectNotFound';

/**
 * Adds a thing to a project. Adding it once more to the same project changes nothing. A project whose deletion was cut short
 * no longer holds it.
 * @param also what is written with it, or not at all
 * @returns the entry that is there now, or why there is none
 */
export async function putEntry(
  orgId: string,
  entry: EntryRecord,
  also: TransactItems,
): Promise<EntryRecord | Refused> {
  const of = { orgId, projectId: entry.project_id };
  const keys = {
    ...projects.entry.key({ org_id: orgId, ...entry }),
    ...projects.entriesOf.keys({ org_id: orgId, ...entry }),
  };
  const before = await getEntry(orgId, entry);
  const holder = before && (await getProject({ orgId, projectId: before.project_id }));
  if (holder) return before.project_id === entry.project_id ? before : 'InAnotherProject';
  const added = put('dynamodb:PutItem Projects', projects.entry, keys, entry, {
    ConditionExpression: 'attribute_not_exists(pk) OR project_id = :gone',
    ExpressionAttributeValues: { ':gone': before?.project_id ?? '' },
  });
  const refusal = await tryWrite([added, counted(of, 1, entry.at), ...also], 2);
  if (!refusal) return entry;
  if (!refusal.failed.includes(0))
    return (await getProject(of)) ? 'ProjectFull' : 'ProjectNotFound';
  const there = await getEntry(orgId, entry);
  return there?.project_id === entry.project_id ? there : 'InAnotherProject';
}

/** Takes a thing out of its project; false when it is in none any more. */
export async function removeEntry(
  orgId: string,
  { project_id, kind, ref }: EntryRecord,
  also: TransactItems,
  now: Date,
): Promise<boolean> {
  const removed = remove(
    'dynamodb:DeleteItem Projects',
    projects.entry,
    { org_id: orgId, kind, ref },
    {
      ConditionExpression: 'project_id = :project',
      ExpressionAttributeValues: { ':project': project_id },
    },
  );
  const less = counted({ orgId, projectId: project_id }, -1, now.toISOString());
  const refusal = await tryWrite([removed, less, ...also], 2);
  if (!refusal) return true;
  // Without its project, whose deletion was cut short, nothing counts it.
  return !refusal.failed.includes(0) && !(await tryWrite(removed));
}

/** Lets go of everything in a project that is deleted, or in all of an organization. */
export async function removeEntriesOf({
  orgId,
  projectId,
}: {
  orgId: string;
  projectId?: string;
}): Promise<void> {
  const held = projectId
    ? (await entriesOf({ orgId, projectId })).map((one) =>
        projects.entry.key({ org_id: orgId, ...one }),
      )
    : await queryKeys('dynamodb:Query Projects', projects.held, { org_id: orgId });
  await deleteItems('dynamodb:BatchWriteItem Projects', held);
}
