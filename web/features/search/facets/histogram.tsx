import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { Facet } from '#web/api/search.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import type { Filter } from '#web/lib/search-filter.ts';
import { bucketName, bucketsOf, keptRange, rangeFilters } from './buckets.ts';
import type { FacetColumn } from './facet-columns.ts';
import classes from './histogram.module.css';

interface HistogramProps {
  facet: FacetColumn;
  counted: Facet;
  filters: readonly Filter[];
  /** Other ends of the range: the filters of this column. */
  onChange: (filters: Filter[]) => void;
}

const height = 48;
/** A search follows when the handles rest. */
const restMs = 300;

/** How many matches each year, month, day or range of numbers has, with two handles for a part of it. */
export function Histogram({ facet, counted, filters, onChange }: HistogramProps) {
  const buckets = bucketsOf(counted);
  const kept = keptRange(facet, filters, buckets);
  const key = kept.join(' ');
  const [moved, setMoved] = useState<{ range: [number, number]; from: string }>();
  // A range that was set elsewhere, or that the search has followed.
  const [first, last] = moved?.from === key ? moved.range : kept;
  const send = useDebouncedCallback(
    (range: [number, number]) => onChange(rangeFilters(facet, buckets, range, counted.interval)),
    restMs,
  );
  const move = (range: [number, number]) => {
    setMoved({ range, from: key });
    send(range);
  };
  const end = buckets.length - 1;
  const name = (at: number) => bucketName(facet, buckets[at]!, counted.interval);
  const most = Math.max(...buckets.map(({ count }) => count));
  const inRange = buckets.slice(first, last + 1).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.histogram}>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${buckets.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${facet.title}, ${name(0)} to ${name(end)}, at most ${formatNumber(most)}`}
      >
        {buckets.map(({ value, count }, at) => (
          <rect
            key={value}
            className={classes.bar}
            data-kept={at >= first && at <= last}
            x={at + 0.08}
            width={0.84}
            y={height - barHeight(count, most)}
            height={barHeight(count, most)}
          >
            <title>{`${name(at)}: ${formatNumber(count)}`}</title>
          </rect>
        ))}
      </svg>
      {end > 0 && (
        <div className={classes.handles}>
          <input
            type="range"
            aria-label={`${facet.title} from`}
            aria-valuetext={name(first)}
            min={0}
            max={end}
            value={first}
            onChange={({ currentTarget }) =>
              move([Math.min(currentTarget.valueAsNumber, last), last])
            }
          />
          <input
            type="range"
            aria-label={`${facet.title} to`}
            aria-valuetext={name(last)}
            min={0}
            max={end}
            value={last}
            onChange={({ currentTarget }) =>
              move([first, Math.max(currentTarget.valueAsNumber, first)])
            }
          />
        </div>
      )}
      <p className={classes.range}>
        <span>{first === last ? name(first) : `${name(first)} – ${name(last)}`}</span>
        <span>{formatCount(inRange, 'result')}</span>
      </p>
    </div>
  );
}

/** One match is seen beside thousands. */
const barHeight = (count: number, most: number) =>
  count === 0 ? 0 : Math.max(1.5, (height * count) / most);
