import { expect, test } from 'vitest';
import { freeOfMillion, freeOfTenMillions, idleBill } from '#ops/cost/bill.ts';
import { costPage } from '#ops/cost/page.ts';
import { logBytes, queriesBill, total } from '#shared/query-costs.ts';
import { resourceNamed, synthesize } from './synthesize.ts';

const small = synthesize('prod', { firewall: undefined });
const walled = synthesize('prod');

test('a small installation that nobody uses costs less than 4 USD a month', () => {
  expect(total(idleBill(small))).toBeLessThan(4);
});

test('a million queries cost less than 5 USD; the first of a month less than 3, without the HTTP API ten, and without CloudFront all', () => {
  const bill = queriesBill(2.6);
  expect(total(bill)).toBeLessThan(5);
  expect(total(bill) - freeOfMillion(bill)).toBeLessThan(3);
  const direct = queriesBill(2.6, { way: 'queryUrl' });
  expect(total(direct)).toBeLessThan(4);
  expect(total(direct) - freeOfTenMillions(direct)).toBeLessThan(3);
  expect(total(queriesBill(2.6, { way: 'forPrograms' }))).toBeLessThan(3);
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

test('the access log writes as many bytes about a query as the bill says', () => {
  const stage = resourceNamed(small, 'AWS::ApiGatewayV2::Stage', 'DefaultStage').Properties;
  const values: Record<string, string> = {
    '$context.requestId': 'Zq3kLhY4vHcEJ7g=',
    '$context.routeKey': 'POST /api/v1/indexes/{index_id}/query',
    '$context.status': '200',
    '$context.responseLatency': '23',
    '$context.integrationErrorMessage': '-',
    '$context.integration.requestId': '5f3c7c0e-9f0a-4d52-b0a5-3b1f8c6f2d11',
    '$context.authorizer.error': '-',
    '$context.identity.sourceIp': '203.0.113.195',
    '$context.identity.userAgent': 'python-requests/2.32.3',
  };
  const format: string = stage.AccessLogSettings.Format;
  const line = format.replaceAll(/\$context[.\w]+/g, (name) => values[name]!);
  expect(line).not.toContain('undefined');
  expect(line.length).toBeGreaterThan(0.95 * logBytes.access);
  expect(line.length).toBeLessThanOrEqual(logBytes.access);
});

test('docs/cost.md says what the templates cost', async () => {
  await expect(costPage(small, walled)).toMatchFileSnapshot('../../docs/cost.md');
});
