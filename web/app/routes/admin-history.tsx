import { SearchHistory } from '#web/features/admin/search-history.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <SearchHistory />
    </>
  );
}
