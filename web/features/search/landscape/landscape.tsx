import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { formatCount } from '#web/lib/format.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { useSame } from '#web/ui/page/use-same.ts';
import { type FacetColumn, facetColumns } from '../facets/facet-columns.ts';
import { isOfIntervals, isOfValues } from '../facets/facet-filters.ts';
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
}

/** What all results of a search are, as pictures whose parts lead to the results in them. */
export function Landscape({ index, words, actions, ...given }: LandscapeProps) {
  // The page makes an address anew whenever it is rendered.
  const search = { ...given, address: useSame(given.address) };
  const columns = facetColumns(index);
  const ofValues = columns.filter(isOfValues);
  const ofIntervals = columns.filter(isOfIntervals);
  const [first] = ofValues;
  const [by, setBy] = useState(ofIntervals.find(({ kind }) => kind === 'dates') ?? ofIntervals[0]);
  const [rows, setRows] = useState(first);
  const [bars, setBars] = useState(
    ofValues.find(({ kind }) => kind === 'classes') ?? ofValues[1] ?? first,
  );
  if (!rows || !bars) {
    return <p className={classes.note}>This index has no column of categories to draw.</p>;
  }
  return (
    <section aria-label="Landscape" className={classes.landscape}>
      <p className={classes.head}>
        {formatCount(search.total, 'result')} {actions}
      </p>
      {by && (
        <>
          <div className={classes.choices}>
            <ColumnSelect label="Rows" columns={ofValues} value={rows} onChange={setRows} />
            <ColumnSelect label="Columns" columns={ofIntervals} value={by} onChange={setBy} />
          </div>
          <CrossedPlot facet={rows} by={by} {...search} />
        </>
      )}
      <div className={classes.choices}>
        <ColumnSelect label="Bars" columns={ofValues} value={bars} onChange={setBars} />
      </div>
      <ValuesPlot facet={bars} {...search} />
      <HitMap key={JSON.stringify(search.request)} {...{ index, words }} request={search.request} />
    </section>
  );
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
