import { Skeleton } from '@mantine/core';
import classes from './search-results.module.css';

export function ResultsSkeleton() {
  return (
    <div role="status" aria-label="Searching">
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className={classes.skeleton}>
          <Skeleton height={14} width="55%" />
          <Skeleton height={10} width="30%" />
          <Skeleton height={10} width="70%" />
        </div>
      ))}
    </div>
  );
}
