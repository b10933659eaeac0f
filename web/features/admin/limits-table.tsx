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
    // What is limited is worded after who is.
    what: `${capitalized(limit.who)}: ${limit.what}`,
    allowance: allowanceOf(limit),
    answer: limit.answer && capitalized(limit.answer),
  };
});

const limit = columnsOf<(typeof rows)[number]>();
const columns = limit.columns([
  limit.accessor('what', { header: 'Who and what', meta: { roomy: 'wide' } }),
  limit.display({
    header: 'How many',
    cell: ({ row }) => row.original.allowance,
    meta: { plain: true, nowrap: true },
  }),
  limit.display({ header: 'Answer', cell: ({ row }) => row.original.answer }),
]);

/** Who may try what how often, as in `docs/limits.md`. */
export function LimitsTable() {
  return (
    <>
      <p>
        Beyond a limit the answer is “Too many attempts”, with the minutes to wait, unless another
        is named.
      </p>
      <DataTable label="Limits" columns={columns} rows={rows} rowKey={({ kind }) => kind} />
    </>
  );
}
