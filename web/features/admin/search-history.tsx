import { Anchor, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { RecordedSearch } from '#shared/contract/admin.ts';
import { limits } from '#shared/limits.ts';
import { searchKindLabels } from '#shared/search-kinds.ts';
import {
  figuresQuery,
  type HistoryFilter,
  historyQuery,
  loadWholeHistory,
  wholeHistory,
} from '#web/api/admin.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SearchCharts } from '#web/ui/chart/search-charts.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { EndlessTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf, timeColumn } from '#web/ui/table/table-columns.ts';
import { LongText } from '#web/ui/text/long-text.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { historyRows, resultOf, sizeOf } from './history-rows.ts';
import classes from './search-history.module.css';

const column = columnsOf<RecordedSearch>();

const indexNameOf = ({ index_id, index }: RecordedSearch) =>
  isCatalog(index_id) ? catalogs[index_id].name : (index ?? index_id);

const columns = column.columns([
  column.accessor('at', timeColumn('Time')),
  column.display({
    header: 'Text',
    cell: ({ row: { original } }) => (
      <div>
        {original.text === undefined ? 'Not kept' : <LongText text={original.text} />}
        <div className={classes.about} title={original.index_id}>
          {searchKindLabels[original.kind]} · {indexNameOf(original)} · {sizeOf(original)}
        </div>
      </div>
    ),
    meta: { roomy: 'wide', plain: true },
  }),
  column.display({
    header: 'Asked by',
    cell: ({ row: { original } }) => (
      <div>
        {original.org_id ? (
          <Anchor component={Link} to={`/admin/organizations/${original.org_id}`} inherit>
            {original.organization ?? original.org_id}
          </Anchor>
        ) : (
          'Visitor'
        )}
        {original.user_id && (
          <div className={classes.about} title={original.user_id}>
            {original.user ?? 'Former member'}
          </div>
        )}
      </div>
    ),
    meta: { roomy: true, plain: true },
  }),
  column.display({ header: 'Results', cell: ({ row }) => resultOf(row.original) }),
  column.accessor('elapsed_ms', {
    header: 'Seconds',
    cell: ({ getValue }) => (getValue() / 1000).toFixed(3),
    meta: { align: 'right', nowrap: true },
  }),
]);

const typingMs = 300;

/** Figures about all searches, and a list of them. */
export function SearchHistory() {
  const [filter, setFilter] = useState<HistoryFilter>(wholeHistory);
  const [settled] = useDebouncedValue(filter, typingMs);
  return (
    <>
      <HistoryFilters filter={filter} onChange={setFilter} />
      <SearchFigures filter={settled} />
      <Searches filter={settled} />
    </>
  );
}

function SearchFigures({ filter }: { filter: HistoryFilter }) {
  const figures = useQuery(figuresQuery(filter));
  return (
    <Section title="Figures">
      {(filter.text || filter.outcome) && (
        <Notice>
          The figures include all texts and outcomes: these two filters do not apply to them.
        </Notice>
      )}
      <Loaded
        query={figures}
        failure="The figures could not be loaded"
        skeleton={{ shape: 'figures' }}
      >
        {(data) => <SearchCharts {...data} />}
      </Loaded>
    </Section>
  );
}

function Searches({ filter }: { filter: HistoryFilter }) {
  const history = useInfiniteQuery(historyQuery(filter));
  const items = history.data?.pages.flatMap((page) => page.items);
  const download = useMutation(loadWholeHistory(filter));
  const save = () =>
    download.mutate(undefined, {
      onSuccess: (all) => void downloadCsv('search-history.csv', historyRows(all)),
    });
  return (
    <Section
      title="Searches"
      actions={
        <Button
          variant="default"
          size="xs"
          loading={download.isPending}
          disabled={!items?.length && !history.hasNextPage}
          onClick={save}
        >
          Download as CSV
        </Button>
      }
    >
      <FormError error={download.error} />
      <EndlessTable
        query={history}
        failure="The history could not be loaded"
        empty={
          <Notice>
            No search matches. Searches are kept for {formatNumber(limits.searchHistoryDays)} days.
          </Notice>
        }
        moreLabel="Load earlier searches"
        label="Searches"
        columns={columns}
        rows={items}
        rowKey={({ item_id }) => item_id}
      />
    </Section>
  );
}
