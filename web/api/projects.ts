import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Project, ProjectEntry } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { api } from '#web/lib/api-client.ts';
import type { RunnableSearch } from '#web/lib/runnable-search.ts';
import { everyPage } from './every-page.ts';
import { listQuery, listsQuery } from './lists.ts';
import { reportsQuery } from './report-lists.ts';

const current = {
  // Colleagues may have changed it meanwhile.
  staleTime: 0,
};

/** The projects that the person sees, the last changed first. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => (await api('list-projects', { signal })).items,
  ...current,
});

/** A project with what it holds, and who did what. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) => api('get-project', { params: { project_id: projectId }, signal }),
    ...current,
  });

/** A conversation of a project, with all its pages. */
export const projectConversationQuery = (projectId: string, threadId: string) =>
  queryOptions({
    queryKey: ['project-conversation', projectId, threadId],
    queryFn: async ({ signal }) => {
      const open = (cursor: string | undefined) =>
        api('open-project-conversation', {
          params: { project_id: projectId, thread_id: threadId },
          query: { cursor },
          signal,
        });
      const first = await open(undefined);
      const items = await everyPage((cursor) =>
        cursor === undefined ? Promise.resolve(first) : open(cursor),
      );
      return { title: first.title, items };
    },
    ...current,
  });

const refresh = (client: QueryClient, projectId?: string) =>
  Promise.all([
    client.invalidateQueries(projectsQuery),
    // Lists say in which project they are.
    client.invalidateQueries(listsQuery),
    projectId !== undefined && client.invalidateQueries(projectQuery(projectId)),
  ]);

/** What people say of a project. */
export interface ProjectForm {
  name: string;
  about: string;
  confidential: boolean;
  member_ids: string[];
}

export const createProject = mutationOptions({
  mutationFn: (body: ProjectForm) => api('create-project', { body }),
  onSuccess: (_project, _body, _result, { client }) => refresh(client),
});

/** Changes a project. Fails with `ProjectChanged` if a colleague has changed it meanwhile. */
export const updateProject = ({ project_id, revision }: Project) =>
  mutationOptions({
    mutationFn: (body: ProjectForm) =>
      api('update-project', { params: { project_id }, body: { ...body, revision } }),
    onSettled: (_project, _error, _body, _result, { client }) => refresh(client, project_id),
  });

export const deleteProject = mutationOptions({
  mutationFn: ({ project_id }: Project) => api('delete-project', { params: { project_id } }),
  onSuccess: (_nothing, _project, _result, { client }) => refresh(client),
});

/** What can be added to a project. */
export type Addable =
  | { kind: 'list'; id: string; title: string }
  | { kind: 'conversation'; id: string; title: string }
  | { kind: 'report'; report: { kind: ReportKind; ucid: string }; title: string }
  | { kind: 'search'; search: RunnableSearch; title: string };

/** What each kind of report is called beside its title. */
export const reportNames: Record<ReportKind, string> = {
  'prior-art': 'Prior art',
  invalidation: 'Claim chart',
};

/** A report as an entry, named after its patent. */
export const reportToAdd = (report: { kind: ReportKind; ucid: string }, title: string): Addable => {
  const after = ` (${report.ucid}, ${reportNames[report.kind]})`;
  const { kind, ucid } = report;
  return {
    kind: 'report',
    report: { kind, ucid },
    title: title.slice(0, limits.listTitleMaxLength - after.length) + after,
  };
};

/** A search as an entry. Of a saved one its name and alert stay with the person. */
export const searchToAdd = (
  { index_id, text, syntax, filters, sort }: RunnableSearch,
  title: string,
): Addable => ({
  kind: 'search',
  search: { index_id, text, syntax, filters, ...(sort && { sort }) },
  title,
});

export const addToProject = mutationOptions({
  mutationFn: ({ projectId, thing }: { projectId: string; thing: Addable }) => {
    const params = { project_id: projectId };
    switch (thing.kind) {
      case 'list':
        return api('add-project-list', { params, body: { list_id: thing.id } });
      case 'conversation':
        return api('add-project-conversation', { params, body: { thread_id: thing.id } });
      default:
        return api('add-project-entry', { params, body: thing });
    }
  },
  onSettled: (_entry, _error, { projectId, thing }, _result, { client }) =>
    Promise.all([
      refresh(client, projectId),
      thing.kind === 'list' && client.invalidateQueries(listQuery(thing.id)),
      thing.kind === 'report' && client.invalidateQueries(reportsQuery),
    ]),
});

export const removeFromProject = (projectId: string) =>
  mutationOptions({
    mutationFn: ({ kind, ref }: ProjectEntry) =>
      api('remove-project-entry', { params: { project_id: projectId }, query: { kind, ref } }),
    onSettled: (_nothing, _error, _entry, _result, { client }) => refresh(client, projectId),
  });
