import type { TransactItems } from '#core/storage/writes.ts';
import { type MemberPrincipal, teamNames } from '#functions/people/index.ts';
import type { ProjectEntry } from '#shared/contract/projects.ts';
import { ProductError } from '#shared/errors.ts';
import { type EntryRecord, putEntry } from './project-entries.ts';
import { workDone } from './project-work.ts';
import type { ProjectRecord } from './projects.ts';
import { toEntry } from './to-project.ts';

/**
 * Adds a thing to a project that the caller sees, and notes it. Throws `InAnotherProject` where another project holds it,
 * `ProjectFull` and `ProjectNotFound`.
 * @param also what is written with it, or not at all
 */
export async function addEntry(
  principal: MemberPrincipal,
  project: ProjectRecord,
  thing: Omit<EntryRecord, 'project_id' | 'by_id' | 'at'>,
  now: Date,
  also: TransactItems = [],
): Promise<ProjectEntry> {
  const { orgId, user } = principal;
  const { project_id } = project;
  const entry = { ...thing, project_id, by_id: user.item_id, at: now.toISOString() };
  const { kind, ref, title: name } = thing;
  const done = workDone(principal, project_id, 'added', { kind, ref, name }, now);
  const outcome = await putEntry(orgId, entry, [done, ...also]);
  if (outcome === 'InAnotherProject') throw new ProductError('InAnotherProject');
  if (outcome === 'ProjectFull') throw new ProductError('ProjectFull');
  if (outcome === 'ProjectNotFound') throw new ProductError('ProjectNotFound');
  return toEntry(outcome, project, principal, await teamNames(orgId));
}
