import { Anchor, Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { limits } from '#shared/limits.ts';
import { type Facet, searchFailureTitle, searchQuery } from '#web/api/search.ts';
import { formatNumber } from '#web/lib/format.ts';
import { searchPlace } from '#web/lib/runnable-search.ts';
import { Bar } from '#web/ui/chart/bar.tsx';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { facetOf } from '../facets/facet-columns.ts';
import { type ValueFacet, withValue } from '../facets/facet-filters.ts';
import { valueName } from '../landscape/value-name.ts';
import { searchRequest } from '../search-request.ts';
import classes from './comparison.module.css';
import { type SharedValue, sharedColumns, sharedValues, shareOf } from './shares.ts';

interface SharesOfBothProps {
  indexes: readonly [Index, Index];
  /** Counts what this search finds; all rows without a text. */
  text: string;
}

/** Values that are counted of each column. */
const mostCounted = 200;
const shownAtFirst = 10;

/** How large a share each category has in two indexes, and by how much it differs. */
export function SharesOfBoth({ indexes, text }: SharesOfBothProps) {
  const columns = sharedColumns(indexes).slice(0, limits.facetsMax);
  const found = useQueries({
    queries: indexes.map((index) => {
      const address = { indexId: index.item_id, text, filters: [], asWords: false };
      const { pages: _, distinct: __, ...request } = searchRequest(address, index);
      return {
        ...searchQuery({
          ...request,
          ...(text === '' && { sort: 'rows', relevantOnly: false }),
          facets: columns.map((column) => ({ ...facetOf(column), top: mostCounted })),
          limit: 1,
          fields: [],
          explain: false,
        }),
        enabled: columns.length > 0,
      };
    }),
  });
  if (columns.length === 0) {
    return (
      <EmptyState title="No category in common">
        Columns are compared that have the same name in both indexes and hold categories, such as a
        product, a status or a class.
      </EmptyState>
    );
  }
  const failed = found.find(({ error }) => error);
  if (failed) {
    const { error, refetch } = failed;
    return (
      <ErrorPanel title={searchFailureTitle(error)} error={error!} onRetry={() => void refetch()} />
    );
  }
  const [one, other] = found.map(({ data }) => data);
  if (!one || !other) return <ContentSkeleton shape="table" lines={8} label="Counting" />;
  const totals = [one.totalFoundItems, other.totalFoundItems] as const;
  return (
    <>
      <p className={classes.note}>
        {text === '' ? 'Shares of all rows: ' : 'Shares of what was found: '}
        {indexes.map(({ name }, i) => `${formatNumber(totals[i]!)} in ${name}`).join(', ')}.
        Differences are in percentage points, with a plus where the first has more.
      </p>
      {columns.map((column) => {
        const facets = [one, other].map(({ facets = [] }) =>
          facets.find((facet) => facet.column === column.column),
        );
        return (
          <Section key={column.column} title={column.title}>
            {facets[0] && facets[1] ? (
              <Shares {...{ column, indexes, text, totals }} facets={facets as [Facet, Facet]} />
            ) : (
              <p className={classes.note}>This column cannot be counted in both.</p>
            )}
          </Section>
        );
      })}
    </>
  );
}

interface SharesProps {
  column: ValueFacet;
  indexes: readonly [Index, Index];
  text: string;
  facets: readonly [Facet, Facet];
  totals: readonly [number, number];
}

function Shares({ column, indexes, text, facets, totals }: SharesProps) {
  const [showsAll, setShowAll] = useState(false);
  const values = sharedValues(facets, totals);
  if (values.length === 0) return <p className={classes.note}>No row has a value here.</p>;
  const largest = Math.max(
    ...values.flatMap(({ counts }) => counts.map((count = 0, i) => count / totals[i]!)),
  );
  const listed = showsAll ? values : values.slice(0, shownAtFirst);
  return (
    <>
      <table className={classes.shares}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            {indexes.map(({ item_id, name }) => (
              <th key={item_id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((each) => (
            <tr key={each.value}>
              <th scope="row">{valueName(column, each.value)}</th>
              {indexes.map((index, i) => (
                <td key={index.item_id}>
                  <Share
                    to={placeOfValue(column, index.item_id, text, each)}
                    count={each.counts[i]}
                    total={totals[i]!}
                    largest={largest}
                  />
                </td>
              ))}
              <td className={classes.difference}>{inPoints(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > listed.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowAll(true)}>
          Show all {formatNumber(values.length)}
        </Button>
      )}
    </>
  );
}

interface ShareProps {
  to: ReturnType<typeof placeOfValue>;
  count: number | undefined;
  total: number;
  /** The largest share that the table has: its bar is as long as there is room. */
  largest: number;
}

function Share({ to, count, total, largest }: ShareProps) {
  if (count === undefined) return <span className={classes.soft}>few</span>;
  const share = shareOf(count, total);
  return (
    <>
      <span className={classes.share}>
        {count === 0 ? (
          share
        ) : (
          <Anchor component={Link} {...to} underline="hover" inherit>
            {share}
          </Anchor>
        )}
        <span className={classes.soft}>{formatNumber(count)}</span>
      </span>
      <Bar value={count / total / largest} />
    </>
  );
}

/** "+3.2", "−0.4". Unknown counts leave it out. */
function inPoints({ counts, difference }: SharedValue): string {
  if (counts.includes(undefined)) return '';
  const points = (100 * Math.abs(difference)).toFixed(1);
  return points === '0.0' ? '0' : `${difference > 0 ? '+' : '−'}${points}`;
}

const operators = { values: ':"$"', classes: ':$', offices: ':$*' } as const;

/** The search for the rows with a value. Without a text, a condition is one. */
function placeOfValue(
  { column, ...facet }: ValueFacet,
  indexId: string,
  text: string,
  { value }: SharedValue,
) {
  const condition =
    column.replaceAll(/\s+/g, '_') +
    operators[facet.kind].replace('$', () => value.replaceAll('"', ' '));
  const { query, state } = searchPlace({
    indexId,
    text: text === '' ? condition : text,
    filters: text === '' ? [] : withValue({ column, ...facet }, [], value, 'include'),
    asWords: false,
  });
  return { to: `/search?${query}`, state };
}
