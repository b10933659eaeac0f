import { ContentSkeleton } from './content-skeleton.tsx';
import { PageHeader } from './page-header.tsx';
import { usePage } from './use-page.ts';

/** Title of a page, and a placeholder of its content while its code, the account or its data is loading. */
export function PageSkeleton() {
  const page = usePage();
  return (
    <>
      {page && <PageHeader />}
      <ContentSkeleton shape={page?.shape ?? 'text'} />
    </>
  );
}
