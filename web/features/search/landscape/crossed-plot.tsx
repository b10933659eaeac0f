import { axisX, axisY, cell, type PlotOptions } from '@observablehq/plot';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Facet } from '#web/api/search.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { PlotFigure, pointsClass, withinPixels } from '#web/ui/chart/plot/plot-figure.tsx';
import { type Bucket, bucketName, bucketsOf, rangeFilters } from '../facets/buckets.ts';
import type { FacetColumn } from '../facets/facet-columns.ts';
import { isOfFacet, type ValueFacet } from '../facets/facet-filters.ts';
import { onlyValue, placeOfFilters } from './narrowed.ts';
import { valueName } from './value-name.ts';

interface CrossedPlotProps {
  /** What the rows are. */
  facet: ValueFacet;
  /** What the columns are. */
  by: FacetColumn;
  counted: Facet;
  address: SearchAddress;
  total: number;
}

const rowHeight = 22;
/** Pixels that the name of an interval needs. */
const tickWidth = 44;
/** Widths from which there is room for long names. */
const wide = 560;

interface Cell {
  value: string;
  bucket: Bucket;
  href: string;
}

/** How many results each of the most frequent values has in each year or interval. */
export function CrossedPlot(props: CrossedPlotProps) {
  const { facet, by, address, counted, total } = props;
  const title = `${facet.title} by ${by.title.toLowerCase()}`;
  const { buckets, cells, points } = useMemo(
    () => cellsOf(facet, by, address, counted),
    [facet, by, address, counted],
  );
  const draw = useMemo(() => {
    const { counts, interval } = counted;
    const values = counts.map(({ value }) => value);
    return (width: number): PlotOptions => {
      const labels = width < wide ? 96 : 190;
      const each = Math.ceil((tickWidth * buckets.length) / (width - labels));
      return {
        height: values.length * rowHeight + 30,
        marginLeft: labels,
        marginBottom: 28,
        marginTop: 2,
        marginRight: 12,
        x: { type: 'band', domain: buckets.map(({ value }) => value), padding: 0.06 },
        y: { type: 'band', domain: values, padding: 0.08 },
        opacity: { type: 'sqrt', range: [0.12, 1], domain: [0, most(cells)] },
        marks: [
          axisX({
            label: null,
            tickSize: 0,
            ticks: buckets.filter((_, at) => at % each === 0).map(({ value }) => value),
            tickFormat: (value: string) => bucketName(by, { value, count: 0 }, interval),
          }),
          axisY({
            label: null,
            tickSize: 0,
            tickFormat: (value: string) => valueName(facet, value),
            ...withinPixels(labels),
          }),
          cell(cells, {
            className: pointsClass,
            x: ({ bucket }: Cell) => bucket.value,
            y: 'value',
            fill: 'var(--accent)',
            fillOpacity: ({ bucket }: Cell) => bucket.count,
            href: 'href',
          }),
        ],
      };
    };
  }, [buckets, cells, counted, facet, by]);
  if (cells.length === 0) {
    return <p>No result has both: {title.toLowerCase()}.</p>;
  }
  const more = counted.distinct - counted.counts.length;
  return (
    <PlotFigure
      title={title}
      note={`Counted of all ${formatNumber(total)} results. The stronger the colour, the more: at most ${formatNumber(most(cells))}.${more > 0 ? ` ${formatCount(more, 'other value')} ${more === 1 ? 'is' : 'are'} not shown.` : ''}`}
      draw={draw}
      points={points}
      table={{
        columns: [facet.title, by.title, 'Results'],
        rows: cells.map(({ value, bucket, href }, at) => [
          valueName(facet, value),
          bucketName(by, bucket, counted.interval),
          <Link key={value} to={href} state={points[at]?.state}>
            {formatNumber(bucket.count)}
          </Link>,
        ]),
      }}
    />
  );
}

const most = (cells: readonly Cell[]) => Math.max(...cells.map(({ bucket }) => bucket.count));

/** The cells that have results, each with the search for them, and the intervals from the first to the last. */
function cellsOf(facet: ValueFacet, by: FacetColumn, address: SearchAddress, counted: Facet) {
  const { counts, interval } = counted;
  const sums = new Map<string, number>();
  for (const { value, count } of counts.flatMap(({ by: own = [] }) => own)) {
    sums.set(value, (sums.get(value) ?? 0) + count);
  }
  const found = Array.from(sums, ([value, count]) => ({ value, count })).toSorted((a, b) =>
    by.kind === 'numbers' ? Number(a.value) - Number(b.value) : a.value < b.value ? -1 : 1,
  );
  const buckets = bucketsOf({ ...counted, counts: found });
  const placeOf = new Map(buckets.map(({ value }, at) => [value, at]));
  const others = address.filters.filter((filter) => !isOfFacet(by, filter));
  const points: { lines: string[]; to: string; state: unknown }[] = [];
  const cells = counts.flatMap(({ value, by: own = [] }) =>
    own.map((bucket): Cell => {
      const at = placeOf.get(bucket.value)!;
      const filters = [
        ...onlyValue(facet, others, value),
        ...rangeFilters(by, buckets, [at, at], interval),
      ];
      const { to, state } = placeOfFilters(address, filters);
      points.push({
        lines: [
          valueName(facet, value),
          `${bucketName(by, bucket, interval)}: ${formatCount(bucket.count, 'result')}`,
        ],
        to,
        state,
      });
      return { value, bucket, href: to };
    }),
  );
  return { buckets, cells, points };
}
