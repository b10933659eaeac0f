import { NativeSelect } from '@mantine/core';
import { columnLabel } from '#shared/column-label.ts';
import type { ColumnType } from '#shared/reading.ts';
import { formatOrder, parseOrder, type ResultOrder } from '#web/lib/runnable-search.ts';

interface OrderSelectProps {
  /** Columns that the search may name, with what they hold. */
  columns: readonly { name: string; type: ColumnType | undefined }[];
  order: ResultOrder | undefined;
  onChange: (order: ResultOrder | undefined) => void;
}

/** What stands first among the results: the nearest in meaning, or the newest, oldest, highest or lowest by a column. */
export function OrderSelect({ columns, order, onChange }: OrderSelectProps) {
  const choices = columns.flatMap(({ name, type = 'text' }) => {
    const [first, last] = type.startsWith('date') ? ['newest', 'oldest'] : ['highest', 'lowest'];
    if (!(type.startsWith('date') || type === 'number')) return [];
    return [true, false].map((descending) => ({
      value: formatOrder({ column: name, descending }),
      label:
        name === 'cited_by'
          ? `${descending ? 'Most' : 'Least'} cited first`
          : `${columnLabel(name)}, ${descending ? first : last} first`,
    }));
  });
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label="Order of the results"
      data={[{ value: '', label: 'Nearest in meaning first' }, ...choices]}
      value={order ? formatOrder(order) : ''}
      onChange={(event) => onChange(parseOrder(event.currentTarget.value))}
    />
  );
}
