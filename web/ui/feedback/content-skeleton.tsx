import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './content-skeleton.module.css';

/** Shape of the content. `figures` means facts above a plot. */
export type ContentShape = 'table' | 'list' | 'figures' | 'form' | 'text';

interface ContentSkeletonProps {
  shape: ContentShape;
  /** What screen readers hear. */
  label?: string;
  /** Rows, entries, facts, fields or lines. */
  lines?: number;
}

/** Placeholder for loading content, in the shape of that content. */
export function ContentSkeleton({
  shape,
  label = 'Loading',
  lines = shape === 'text' ? 8 : 4,
}: ContentSkeletonProps) {
  return (
    <div role="status" aria-label={label} className={classes[shape]}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={line} className={classes.line}>
          {lineOf[shape]}
        </div>
      ))}
      {shape === 'figures' && <Skeleton height={140} className={classes.plot} />}
    </div>
  );
}

const lineOf: Record<ContentShape, ReactNode> = {
  table: (
    <>
      <Skeleton height={12} width="80%" />
      <Skeleton height={12} width="55%" />
      <Skeleton height={12} width="55%" />
    </>
  ),
  list: (
    <>
      <Skeleton height={14} width="55%" />
      <Skeleton height={10} width="30%" />
      <Skeleton height={10} width="70%" />
    </>
  ),
  figures: (
    <>
      <Skeleton height={10} width="60%" />
      <Skeleton height={20} width="40%" />
    </>
  ),
  form: (
    <>
      <Skeleton height={12} width="30%" />
      <Skeleton height={34} />
    </>
  ),
  text: <Skeleton height={12} />,
};
