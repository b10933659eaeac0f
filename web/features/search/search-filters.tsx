import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { type Filter, formatFilter, operatorNames } from '#web/lib/search-filter.ts';
import classes from './search-filters.module.css';

interface SearchFiltersProps {
  /** Columns that can be filtered by. */
  columns: readonly string[];
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
}

const nameOf = ({ column, operator, value }: Filter) =>
  `${column} ${operatorNames[operator].toLowerCase()} ${value}`;

/** The filters of a search, and a form for one more. */
export function SearchFilters({ columns, filters, onChange }: SearchFiltersProps) {
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const add = (filter: Filter) => {
    setAdding(false);
    // The form that had the focus is gone.
    button.current?.focus();
    const others = filters.filter((each) => formatFilter(each) !== formatFilter(filter));
    onChange([...others, filter]);
  };
  return (
    <div className={classes.filters}>
      {filters.length > 0 && (
        <ul className={classes.list} aria-label="Filters">
          {filters.map((filter) => (
            <li key={formatFilter(filter)} className={classes.filter}>
              {nameOf(filter)}
              <CloseButton
                size="sm"
                aria-label={`Remove filter ${nameOf(filter)}`}
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
      {adding && <FilterForm columns={columns} onAdd={add} />}
    </div>
  );
}

interface FilterFormProps {
  columns: readonly string[];
  onAdd: (filter: Filter) => void;
}

function FilterForm({ columns, onAdd }: FilterFormProps) {
  const [column, setColumn] = useState(columns[0] ?? '');
  const [operator, setOperator] = useState<Filter['operator']>('=');
  const [value, setValue] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ column, operator, value: value.trim() });
  };
  return (
    <form className={classes.form} aria-label="New filter" onSubmit={add}>
      <NativeSelect
        aria-label="Column"
        autoFocus
        data={[...columns]}
        value={column}
        onChange={(event) => setColumn(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Criterion"
        data={Object.entries(operatorNames).map(([value, label]) => ({ value, label }))}
        value={operator}
        onChange={(event) => setOperator(event.currentTarget.value as Filter['operator'])}
      />
      <TextInput
        aria-label="Value"
        placeholder="2010-01-31, a code, a name"
        maxLength={1000}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={value.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
