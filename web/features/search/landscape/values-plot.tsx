import { axisX, axisY, barX, gridX, type PlotOptions, text } from '@observablehq/plot';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Facet } from '#web/api/search.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { PlotFigure, pointsClass, withinPixels } from '#web/ui/chart/plot/plot-figure.tsx';
import type { ValueFacet } from '../facets/facet-filters.ts';
import { onlyValue, placeOfFilters } from './narrowed.ts';
import { valueName } from './value-name.ts';

interface ValuesPlotProps {
  facet: ValueFacet;
  counted: Facet;
  address: SearchAddress;
  total: number;
}

const barHeight = 22;
/** Widths from which there is room for long names. */
const wide = 560;

/** How many results the most frequent values of a column have. */
export function ValuesPlot(props: ValuesPlotProps) {
  const { facet, address, counted, total } = props;
  const { bars, points } = useMemo(() => {
    const placed = counted.counts.map(({ value, count }) => ({
      value,
      count,
      name: valueName(facet, value),
      ...placeOfFilters(address, onlyValue(facet, address.filters, value)),
    }));
    return {
      bars: placed,
      points: placed.map(({ name, count, to, state }) => ({
        lines: [name, formatCount(count, 'result')],
        to,
        state,
      })),
    };
  }, [facet, address, counted]);
  const draw = useMemo(
    () =>
      (width: number): PlotOptions => {
        const labels = width < wide ? 120 : 250;
        // Half a result is none.
        const ticks = Math.min(4, Math.max(...bars.map(({ count }) => count)));
        return {
          height: bars.length * barHeight + 30,
          marginLeft: labels,
          marginTop: 2,
          marginBottom: 28,
          marginRight: 48,
          y: { type: 'band', domain: bars.map(({ name }) => name), padding: 0.25 },
          marks: [
            gridX({ ticks, stroke: 'var(--rule)', strokeOpacity: 1 }),
            axisX({ label: null, ticks, tickSize: 0, tickFormat: formatNumber }),
            axisY({
              label: null,
              tickSize: 0,
              ...withinPixels(labels),
            }),
            barX(bars, {
              className: pointsClass,
              x: 'count',
              y: 'name',
              fill: 'var(--accent)',
              href: 'to',
            }),
            text(bars, {
              x: 'count',
              y: 'name',
              text: ({ count }: { count: number }) => formatNumber(count),
              textAnchor: 'start',
              dx: 6,
              fill: 'var(--ink)',
            }),
          ],
        };
      },
    [bars],
  );
  if (bars.length === 0) return <p>No result has a value of {facet.title.toLowerCase()}.</p>;
  const more = counted.distinct - bars.length;
  return (
    <PlotFigure
      title={`Results by ${facet.title}`}
      note={`Counted of all ${formatNumber(total)} results, each once for every value that it has.${more > 0 ? ` ${formatCount(more, 'other value')} ${more === 1 ? 'is' : 'are'} not shown.` : ''}`}
      draw={draw}
      points={points}
      table={{
        columns: [facet.title, 'Results'],
        rows: bars.map(({ name, count, to, state }) => [
          name,
          <Link key={name} to={to} state={state}>
            {formatNumber(count)}
          </Link>,
        ]),
      }}
    />
  );
}
