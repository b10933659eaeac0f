import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { errorCatalog } from '#shared/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { describeHit } from './describe-hit.ts';
import { ResultItem } from './result-item.tsx';
import { SearchExamples } from './search-examples.tsx';
import classes from './search-results.module.css';

type Found = OutputOf<Contract['query-index']>;

/** Refusals say what is wrong with the search; for everything else the server is to blame. */
function failureTitle(error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? 'This search is not possible' : errorCatalog.Busy.message;
}

/** What a search found, or why nothing is shown. */
export function SearchResults({ results }: { results: UseQueryResult<Found> }) {
  const { data, error, isLoading, isPlaceholderData, refetch } = results;
  if (error) {
    return <ErrorPanel title={failureTitle(error)} error={error} onRetry={() => void refetch()} />;
  }
  if (isLoading) return <ResultsSkeleton />;
  if (!data) {
    return (
      <EmptyState title="Search by meaning" action={<SearchExamples />}>
        Describe the thing, not its keywords. Long texts work well: paste an abstract or a whole
        claim. Or begin with one of these:
      </EmptyState>
    );
  }
  if (data.foundItems.length === 0) {
    return <EmptyState title="No item found.">Try other or fewer words.</EmptyState>;
  }
  return (
    <section
      aria-label="Results"
      aria-busy={isPlaceholderData}
      data-stale={isPlaceholderData}
      className={classes.results}
    >
      <p className={classes.count} role="status">
        {formatCount(data.foundItems.length, 'result')}
      </p>
      <ol className={classes.list}>
        {data.foundItems.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
          <ResultItem key={place} hit={describeHit(item)} />
        ))}
      </ol>
    </section>
  );
}

function ResultsSkeleton() {
  return (
    <div role="status" aria-label="Searching">
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className={classes.skeleton}>
          <Skeleton height={14} width="55%" />
          <Skeleton height={10} width="30%" />
        </div>
      ))}
    </div>
  );
}
