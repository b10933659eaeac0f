import { useParams } from 'react-router-dom';
import { projectQuery } from '#web/api/projects.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ProjectPage } from '#web/features/projects/project-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { projectId = '' } }) => [
  queryClient.prefetchQuery(projectQuery(projectId)),
]);

export function Component() {
  const { projectId = '' } = useParams();
  return <ProjectPage key={projectId} projectId={projectId} />;
}
