import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { searchFailureTitle } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ResultItem } from './result-item.tsx';
import { SearchExamples } from './search-examples.tsx';
import classes from './search-results.module.css';

type Found = OutputOf<Contract['query-index']>;

interface SearchResultsProps {
  results: UseQueryResult<Found>;
  /** Whether the first answer is on its way. */
  isSearching: boolean;
  /** Which columns are title, link and id of a row. */
  uses: ColumnUses | undefined;
  /** Actions on the results. */
  actions: ReactNode;
  /** Address of the page of a found document, and its best passage. */
  pathOf: (id: string, quote: string | undefined) => string;
  /** Actions on a hit with this id and title. */
  actionsOf: (id: string, title: string) => ReactNode;
  /** Absent where the search has no filters. */
  onRemoveFilters: (() => void) | undefined;
  /** Shows less relevant rows too. Absent where they are shown. */
  onShowAll: (() => void) | undefined;
}

function countOf({ foundItems, totalFoundItems }: Found): string {
  return totalFoundItems > foundItems.length
    ? `First ${foundItems.length} of ${formatNumber(totalFoundItems)} results`
    : formatCount(foundItems.length, 'result');
}

/** The arrow keys move from title to title, or from details to details, once the focus is in the list. */
function moveBetweenHits(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const hits = Array.from(event.currentTarget.children);
  const current = hits.findIndex((hit) => hit.contains(document.activeElement));
  const kind = document.activeElement?.matches('summary') ? 'summary' : 'a, summary';
  const target = hits[current + step]?.querySelector<HTMLElement>(kind);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** What a search found, or why nothing is shown. */
export function SearchResults(props: SearchResultsProps) {
  const { results, isSearching, uses, actions, actionsOf, pathOf, onRemoveFilters, onShowAll } =
    props;
  const { data, error, isPlaceholderData, refetch } = results;
  if (error) {
    return (
      <ErrorPanel title={searchFailureTitle(error)} error={error} onRetry={() => void refetch()} />
    );
  }
  if (isSearching) return <ContentSkeleton shape="list" lines={5} label="Searching" />;
  if (!data) {
    return (
      <EmptyState title="Search by meaning" action={<SearchExamples />}>
        Describe the thing, not its keywords. Long texts work well: paste an abstract or a whole
        claim. Or begin with one of these:
      </EmptyState>
    );
  }
  if (data.foundItems.length === 0) return <NoItem {...{ onRemoveFilters, onShowAll }} />;
  return (
    <section
      aria-label="Results"
      data-tour="search-results"
      aria-busy={isPlaceholderData}
      data-stale={isPlaceholderData}
      className={classes.results}
    >
      <div className={classes.head}>
        <p className={classes.count}>{countOf(data)}</p>
        {actions}
      </div>
      <ol className={classes.list} onKeyDown={moveBetweenHits}>
        {data.foundItems.map((item, position) => (
          <ResultItem
            // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
            key={position}
            hit={describeHit(item, uses)}
            explanation={item.explanation}
            pathOf={pathOf}
            actionsOf={actionsOf}
          />
        ))}
      </ol>
    </section>
  );
}

function NoItem({
  onRemoveFilters,
  onShowAll,
}: Pick<SearchResultsProps, 'onRemoveFilters' | 'onShowAll'>) {
  const buttons = (
    <>
      {onRemoveFilters && (
        <Button variant="default" onClick={onRemoveFilters}>
          Remove filters
        </Button>
      )}
      {onShowAll && (
        <Button variant="subtle" onClick={onShowAll}>
          Show less relevant results too
        </Button>
      )}
    </>
  );
  const which = onShowAll ? 'relevant row' : 'row';
  return (
    <EmptyState title="No item found." action={buttons}>
      {onRemoveFilters
        ? `No ${which} meets all filters. Without them this search may find something.`
        : `No ${which} was found. Try other or fewer words.`}
    </EmptyState>
  );
}

/** What screen readers hear when a search has ended. */
export function describeResults({ data, isPlaceholderData }: UseQueryResult<Found>): string {
  if (!data || isPlaceholderData) return '';
  return data.foundItems.length === 0 ? 'No item found.' : countOf(data);
}
