import { Button, NativeSelect, TextInput } from '@mantine/core';
import { searchKindLabels } from '#shared/search-kinds.ts';
import { type HistoryFilter, wholeHistory } from '#web/api/admin.ts';
import classes from './history-filters.module.css';
import { OrganizationPicker } from './organization-picker.tsx';

interface HistoryFiltersProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

const kinds = [
  { value: '', label: 'All kinds' },
  ...Object.entries(searchKindLabels).map(([value, label]) => ({ value, label })),
];
const indexes = [
  { value: '', label: 'All indexes' },
  { value: 'us_patents', label: 'Patents' },
  { value: 'wikipedia', label: 'Wikipedia' },
  { value: 'arxiv', label: 'Arxiv' },
  { value: 'custom', label: 'Indexes of customers' },
];
const outcomes = [
  { value: '', label: 'All' },
  { value: 'found', label: 'Found something' },
  { value: 'empty', label: 'Found nothing' },
  { value: 'failed', label: 'Failed' },
];

/** By kind, index, outcome, organization, text and days. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  const field = (name: keyof HistoryFilter) => ({
    value: filter[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: event.currentTarget.value }),
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <div className={classes.filters}>
      <NativeSelect label="Kind" data={kinds} {...field('kind')} />
      <NativeSelect label="Index" data={indexes} {...field('index')} />
      <NativeSelect label="Outcome" data={outcomes} {...field('outcome')} />
      <OrganizationPicker
        chosen={filter.orgId}
        onChoose={(orgId) => onChange({ ...filter, orgId })}
      />
      <TextInput label="Text" {...field('text')} />
      <TextInput label="From" type="date" max={filter.to || undefined} {...field('from')} />
      <TextInput label="Until" type="date" min={filter.from || undefined} {...field('to')} />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(wholeHistory)}>
          Show all
        </Button>
      )}
    </div>
  );
}
