import { projectsQuery } from '#web/api/projects.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ProjectTable } from '#web/features/projects/project-table.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(() => [queryClient.prefetchQuery(projectsQuery)]);

export const Component = ProjectTable;
