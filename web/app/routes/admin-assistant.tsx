import { assistantFiguresQuery } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { AssistantFigures } from '#web/features/admin/assistant-figures.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [queryClient.prefetchQuery(assistantFiguresQuery)]);

export function Component() {
  return (
    <>
      <PageHeader />
      <AssistantFigures />
    </>
  );
}
