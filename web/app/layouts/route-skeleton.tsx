import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** Until it is known who is signed in, and the page's code is there. */
export function RouteSkeleton() {
  return (
    <PlainLayout>
      <PageSkeleton />
    </PlainLayout>
  );
}
