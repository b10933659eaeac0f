import { savedSearchesQuery } from '#web/api/saved-searches.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { SavedSearchesPage } from '#web/features/search/saved-searches-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(() => [queryClient.prefetchQuery(savedSearchesQuery)]);

export function Component() {
  const [addToProject, dialog] = useAddToProject();
  return (
    <>
      <SavedSearchesPage onAddToProject={addToProject} />
      {dialog}
    </>
  );
}
