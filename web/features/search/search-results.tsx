import { Anchor, Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { searchFailureTitle } from '#web/api/search.ts';
import { comparePath, mostCompared } from '#web/lib/compare-path.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { EarlierSearches } from './earlier-searches.tsx';
import { mostRanked } from './export-limits.ts';
import { ResultItem, type ResultItemProps } from './result-item.tsx';
import { SearchExamples } from './search-examples.tsx';
import classes from './search-results.module.css';
import type { Triage } from './use-triage.ts';

type Found = OutputOf<Contract['query-index']>;

interface SearchResultsProps {
  results: UseQueryResult<Found>;
  /** What it found, with all rows that were asked for. */
  found: Found | undefined;
  /** Asks for the rows that follow. */
  showMore: ReactNode;
  /** Whether the first answer is on its way. */
  isSearching: boolean;
  /** Which columns are title, link and id of a row. */
  uses: ColumnUses | undefined;
  /** Actions on the results. */
  actions: ReactNode;
  counted: Counted;
  indexId: string;
  /** The words that were searched. */
  words: string;
  /** Actions on a hit with this title. */
  actionsOf: ResultItemProps['actionsOf'];
  /** Actions on the selected hits that have an id. */
  selectionActionsOf: (
    rows: readonly { index_id: string; id: string; title: string }[],
  ) => ReactNode;
  /** What each column holds. */
  types: Index['columns_type'];
  triage: Triage;
  canOpen: boolean;
  onMoreLike: (ids: readonly string[]) => void;
  /** Where nothing was found: what would find something. */
  ways: ReactNode;
  /** Absent where the search has no filters. */
  onRemoveFilters: (() => void) | undefined;
  /** Shows less relevant rows too. Absent where they are shown. */
  onShowAll: (() => void) | undefined;
}

interface Counted {
  /** How many of the hits are relevant. They come first. */
  relevant: number;
  /** Whether the list shows one publication of each family. */
  isFolded: boolean;
  /** Whether filters decide what may be found. */
  isFiltered: boolean;
  /** How many patent families were found, if results are folded and they are not too many to be counted. */
  families: number | undefined;
}

/** How many are shown and found. Of folded ones, how many inventions and how many publications. */
function countOf(
  { foundItems, totalFoundItems }: Found,
  { relevant, isFolded, families }: Counted,
): string {
  if (relevant < foundItems.length && !isFolded) {
    const less = formatNumber(totalFoundItems - relevant);
    return `${formatCount(relevant, 'result')}, ${less} less relevant`;
  }
  if (isFolded) {
    const shown = formatNumber(foundItems.length);
    const publications = formatCount(totalFoundItems, 'publication');
    if (families === undefined) return `First ${shown} families, of ${publications}`;
    const all = formatFamilies(families);
    const which = families > foundItems.length ? `First ${shown} of ${all}` : all;
    const near = relevant < foundItems.length ? `, ${formatNumber(relevant)} relevant` : '';
    return `${which}${near}, ${publications}`;
  }
  return totalFoundItems > foundItems.length
    ? `First ${foundItems.length} of ${formatNumber(totalFoundItems)} results`
    : formatCount(foundItems.length, 'result');
}

/** Of what filters keep, all rows match where these are few, also those that have nothing of the text. */
const isAllThatPasses = (
  { lessRelevantItems = 0, totalFoundItems }: Found,
  { isFiltered }: Counted,
) => isFiltered && totalFoundItems + lessRelevantItems < mostRanked;

/** What was left out. */
function describeLeft(found: Found, counted: Counted) {
  const { lessRelevantItems = 0 } = found;
  const left = formatNumber(lessRelevantItems);
  if (!isAllThatPasses(found, counted)) return `${left} less relevant`;
  return lessRelevantItems === 1 ? '1 other passes the filters' : `${left} others pass the filters`;
}

const formatFamilies = (count: number) =>
  count === 1 ? '1 family' : `${formatNumber(count)} families`;

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
  const { results, isSearching, indexId, words, uses, types, ways, actions, actionsOf } = props;
  const { selectionActionsOf } = props;
  const { onRemoveFilters, onShowAll, triage, canOpen, onMoreLike } = props;
  const { found: data, showMore, counted } = props;
  const { error, isPlaceholderData, refetch } = results;
  if (error) {
    return (
      <ErrorPanel title={searchFailureTitle(error)} error={error} onRetry={() => void refetch()} />
    );
  }
  if (isSearching) return <ContentSkeleton shape="list" lines={5} label="Searching" />;
  if (!data) {
    return (
      <div>
        <EmptyState title="Search by meaning" action={<SearchExamples />}>
          Begin with one of these, if you like:
        </EmptyState>
        <EarlierSearches />
      </div>
    );
  }
  const { lessRelevantItems: left = 0 } = data;
  if (data.foundItems.length === 0) {
    const passing = isAllThatPasses(data, counted) ? left : 0;
    return <NoItem {...{ ways, passing, onRemoveFilters, onShowAll }} />;
  }
  const selected = data.foundItems.flatMap((item, position) => {
    if (!triage.selected.has(position)) return [];
    const { id, title } = describeHit(item, uses);
    return id === undefined ? [] : [{ index_id: indexId, id, title }];
  });
  const selectedIds = selected.map(({ id }) => id);
  // A list that nothing ranks has scores of 0.
  const isReadAt = (item: Found['foundItems'][number]) => {
    const { id } = describeHit(item, uses);
    return id !== undefined && triage.isRead(id);
  };
  const isRanked = data.foundItems.some(({ conceptScore }) => conceptScore > 0);
  return (
    <section
      aria-label="Results"
      data-tour="search-results"
      aria-busy={isPlaceholderData}
      data-stale={isPlaceholderData}
      className={classes.results}
    >
      <div className={classes.head}>
        <p className={classes.count}>
          {countOf(data, counted)}
          {left > 0 && onShowAll && (
            <>
              {', '}
              <Anchor component="button" type="button" inherit onClick={onShowAll}>
                {describeLeft(data, counted)}
              </Anchor>
            </>
          )}
        </p>
        {triage.selected.size > 0 && (
          <div className={classes.selected}>
            {formatNumber(triage.selected.size)} selected
            <Button variant="subtle" size="compact-sm" onClick={() => onMoreLike(selectedIds)}>
              More like these
            </Button>
            <CompareSelected indexId={indexId} ids={selectedIds} />
            {selectionActionsOf(selected)}
            <Button variant="subtle" size="compact-sm" onClick={triage.selectNone}>
              Select none
            </Button>
          </div>
        )}
        {actions}
      </div>
      <ol className={classes.list} onKeyDown={moveBetweenHits}>
        {data.foundItems.map((item, position) => (
          <ResultItem
            // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
            key={position}
            {...{ item, indexId, uses, types, words, isRanked, canOpen, actionsOf, onMoreLike }}
            position={position}
            isFirstOfLess={position === counted.relevant && position > 0}
            isActive={triage.active === position}
            isSelected={triage.selected.has(position)}
            isRead={isReadAt(item)}
            onOpen={triage.open}
            onToggle={triage.toggle}
            onActive={triage.setActive}
            onRead={triage.markRead}
          />
        ))}
      </ol>
      {(showMore || onShowAll) && (
        <div className={classes.showMore}>
          {showMore}
          {onShowAll && (
            <Button variant="default" onClick={onShowAll}>
              Show less relevant results too
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Leads to two to four documents side by side. Of more, nothing can be read. */
function CompareSelected({ indexId, ids }: { indexId: string; ids: readonly string[] }) {
  if (ids.length < 2) return null;
  if (ids.length > mostCompared) {
    return (
      <Button disabled variant="subtle" size="compact-sm">
        Compare ({mostCompared} at most)
      </Button>
    );
  }
  return (
    <Button
      component={Link}
      to={comparePath(ids.map((id) => ({ indexId, id })))}
      variant="subtle"
      size="compact-sm"
    >
      Compare
    </Button>
  );
}

interface NoItemProps extends Pick<SearchResultsProps, 'ways' | 'onRemoveFilters' | 'onShowAll'> {
  /** How many rows pass the filters, none of them relevant; 0 if that is not known. */
  passing: number;
}

function NoItem({ ways, passing, onRemoveFilters, onShowAll }: NoItemProps) {
  const buttons = (
    <>
      {ways}
      {onRemoveFilters && (
        <Button variant="default" onClick={onRemoveFilters}>
          Remove filters
        </Button>
      )}
      {onShowAll && (
        <Button variant="subtle" onClick={onShowAll}>
          {passing > 0
            ? `Show ${formatCount(passing, 'row')} all the same`
            : 'Show less relevant results too'}
        </Button>
      )}
    </>
  );
  const which = onShowAll ? 'relevant row' : 'row';
  const why = () => {
    if (passing === 1) return 'One row passes the filters, and it is not relevant to the text.';
    if (passing > 0) {
      return `${formatNumber(passing)} rows pass the filters, and none of them is relevant to the text.`;
    }
    return onRemoveFilters
      ? `No ${which} meets all filters. Without them this search may find something.`
      : `No ${which} was found. Try other or fewer words.`;
  };
  return (
    <EmptyState title="No item found." action={buttons}>
      {why()}
    </EmptyState>
  );
}

/** What screen readers hear when a search has ended. */
export function describeResults(
  { isPlaceholderData }: UseQueryResult<Found>,
  data: Found | undefined,
  counted: Counted,
): string {
  if (!data || isPlaceholderData) return '';
  if (data.foundItems.length === 0) return 'No item found.';
  const left = data.lessRelevantItems ? `, ${describeLeft(data, counted)}` : '';
  return countOf(data, counted) + left;
}
