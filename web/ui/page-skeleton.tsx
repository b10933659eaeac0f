import { Skeleton } from '@mantine/core';

/** Stands in for a page whose code or session is still on its way. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={30} width={220} mb="lg" />
      <Skeleton height={14} width="60%" mb="xl" />
      <Skeleton height={160} />
    </div>
  );
}
