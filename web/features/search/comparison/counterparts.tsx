import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { type Counterpart, counterpartsQuery } from '#web/api/counterparts.ts';
import { comparePath } from '#web/lib/compare-path.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { describeHit, type Hit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { codeOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import classes from './comparison.module.css';

interface CounterpartsProps {
  indexes: readonly [Index, Index];
  /** Compares what this search finds in the first index; all rows without a text. */
  text: string;
  /** Lists the rows with a counterpart, instead of those without one. */
  isInBoth: boolean;
  /** Nearness from which a row has a counterpart. */
  from: number;
  onFrom: (from: number) => void;
}

/** Rows that are compared when the page opens. */
const comparedAtFirst = 200;
const shownAtFirst = 50;

/**
 * The rows of the first index that have no counterpart in the second, the least near first, or those that have one, the nearest
 * first. The page compares rows as long as somebody wants more of them.
 */
export function Counterparts(props: CounterpartsProps) {
  const { indexes, text, isInBoth, from, onFrom } = props;
  const [one, other] = indexes;
  const client = useQueryClient();
  const query = counterpartsQuery({ indexId: one.item_id, otherId: other.item_id, text });
  const compared = useInfiniteQuery(query);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = compared;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [wanted, setWanted] = useState(comparedAtFirst);
  const isGoingOn = hasNextPage && !error && items.length < wanted;
  useEffect(() => {
    if (isGoingOn && !isFetching) void fetchNextPage();
  }, [isGoingOn, isFetching, fetchNextPage]);
  const total = data?.pages.at(-1)?.total ?? 0;
  const retry = () => {
    // A list of a version that was built again cannot be gone on with.
    if (data && codeOf(error) !== 'InvalidRequest') void fetchNextPage();
    else void client.resetQueries({ queryKey: query.queryKey });
  };
  const failure = error && (
    <ErrorPanel title="The rows could not be compared" error={error} onRetry={retry} />
  );
  if (!data) {
    return failure ?? <ContentSkeleton shape="table" lines={8} label="Comparing rows" />;
  }
  const listed = items
    .filter(({ nearness }) => nearness >= from === isInBoth)
    .toSorted((x, y) => (isInBoth ? y.nearness - x.nearness : x.nearness - y.nearness));
  const progress = hasNextPage
    ? `${formatNumber(items.length)} of ${formatNumber(total)} rows compared so far`
    : `All ${formatNumber(items.length)} rows compared`;
  return (
    <>
      <div className={classes.head}>
        <p className={classes.lead}>
          <strong>{formatNumber(listed.length)}</strong> of {formatNumber(items.length)} rows of{' '}
          {one.name} have {isInBoth ? 'a' : 'no'} counterpart in {other.name}.
        </p>
        <Nearness from={from} onFrom={onFrom} />
        <p className={classes.progress}>
          {progress}
          {isGoingOn ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setWanted(items.length)}>
              Stop
            </Button>
          ) : (
            hasNextPage && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => setWanted(Number.POSITIVE_INFINITY)}
              >
                Compare the rest
              </Button>
            )
          )}
          {listed.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => void save(indexes, listed, isInBoth)}
            >
              Save as CSV
            </Button>
          )}
        </p>
        <VisuallyHidden role="status">{isGoingOn ? '' : progress}</VisuallyHidden>
      </div>
      {failure}
      {listed.length > 0 && <Pairs indexes={indexes} items={listed} />}
    </>
  );
}

interface NearnessProps {
  from: number;
  onFrom: (from: number) => void;
}

/** From what nearness on a row has a counterpart. */
function Nearness({ from, onFrom }: NearnessProps) {
  return (
    <label className={classes.nearness}>
      <span>
        A counterpart has a nearness of at least <output>{from.toFixed(2)}</output>
      </span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={from}
        onChange={({ currentTarget }) => onFrom(Number(currentTarget.value))}
      />
      <span className={classes.soft}>
        Equal texts have mostly more than .9, those of different fields hardly .4.
      </span>
    </label>
  );
}

interface PairsProps {
  indexes: readonly [Index, Index];
  items: readonly Counterpart[];
}

function Pairs({ indexes, items }: PairsProps) {
  const [one, other] = indexes;
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <>
      <table className={classes.pairs}>
        <thead>
          <tr>
            <th scope="col">{one.name}</th>
            <th scope="col">Nearest in {other.name}</th>
            <th scope="col">Nearness</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, shown).map((item, position) => {
            const [row, counterpart] = hitsOf(item, indexes);
            const { nearness } = item;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
              <tr key={position}>
                <td>
                  <Named hit={row} indexId={one.item_id} />
                </td>
                <td>
                  {counterpart ? (
                    <Named hit={counterpart} indexId={other.item_id} />
                  ) : (
                    <span className={classes.soft}>None</span>
                  )}
                </td>
                <td>
                  <Score value={nearness} digits={2} />
                  {row.id !== undefined && counterpart?.id !== undefined && (
                    <Anchor
                      component={Link}
                      to={comparePath([
                        { indexId: one.item_id, id: row.id },
                        { indexId: other.item_id, id: counterpart.id },
                      ])}
                      aria-label={`Compare ${row.title} with its counterpart`}
                      className={classes.compare}
                    >
                      Compare
                    </Anchor>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {items.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + 2 * shownAtFirst)}>
          Show more of {formatNumber(items.length)}
        </Button>
      )}
    </>
  );
}

function Named({ hit: { id, title, link }, indexId }: { hit: Hit; indexId: string }): ReactNode {
  const number = id !== undefined && <span className={classes.id}>{id}</span>;
  if (id !== undefined) {
    return (
      <>
        <Anchor component={Link} to={documentPath(indexId, id, '')} underline="hover" inherit>
          {title}
        </Anchor>
        {number}
      </>
    );
  }
  if (link === undefined) return title;
  return (
    <Anchor href={link} target="_blank" rel="noreferrer" underline="hover" inherit>
      {title}
    </Anchor>
  );
}

/** A row, and its counterpart if there is one, arranged for display. */
const hitsOf = (
  { row, counterpart, nearness }: Counterpart,
  [one, other]: readonly [Index, Index],
): [Hit, Hit | undefined] => [
  describeHit({ ...row, conceptScore: nearness }, one.columns_use),
  counterpart && describeHit({ ...counterpart, conceptScore: nearness }, other.columns_use),
];

/** Saves the list as it stands. */
function save(
  indexes: readonly [Index, Index],
  items: readonly Counterpart[],
  isInBoth: boolean,
): Promise<void> {
  const [one, other] = indexes.map(({ name }) => name);
  const rows = items.map((item) => {
    const [row, counterpart] = hitsOf(item, indexes);
    return [
      row.id ?? '',
      row.title,
      item.nearness.toFixed(4),
      counterpart?.id ?? '',
      counterpart?.title ?? '',
    ];
  });
  const header = [`id (${one})`, `title (${one})`, 'nearness', `id (${other})`, `title (${other})`];
  return downloadCsv(`${one}-${isInBoth ? 'also-in' : 'not-in'}-${other}.csv`, [header, ...rows]);
}
