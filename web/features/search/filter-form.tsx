import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { columnLabel } from '#shared/column-label.ts';
import type { ColumnType } from '#shared/reading.ts';
import { type Filter, operatorsOf } from '#web/lib/search-filter.ts';
import classes from './search-filters.module.css';
import type { FilterColumn } from './search-filters.tsx';

interface FilterFormProps {
  columns: readonly FilterColumn[];
  onAdd: (filter: Filter) => void;
}

/** Column, criterion and value of a new filter. */
export function FilterForm({ columns, onAdd }: FilterFormProps) {
  const [column, setColumn] = useState(columns[0]?.name ?? '');
  const [operator, setOperator] = useState<Filter['operator']>('=');
  const [value, setValue] = useState('');
  const type = columns.find(({ name }) => name === column)?.type;
  const operators = operatorsOf(type);
  // The operator of the column before may not be one of this column.
  const chosen = operators.some(([known]) => known === operator) ? operator : '=';
  const shown = chosen === 'exists' && value !== 'false' ? 'true' : value.trim();
  const add = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ column, operator: chosen, value: shown });
  };
  return (
    <form className={classes.form} aria-label="New filter" onSubmit={add}>
      <NativeSelect
        aria-label="Column"
        autoFocus
        data={columns.map(({ name }) => ({ value: name, label: columnLabel(name) }))}
        value={column}
        onChange={(event) => setColumn(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Criterion"
        data={operators.map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={(event) => setOperator(event.currentTarget.value as Filter['operator'])}
      />
      {chosen === 'exists' ? (
        <NativeSelect
          aria-label="Value"
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={shown}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          aria-label="Value"
          {...inputOf(type, chosen)}
          maxLength={1000}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" disabled={shown === ''}>
        Add
      </Button>
    </form>
  );
}

/** Format of the value: a placeholder for people, the keyboard of phones, and the browser's validation. */
function inputOf(type: ColumnType | undefined, operator: Filter['operator']) {
  if (operator === 'in') return { placeholder: 'several, with semicolons between them' };
  if (type === 'number') return { type: 'number', step: 'any', placeholder: '12.5' };
  if (type?.startsWith('date')) {
    return {
      placeholder: '2010-01-31, 2010-01 or 2010',
      pattern: '\\d{4}(-\\d{2}(-\\d{2})?)?',
      title: 'A date as 2010-01-31, 2010-01 or 2010',
    };
  }
  return { placeholder: 'a code, a name' };
}
