import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { firstIndexPageQuery } from '#web/api/indexes.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { Home, homeQueries } from '#web/features/home/home.tsx';
import { IndexTable } from '#web/features/indexes/index-table.tsx';
import { ExpiredNotice } from '#web/features/subscription/subscription-gate.tsx';
import { ToursAfterSignUp } from '#web/features/tours/tours-after-sign-up.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [
  queryClient.prefetchQuery(firstIndexPageQuery),
  queryClient.prefetchQuery(homeQueries.searches),
  queryClient.prefetchQuery(homeQueries.projects),
  queryClient.prefetchQuery(homeQueries.threads),
  queryClient.prefetchQuery(homeQueries.reports),
  queryClient.prefetchQuery(homeQueries.quota),
]);

export function Component() {
  return (
    <>
      <PageHeader
        actions={
          <Button
            component={Link}
            to="/index/create"
            leftSection={<IconPlus size={16} stroke={1.6} />}
          >
            Create index
          </Button>
        }
      />
      <ExpiredNotice />
      <Home />
      <IndexTable />
      <ToursAfterSignUp />
    </>
  );
}
