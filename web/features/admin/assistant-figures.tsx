import { useQuery } from '@tanstack/react-query';
import type { AssistantFigures as Day } from '#shared/contract/chat-figures.ts';
import { assistantFiguresQuery } from '#web/api/admin.ts';
import { formatIfDay, formatNumber } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';

/** A part of a whole, with the share: `45 of 50 (90 %)`. */
const shareOf = (part: number, whole: number) =>
  whole === 0
    ? '–'
    : `${formatNumber(part)} of ${formatNumber(whole)} (${Math.round((100 * part) / whole)} %)`;

const day = columnsOf<Day>();
const columns = day.columns([
  day.accessor(({ day: name }) => formatIfDay(name), {
    id: 'day',
    header: 'Day',
    meta: { nowrap: true },
  }),
  day.accessor(({ answers }) => formatNumber(answers), { id: 'answers', header: 'Answers' }),
  day.accessor(({ failures }) => formatNumber(failures), { id: 'failures', header: 'Failures' }),
  day.accessor((one) => shareOf(one.verified_quotes, one.quotes), {
    id: 'quotes',
    header: 'Quotes verified',
  }),
  day.accessor((one) => shareOf(one.supported_statements, one.statements), {
    id: 'statements',
    header: 'Statements supported',
  }),
  day.accessor((one) => shareOf(one.helped, one.helped + one.not_helped), {
    id: 'helped',
    header: 'Said to help',
  }),
]);

/** How the assistant did on the last days, the latest first, below their sum. */
export function AssistantFigures() {
  return (
    <Loaded
      query={useQuery(assistantFiguresQuery)}
      failure="The figures cannot be shown"
      skeleton={{ shape: 'table' }}
    >
      {({ days }) =>
        days.length === 0 ? (
          <EmptyState title="Nobody has asked yet">
            The days on which somebody asks the assistant are listed here.
          </EmptyState>
        ) : (
          <DataTable
            label="The assistant by day"
            columns={columns}
            rows={[sumOf(days), ...days]}
            rowKey={({ day: name }) => name}
          />
        )
      }
    </Loaded>
  );
}

function sumOf(days: readonly Day[]): Day {
  const sum = (name: Exclude<keyof Day, 'day'>) => days.reduce((all, one) => all + one[name], 0);
  return {
    day: 'All days',
    answers: sum('answers'),
    failures: sum('failures'),
    quotes: sum('quotes'),
    verified_quotes: sum('verified_quotes'),
    statements: sum('statements'),
    supported_statements: sum('supported_statements'),
    helped: sum('helped'),
    not_helped: sum('not_helped'),
  };
}
