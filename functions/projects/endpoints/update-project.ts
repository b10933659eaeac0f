import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { member, teamNames } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { requireNobodyShutOut } from '../colleagues-at-work.ts';
import { membersOf } from '../members-of.ts';
import { entriesOf } from '../project-entries.ts';
import { workDone } from '../project-work.ts';
import { setProject } from '../projects.ts';
import { managedProject } from '../seen-project.ts';
import { toProject } from '../to-project.ts';

/** A transaction takes a hundred writes. Of more people who come or go at once some are not told of. */
const notesMax = 99;

export const handler = lambda(projects, 'update-project', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { orgId } = principal;
  const [seen, names] = await Promise.all([
    managedProject(principal, params.project_id),
    teamNames(orgId),
  ]);
  const { name = seen.name, about = seen.about, confidential = seen.confidential } = body;
  const { project_id, owner_id } = seen;
  const members = body.member_ids ? membersOf(owner_id, body.member_ids, names) : seen.members;
  const of = { orgId, projectId: project_id };
  if (confidential && !seen.confidential) {
    await requireNobodyShutOut(principal, { members }, await entriesOf(of));
  }
  const changed = {
    ...seen,
    name,
    about,
    confidential,
    members,
    updated_at: now.toISOString(),
    revision: body.revision + 1,
  };
  const isRenamed = name !== seen.name || about !== seen.about;
  const isOpened = confidential !== seen.confidential;
  const came = members.filter((id) => !seen.members.includes(id));
  const left = seen.members.filter((id) => !members.includes(id));
  const person = (ref: string) => ({ kind: 'member' as const, ref, name: '' });
  const project = { kind: 'project' as const, ref: project_id, name };
  const notes = [
    auditEntry(principal, { action: 'project.changed', object: { id: project_id, name } }, now),
    ...(isRenamed || isOpened ? [workDone(principal, project_id, 'changed', project, now)] : []),
    ...came.map((id) => workDone(principal, project_id, 'member-added', person(id), now)),
    ...left.map((id) => workDone(principal, project_id, 'member-removed', person(id), now)),
  ];
  if (!(await setProject(of, changed, body.revision, notes.slice(0, notesMax))))
    throw fail('ProjectChanged');
  return toProject(changed, principal, names);
});
