import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchAnalytics, Usage } from '#shared/contract/usage.ts';
import { analyticsQuery, type UsageDays } from '#web/api/usage.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf, numberColumn } from '#web/ui/table/table-columns.ts';
import { LongText } from '#web/ui/text/long-text.tsx';
import { indexName, type sumBySource } from './usage-rows.ts';

const query = columnsOf<SearchAnalytics['frequent'][number]>();
const text = query.accessor('text', {
  header: 'Query',
  cell: ({ getValue }) => <LongText text={getValue()} />,
});
const searches = query.accessor('searches', numberColumn('Searches'));
const empty = query.accessor('empty', numberColumn('Found nothing'));
const frequentColumns = query.columns([text, searches, empty]);
const clickedColumns = query.columns([
  text,
  searches,
  empty,
  query.accessor('clicks', numberColumn('Opened')),
  query.accessor('position', {
    header: 'Mean position',
    cell: ({ getValue }) => getValue()?.toFixed(1) ?? '–',
    meta: { align: 'right' },
  }),
]);
const emptyColumns = query.columns([text, empty, searches]);
const unopenedColumns = query.columns([text, searches]);

const row = columnsOf<SearchAnalytics['opened'][number] & { index: string }>();
const rowColumns = row.columns([
  row.accessor('row', { header: 'Row', cell: ({ getValue }) => <LongText text={getValue()} /> }),
  row.accessor('index', { header: 'Index' }),
  row.accessor('clicks', numberColumn('Opened')),
]);

interface SearchAnalyticsSectionProps {
  usage: Usage;
  days: UsageDays;
  sources: ReturnType<typeof sumBySource>;
}

/** What people search for, what finds nothing and what they open: of all indexes, or of one index or key. */
export function SearchAnalyticsSection({ usage, days, sources }: SearchAnalyticsSectionProps) {
  const [index, setIndex] = useState('');
  const [key, setKey] = useState('');
  const indexes = new Map(sources.map((one) => [one.index_id, one.index]));
  const keys = new Map(
    sources.flatMap((one) => (one.key_id ? [[one.key_id, one.source] as const] : [])),
  );
  const wanted = { ...days, index: indexes.has(index) ? index : '', key: keys.has(key) ? key : '' };
  const analytics = useQuery({ ...analyticsQuery(wanted), enabled: !usage.confidential });
  return (
    <Section title="What people search for">
      {usage.confidential ? (
        <Notice>The texts of your queries are not kept.</Notice>
      ) : (
        <>
          <Group mb="md">
            <Choice
              label="Index"
              all="All indexes"
              names={indexes}
              value={index}
              choose={setIndex}
            />
            <Choice label="Asked by" all="Everybody" names={keys} value={key} choose={setKey} />
          </Group>
          <Loaded
            query={analytics}
            failure="The queries could not be loaded"
            skeleton={{ shape: 'figures' }}
          >
            {(loaded) => <Lists analytics={loaded} usage={usage} />}
          </Loaded>
        </>
      )}
    </Section>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  /** By id. */
  names: ReadonlyMap<string, string>;
  value: string;
  choose: (id: string) => void;
}

function Choice({ label, all, names, value, choose }: ChoiceProps) {
  if (names.size === 0) return null;
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: all },
        ...Array.from(names, ([id, name]) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

function Lists({ analytics, usage }: { analytics: SearchAnalytics; usage: Usage }) {
  const { frequent, without_results, without_clicks, opened, since } = analytics;
  if (frequent.length === 0 && opened.length === 0) {
    return <Notice>There were no queries on these days.</Notice>;
  }
  const lists = [
    {
      title: 'Most frequent queries',
      columns: analytics.clicks > 0 ? clickedColumns : frequentColumns,
      rows: frequent,
    },
    { title: 'Queries that found nothing', columns: emptyColumns, rows: without_results },
    {
      title: 'Queries of which nothing was opened',
      columns: unopenedColumns,
      rows: without_clicks,
    },
  ];
  return (
    <>
      <p>
        {formatNumber(analytics.searches)} {analytics.searches === 1 ? 'search' : 'searches'} by
        page or key
        {since && ` (since ${formatDateTime(since)})`}, without the chat and reports.
      </p>
      {lists.map(
        ({ title, columns, rows }) =>
          rows.length > 0 && (
            <div key={title}>
              <h3>{title}</h3>
              <DataTable label={title} columns={columns} rows={rows} rowKey={(one) => one.text} />
            </div>
          ),
      )}
      {opened.length > 0 && (
        <>
          <h3>Most opened rows</h3>
          <DataTable
            label="Most opened rows"
            columns={rowColumns}
            rows={opened.map((one) => ({ ...one, index: indexName(usage, one.index_id) }))}
            rowKey={(one) => `${one.index_id} ${one.row}`}
          />
        </>
      )}
    </>
  );
}
