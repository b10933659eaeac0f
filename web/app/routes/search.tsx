import { SearchPage } from '#web/features/search/search-page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader title="Search" />
      <SearchPage />
    </>
  );
}
