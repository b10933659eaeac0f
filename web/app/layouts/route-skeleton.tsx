import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** Shown until it is known who is signed in, and the page's code is loaded. */
export function RouteSkeleton() {
  return (
    <PlainLayout>
      <PageSkeleton />
    </PlainLayout>
  );
}
