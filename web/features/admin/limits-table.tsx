import {
  type AttemptLimit,
  allowanceOf,
  attemptKinds,
  attemptLimits,
} from '#shared/attempt-limits.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const rows = attemptKinds.map((kind) => {
  const limit: AttemptLimit = attemptLimits[kind];
  return {
    kind,
    who: capitalized(limit.who),
    what: limit.what,
    allowance: allowanceOf(limit),
    answer:
      (limit.answer && capitalized(limit.answer)) ?? 'Too many attempts, with the minutes to wait',
  };
});

const limit = columnsOf<(typeof rows)[number]>();
const columns = limit.columns([
  limit.accessor('who', { header: 'Who' }),
  limit.accessor('what', { header: 'What' }),
  limit.accessor('allowance', { header: 'How many' }),
  limit.accessor('answer', { header: 'Answer' }),
]);

/** Who may try what how often, as in `docs/limits.md`. */
export function LimitsTable() {
  return <DataTable label="Limits" columns={columns} rows={rows} rowKey={({ kind }) => kind} />;
}
