import type { DayFigures, Figures } from '#shared/contract/usage.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { DayChart } from './day-chart.tsx';
import classes from './search-charts.module.css';

interface SearchChartsProps {
  days: readonly DayFigures[];
  total: Figures;
}

const ms = (value: number) => `${formatNumber(Math.round(value))} ms`;
const latency = (value: number | null) => (value === null ? '–' : ms(value));
const shareOf = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** Number of searches, latency, and searches without results: in total and by day. */
export function SearchCharts({ days, total }: SearchChartsProps) {
  const names = days.map(({ day }) => day);
  const values = (name: keyof Figures) => days.map((one) => one[name]);
  return (
    <>
      <Facts kind="figures">
        <Fact name="Searches">{formatNumber(total.searches)}</Fact>
        <Fact name="Found nothing">{shareOf(total.empty, total.searches)}</Fact>
        <Fact name="Failed">{shareOf(total.failed, total.searches)}</Fact>
        <Fact name="Median time">{latency(total.p50)}</Fact>
        <Fact name="95 % within">{latency(total.p95)}</Fact>
        <Fact name="99 % within">{latency(total.p99)}</Fact>
      </Facts>
      <div className={classes.charts}>
        <DayChart
          title="Searches by day"
          kind="bars"
          days={names}
          series={[{ name: 'Searches', values: values('searches') }]}
          format={formatNumber}
        />
        <DayChart
          title="Time to the answer"
          kind="lines"
          days={names}
          series={[
            { name: '50 % within', values: values('p50') },
            { name: '95 % within', values: values('p95') },
            { name: '99 % within', values: values('p99') },
          ]}
          format={ms}
        />
        <DayChart
          title="Searches that found nothing"
          kind="bars"
          days={names}
          series={[{ name: 'Found nothing', values: values('empty') }]}
          format={formatNumber}
        />
      </div>
    </>
  );
}
