import { useQuery } from '@tanstack/react-query';
import type { Index } from '#shared/contract/indexes.ts';
import { lastDays, usageQuery } from '#web/api/usage.ts';
import { formatNumber } from '#web/lib/format.ts';
import { DayChart } from '#web/ui/chart/day-chart.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import classes from './index-searches.module.css';

/** Size of an index, and how often the organization searched it. What cannot be loaded is missing; the usage page says why. */
export function IndexSearches({ index }: { index: Index }) {
  const { data: usage } = useQuery(usageQuery(lastDays));
  const rows = usage?.rows.filter(({ index_id }) => index_id === index.item_id) ?? [];
  const sum = (counted: readonly { searches: number }[]) =>
    counted.reduce((total, { searches }) => total + searches, 0);
  const days = usage?.days.map(({ day }) => day) ?? [];
  const values = days.map((day) => sum(rows.filter((row) => row.day === day)));
  const roles = Object.values(index.columns_role);
  return (
    <div className={classes.searches}>
      <Facts kind="figures">
        <Fact name="Rows">{formatNumber(index.rows)}</Fact>
        <Fact name="Columns">{roles.filter((role) => role !== 'ignore').length}</Fact>
        <Fact name="Searches in 30 days">{usage ? formatNumber(sum(rows)) : '…'}</Fact>
      </Facts>
      {usage && sum(rows) > 0 && (
        <DayChart
          title="Searches by day"
          kind="bars"
          days={days}
          series={[{ name: 'Searches', values }]}
          format={formatNumber}
        />
      )}
    </div>
  );
}
