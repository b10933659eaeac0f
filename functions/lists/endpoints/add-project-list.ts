import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { addEntry, seenProject } from '#functions/projects/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { madePrivate } from '../lists.ts';
import { managedList } from '../own-lists.ts';

export const handler = lambda(projects, 'add-project-list', member, async (request) => {
  const { params, body, principal, now } = request;
  const [project, { list }] = await Promise.all([
    seenProject(principal, params.project_id),
    managedList(principal, body.list_id),
  ]);
  const entry = { kind: 'list' as const, ref: list.list_id, title: list.name };
  // The project decides who sees it. Taken out, it is its owner’s alone, so that nothing confidential is shared by that.
  return addEntry(principal, project, entry, now, [madePrivate(principal.orgId, list.list_id)]);
});
