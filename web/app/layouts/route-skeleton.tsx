import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { PlainLayout } from './plain-layout.tsx';

export function RouteSkeleton() {
  return (
    <PlainLayout>
      <PageSkeleton />
    </PlainLayout>
  );
}
