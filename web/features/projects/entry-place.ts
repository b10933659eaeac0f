import type { EntryKind, ProjectEntry } from '#shared/contract/projects.ts';
import { reportPath } from '#web/lib/report-path.ts';
import { placeOf } from '#web/lib/runnable-search.ts';

export const kindNames: Record<EntryKind, string> = {
  list: 'List',
  report: 'Report',
  conversation: 'Conversation',
  search: 'Search',
};

/** Where a thing of a project is opened; undefined for a search with conditions that the page does not have. */
export function entryPlace(
  projectId: string,
  { kind, ref, report, search }: Pick<ProjectEntry, 'kind' | 'ref' | 'report' | 'search'>,
): { to: string; state?: unknown } | undefined {
  if (kind === 'list') return { to: `/lists/${encodeURIComponent(ref)}` };
  if (kind === 'conversation') {
    return { to: `/projects/${projectId}/conversations/${encodeURIComponent(ref)}` };
  }
  if (report) return { to: reportPath(report.kind, report.ucid) };
  return search && placeOf(search);
}
