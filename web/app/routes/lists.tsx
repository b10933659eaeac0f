import { listsQuery } from '#web/api/lists.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ListTable } from '#web/features/lists/list-table.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(() => [queryClient.prefetchQuery(listsQuery)]);

export const Component = ListTable;
