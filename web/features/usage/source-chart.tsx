import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Usage } from '#shared/contract/usage.ts';
import { formatNumber } from '#web/lib/format.ts';
import { DayChart } from '#web/ui/chart/day-chart.tsx';
import { searchesByDay, type sumBySource } from './usage-rows.ts';

interface SourceChartProps {
  usage: Usage;
  sources: ReturnType<typeof sumBySource>;
}

/** Searches by day of one source: an index and what searched it. */
export function SourceChart({ usage, sources }: SourceChartProps) {
  const [chosen, setChosen] = useState('');
  const source = sources.find(({ id }) => id === chosen) ?? sources[0];
  if (!source) return null;
  return (
    <>
      <NativeSelect
        label="Searches by day of"
        maw={360}
        mb="sm"
        data={sources.map((one) => ({ value: one.id, label: `${one.index}, ${one.source}` }))}
        value={source.id}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <DayChart
        title={`${source.index}, ${source.source}`}
        kind="bars"
        days={usage.days.map(({ day }) => day)}
        series={[{ name: 'Searches', values: searchesByDay(usage, source.id) }]}
        format={formatNumber}
      />
    </>
  );
}
