import { NativeSelect } from '@mantine/core';
import type { ColumnType } from '#shared/reading.ts';
import { columnTypeNames } from '#shared/reading-names.ts';
import type { PreviewColumn } from '#web/api/datasets.ts';
import classes from './assign-columns-step.module.css';

interface ColumnTypeSelectProps {
  column: PreviewColumn;
  chosen: ColumnType | undefined;
  onChoose: (type: ColumnType) => void;
}

/** Type of a column: the one inferred from its values, and a choice. Filters compare by this type. */
export function ColumnTypeSelect({ column, chosen, onChoose }: ColumnTypeSelectProps) {
  const asked = !column.sure && chosen === undefined;
  return (
    <NativeSelect
      size="xs"
      className={classes.type}
      aria-label={`Type of ${column.name}`}
      data={Object.entries(columnTypeNames).map(([value, label]) => ({ value, label }))}
      value={chosen ?? column.type}
      error={asked && 'Does the day or the month come first? The values do not say.'}
      onChange={(event) => onChoose(event.currentTarget.value as ColumnType)}
    />
  );
}
