import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { operatorNames } from '#web/lib/search-filter.ts';
import {
  type Criterion,
  countFilters,
  cpcMaxLength,
  type FilterFields,
  kindCodeMaxLength,
  kindCodeProblem,
  noFilters,
} from './chat-filters.ts';
import classes from './filter-panel.module.css';

interface FilterPanelProps {
  fields: FilterFields;
  onChange: (fields: FilterFields) => void;
}

/** Filters for what Dexi searches. They hold from the next question on. */
export function FilterPanel({ fields, onChange }: FilterPanelProps) {
  const count = countFilters(fields);
  const change = (part: Partial<FilterFields>) => onChange({ ...fields, ...part });
  return (
    <Stack gap="sm">
      <DateFilter
        label="Priority date"
        date={fields.priorityDate}
        criterion={fields.priorityCriterion}
        onDate={(priorityDate) => change({ priorityDate })}
        onCriterion={(priorityCriterion) => change({ priorityCriterion })}
      />
      <DateFilter
        label="Publication date"
        date={fields.publicationDate}
        criterion={fields.publicationCriterion}
        onDate={(publicationDate) => change({ publicationDate })}
        onCriterion={(publicationCriterion) => change({ publicationCriterion })}
      />
      <TextInput
        label="CPC"
        description="Beginning of a symbol, such as B64C39"
        maxLength={cpcMaxLength}
        value={fields.cpc}
        onChange={(event) => change({ cpc: event.currentTarget.value })}
      />
      <TextInput
        label="Kind code"
        description="Such as B2"
        maxLength={kindCodeMaxLength}
        value={fields.kindCode}
        error={kindCodeProblem(fields)}
        onChange={(event) => change({ kindCode: event.currentTarget.value })}
      />
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          onClick={() => onChange(noFilters)}
        >
          Clear filters
        </Button>
      )}
    </Stack>
  );
}

/** The earlier date comes first. */
const criteria = (['<', '>', '='] as const).map((value) => ({
  value,
  label: operatorNames[value],
}));

interface DateFilterProps {
  label: string;
  date: string;
  criterion: Criterion;
  onDate: (date: string) => void;
  onCriterion: (criterion: Criterion) => void;
}

function DateFilter({ label, date, criterion, onDate, onCriterion }: DateFilterProps) {
  return (
    <div className={classes.date}>
      <TextInput
        type="date"
        label={label}
        value={date}
        onChange={(event) => onDate(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={`${label} criterion`}
        data={criteria}
        value={criterion}
        onChange={(event) => onCriterion(event.currentTarget.value as Criterion)}
      />
    </div>
  );
}
