import { PageHeader } from '#web/ui/page/page-header.tsx';
import { usePage } from '#web/ui/page/use-page.ts';
import { ContentSkeleton } from './content-skeleton.tsx';

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
