import { Button, CloseButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ColumnType } from '#shared/reading.ts';
import { type Filter, formatFilter } from '#web/lib/search-filter.ts';
import { describeFilter } from './describe-filter.ts';
import classes from './search-filters.module.css';

/** The form is loaded when it is opened. */
const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

export interface FilterColumn {
  name: string;
  type: ColumnType | undefined;
}

interface SearchFiltersProps {
  /** Columns that can be filtered by. */
  columns: readonly FilterColumn[];
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
}

/** The filters of a search, and a form for one more. */
export function SearchFilters({ columns, filters, onChange }: SearchFiltersProps) {
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const kinds = columns.map(({ name, type }) => ({
    name,
    kind: type === 'number' ? ('number' as const) : ('text' as const),
  }));
  const add = (filter: Filter) => {
    setAdding(false);
    // The form that had the focus is gone.
    button.current?.focus();
    const others = filters.filter((each) => formatFilter(each) !== formatFilter(filter));
    onChange([...others, filter]);
  };
  return (
    <div data-tour="search-filters" className={classes.filters}>
      {filters.length > 0 && (
        <ul className={classes.list} aria-label="Filters">
          {filters.map((filter) => (
            <li key={formatFilter(filter)} className={classes.filter}>
              {describeFilter(filter, kinds)}
              <CloseButton
                size="sm"
                aria-label={`Remove filter ${describeFilter(filter, kinds)}`}
                onClick={() => onChange(filters.filter((each) => each !== filter))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={button}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFilter size={16} stroke={1.6} />}
        aria-expanded={adding}
        disabled={columns.length === 0}
        onClick={() => setAdding(!adding)}
      >
        Add filter
      </Button>
      {adding && (
        <Suspense>
          <FilterForm columns={columns} onAdd={add} />
        </Suspense>
      )}
    </div>
  );
}
