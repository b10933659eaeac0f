import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import {
  type FacetRequest,
  facetsQuery,
  type SearchRequest,
  searchFailureTitle,
} from '#web/api/search.ts';
import { formatCount } from '#web/lib/format.ts';
import type { Drawn, SearchAddress } from '#web/lib/runnable-search.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { useSame } from '#web/ui/page/use-same.ts';
import {
  countedColumns,
  type FacetColumn,
  facetColumns,
  facetOf,
} from '../facets/facet-columns.ts';
import { isOfIntervals, isOfValues, type ValueFacet } from '../facets/facet-filters.ts';
import { CrossedPlot } from './crossed-plot.tsx';
import classes from './landscape.module.css';
import { HitMap } from './map/hit-map.tsx';
import { ValuesPlot } from './values-plot.tsx';

interface LandscapeProps {
  index: Index;
  address: SearchAddress;
  request: SearchRequest;
  /** How many rows match. */
  total: number;
  /** The words that were searched. */
  words: string;
  /** What changes which results are drawn. */
  actions: ReactNode;
  /** Draws other columns, or the map. */
  onDraw: (drawn: Drawn) => void;
}

/** Values of a column that are drawn. */
const mostValues = 15;

/** What all results of a search are, as pictures whose parts lead to the results in them. */
export function Landscape({ index, words, actions, request, onDraw, ...given }: LandscapeProps) {
  // The page makes an address anew whenever it is rendered.
  const search = { ...given, address: useSame(given.address) };
  const { drawn = {} } = search.address;
  const { ofValues, ofIntervals, rows, by, bars } = columnsOf(index, drawn);
  const asked = rows && bars ? facetsOf(rows, by, bars) : [];
  const counted = useQuery({ ...facetsQuery(request, asked), enabled: asked.length > 0 });
  if (!rows || !bars) {
    return <p className={classes.note}>This index has no column of categories to draw.</p>;
  }
  const { data = [], error } = counted;
  // Counts by a second column have those of the first.
  const [ofRows, ofBars] = [data[0], data.at(-1)];
  const draw = (change: Drawn) => onDraw({ ...drawn, ...change });
  const counting = !error && <ContentSkeleton shape="text" lines={8} label="Counting" />;
  return (
    <section aria-label="Landscape" className={classes.landscape}>
      <p className={classes.head}>
        {formatCount(search.total, 'result')} {actions}
      </p>
      {error && (
        <ErrorPanel
          title={searchFailureTitle(error)}
          error={error}
          onRetry={() => void counted.refetch()}
        />
      )}
      {by && (
        <>
          <div className={classes.choices}>
            <ColumnSelect
              label="Rows"
              columns={ofValues}
              value={rows}
              onChange={({ column }) => draw({ rows: column })}
            />
            <ColumnSelect
              label="Columns"
              columns={ofIntervals}
              value={by}
              onChange={({ column }) => draw({ columns: column })}
            />
          </div>
          {ofRows ? <CrossedPlot facet={rows} by={by} counted={ofRows} {...search} /> : counting}
        </>
      )}
      <div className={classes.choices}>
        <ColumnSelect
          label="Bars"
          columns={ofValues}
          value={bars}
          onChange={({ column }) => draw({ bars: column })}
        />
      </div>
      {ofBars ? <ValuesPlot facet={bars} counted={ofBars} {...search} /> : counting}
      <HitMap
        key={JSON.stringify(request)}
        {...{ index, words, request }}
        isWanted={drawn.map === true}
        onWanted={() => draw({ map: true })}
      />
    </section>
  );
}

/** The columns that can be drawn, and those that are: what somebody chose, or what says most. */
function columnsOf(index: Index, drawn: Drawn) {
  const columns = facetColumns(index);
  const ofValues = columns.filter(isOfValues);
  const ofIntervals = columns.filter(isOfIntervals);
  const named = <Column extends FacetColumn>(among: readonly Column[], name?: string) =>
    among.find(({ column }) => column === name);
  // Long texts cannot be counted, and one that is refused leaves nothing to draw.
  const usual = countedColumns(index).filter(isOfValues);
  const [first = ofValues[0], second = first] = usual;
  return {
    ofValues,
    ofIntervals,
    rows: named(ofValues, drawn.rows) ?? first,
    by:
      named(ofIntervals, drawn.columns) ??
      ofIntervals.find(({ kind }) => kind === 'dates') ??
      ofIntervals[0],
    bars: named(ofValues, drawn.bars) ?? usual.find(({ kind }) => kind === 'classes') ?? second,
  };
}

/** What is counted for both pictures, in one search. */
function facetsOf(rows: ValueFacet, by: FacetColumn | undefined, bars: ValueFacet): FacetRequest[] {
  const crossed: FacetRequest[] = by
    ? [
        {
          ...facetOf(rows),
          top: mostValues,
          by: { column: by.column, interval: 'auto' },
        },
      ]
    : [];
  return by && rows.column === bars.column
    ? crossed
    : [...crossed, { ...facetOf(bars), top: mostValues }];
}

interface ColumnSelectProps<Column extends FacetColumn> {
  label: string;
  columns: readonly Column[];
  value: Column;
  onChange: (column: Column) => void;
}

function ColumnSelect<Column extends FacetColumn>(props: ColumnSelectProps<Column>) {
  const { label, columns, value, onChange } = props;
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={columns.map(({ column, title }) => ({ value: column, label: title }))}
      value={value.column}
      onChange={({ currentTarget }) => {
        const chosen = columns.find(({ column }) => column === currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
