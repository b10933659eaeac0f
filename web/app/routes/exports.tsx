import { ownExportsQuery } from '#web/api/search-exports.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ExportsPage } from '#web/features/search/exports-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(() => [queryClient.prefetchQuery(ownExportsQuery)]);

export const Component = ExportsPage;
