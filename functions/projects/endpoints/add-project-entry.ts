import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { member } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import { addEntry } from '../add-entry.ts';
import { requireNobodyShutOut } from '../colleagues-at-work.ts';
import { reportRef } from '../report-ref.ts';
import { seenProject } from '../seen-project.ts';

export const handler = lambda(projects, 'add-project-entry', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const project = await seenProject(principal, params.project_id);
  if (body.kind === 'report') {
    const { title, report } = body;
    const entry = { kind: 'report' as const, ref: reportRef(report), title, report };
    if (project.confidential) {
      await requireNobodyShutOut(principal, project, [{ report, by_id: principal.user.item_id }]);
    }
    return addEntry(principal, project, entry, now);
  }
  const { title, search } = body;
  await requireReadableIndex(principal, search.index_id);
  const filters = JSON.stringify(search.filters);
  if (filters.length > limits.keptFiltersMaxLength) {
    throw fail('InvalidRequest', 'The filters of this search are too long to be kept.');
  }
  const kept = {
    kind: 'search' as const,
    ref: newId('svs'),
    title,
    search: { ...search, filters },
  };
  return addEntry(principal, project, kept, now);
});
