import { Skeleton } from '@mantine/core';

/** Placeholder of a page while its code or the session is loading. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={30} width={220} mb="lg" />
      <Skeleton height={14} width="60%" mb="xl" />
      <Skeleton height={160} />
    </div>
  );
}
