import { expect, test } from 'vitest';
import { idleBill } from '#ops/cost/bill.ts';
import { costPage } from '#ops/cost/page.ts';
import { queriesBill, total } from '#shared/query-costs.ts';
import { synthesize } from './synthesize.ts';

const small = synthesize('prod', { firewall: undefined });
const walled = synthesize('prod');

test('a small installation that nobody uses costs less than 4 USD a month', () => {
  expect(total(idleBill(small))).toBeLessThan(4);
});

test('web ACLs cost more than everything else together', () => {
  expect(total(idleBill(walled))).toBeGreaterThan(2 * total(idleBill(small)));
});

test('nothing is deployed that bills by the hour and that the bill does not know', () => {
  const hourly =
    /^AWS::(EC2|RDS|ElastiCache|OpenSearchService|ElasticLoadBalancingV2|Kinesis|MSK|Redshift)::/;
  const types = Object.values(small).flatMap((stack) =>
    Object.values(stack.Resources).map(({ Type }) => Type),
  );
  expect(types.filter((type) => hourly.test(type))).toEqual([]);
  expect(JSON.stringify(small)).not.toContain('ProvisionedConcurrency');
  // Nobody may use a cluster that is not there.
  expect(JSON.stringify(small)).not.toMatch(/es:ESHttp|CLUSTER_URL/);
});

test('a slower search costs more', () => {
  expect(total(queriesBill(26))).toBeGreaterThan(total(queriesBill(2.6)));
});

test('docs/cost.md says what the templates cost', async () => {
  await expect(costPage(small, walled)).toMatchFileSnapshot('../../docs/cost.md');
});
