import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildOutcomeLabels } from '#shared/build-outcomes.ts';
import type { Usage } from '#shared/contract/usage.ts';
import { formatBytes } from '#shared/limits.ts';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { daysUntilToday, lastDays, type UsageDays, usageQuery } from '#web/api/usage.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Bar } from '#web/ui/chart/bar.tsx';
import { SearchCharts } from '#web/ui/chart/search-charts.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf, numberColumn, timeColumn } from '#web/ui/table/table-columns.ts';
import { SearchAnalyticsSection } from './search-analytics.tsx';
import { SourceChart } from './source-chart.tsx';
import { type KeyNames, keyNames, sumBySource, usageRows } from './usage-rows.ts';

const source = columnsOf<ReturnType<typeof sumBySource>[number]>();
const sourceColumns = source.columns([
  source.accessor('index', { header: 'Index' }),
  source.accessor('source', { header: 'Asked by' }),
  source.accessor('searches', numberColumn('Searches')),
  source.accessor('empty', numberColumn('Found nothing')),
  source.accessor('failed', numberColumn('Failed')),
]);

const build = columnsOf<Usage['indexes'][number]>();
const buildColumns = build.columns([
  build.accessor('name', { header: 'Index' }),
  build.accessor('rows', numberColumn('Rows')),
  build.accessor('built_at', timeColumn('Last build')),
  build.accessor(({ build: state }) => buildOutcomeLabels[state], { id: 'build', header: 'State' }),
]);

/** Days up to today that one click shows. */
const presets = [7, 30, 90];
const presetByDefault = 30;

/** Usage of the organization: searches, storage and builds. */
export function UsagePage() {
  const [days, setDays] = useState(lastDays);
  const [opened] = useState(() => new Date());
  const usage = useQuery(usageQuery(days));
  const { data } = usage;
  const { data: keys } = useQuery(indexKeysQuery);
  const names = keys && keyNames(keys);
  return (
    <>
      <Group align="flex-end" mb="xl">
        <Button.Group>
          {presets.map((count) => {
            const preset = daysUntilToday(count, opened);
            const isChosen =
              (preset.from === days.from && preset.to === days.to) ||
              (count === presetByDefault && days.from === '' && days.to === '');
            return (
              <Button
                key={count}
                variant={isChosen ? 'filled' : 'default'}
                aria-pressed={isChosen}
                onClick={() => setDays(preset)}
              >
                {count} days
              </Button>
            );
          })}
        </Button.Group>
        <TextInput
          label="From"
          type="date"
          max={days.to || undefined}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          label="Until"
          type="date"
          min={days.from || undefined}
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Button
          variant="default"
          disabled={!data?.rows.length}
          onClick={() => data && void downloadCsv('usage.csv', usageRows(data, names))}
        >
          Download as CSV
        </Button>
      </Group>
      <Loaded query={usage} failure="The usage could not be loaded" skeleton={{ shape: 'figures' }}>
        {(loaded) => <Sections usage={loaded} days={days} names={names} />}
      </Loaded>
    </>
  );
}

interface SectionsProps {
  usage: Usage;
  days: UsageDays;
  names: KeyNames;
}

function Sections({ usage, days, names }: SectionsProps) {
  const { quota, storage, indexes } = usage;
  const sources = sumBySource(usage, names);
  return (
    <>
      <Section title="Today">
        <p>
          {formatNumber(quota.left)} of {formatNumber(quota.per_day)} queries are left until
          midnight UTC.
        </p>
        <Bar value={Math.min(1, quota.used_today / quota.per_day)} />
      </Section>
      <Section title="Searches">
        {usage.rows.length > 0 ? (
          <>
            <SearchCharts days={usage.days} total={usage.total} />
            <SourceChart usage={usage} sources={sources} />
            <DataTable
              label="Searches by index and key"
              columns={sourceColumns}
              rows={sources}
              rowKey={({ id }) => id}
            />
          </>
        ) : (
          <Notice>Nothing was searched on these days.</Notice>
        )}
      </Section>
      <SearchAnalyticsSection usage={usage} days={days} sources={sources} />
      <Section title="Storage and builds">
        {storage.files > 0 && (
          <p>
            {formatCount(storage.files, 'dataset')}, {formatBytes(storage.size_bytes)}.
          </p>
        )}
        {indexes.length === 0 ? (
          <Notice>There are no indexes of your own yet.</Notice>
        ) : (
          <DataTable
            label="Builds"
            columns={buildColumns}
            rows={indexes}
            rowKey={({ index_id }) => index_id}
          />
        )}
      </Section>
    </>
  );
}
