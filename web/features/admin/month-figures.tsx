import type { OrganizationMonth } from '#shared/contract/admin.ts';
import { formatBytes } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/page/facts.tsx';

/** An amount, `0.40 USD`; what is less than a cent, but not nothing, is told as such. */
export const usdText = (usd: number): string =>
  usd > 0 && usd < 0.01 ? '< 0.01 USD' : `${usd.toFixed(2)} USD`;

export const latencyText = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '–' : `${formatNumber(Math.round(ms))} ms`;

/** What an organization has used since the month began, and what that costs us. */
export function MonthFigures({ month }: { month: OrganizationMonth }) {
  const { searches, p50, p99, builds, dataset_bytes, index_bytes, usd } = month;
  return (
    <>
      <Facts kind="figures">
        <Fact name="Searches">{formatNumber(searches)}</Fact>
        <Fact name="Median time">{latencyText(p50)}</Fact>
        <Fact name="99 % within">{latencyText(p99)}</Fact>
        <Fact name="Builds">{formatNumber(builds)}</Fact>
        <Fact name="Datasets">{formatBytes(dataset_bytes)}</Fact>
        <Fact name="Indexes, about">{formatBytes(index_bytes)}</Fact>
        <Fact name="Cost, about">{usdText(usd.total)}</Fact>
      </Facts>
      <p>
        About {usdText(usd.searches)} for searches, {usdText(usd.builds)} for builds and{' '}
        {usdText(usd.storage)} for a month of storage, by AWS’s prices without free amounts.
      </p>
    </>
  );
}
