import { expect, test } from 'vitest';
import { ownDomain, testSettings } from '#infra/test-settings.ts';
import { afterAll, afterData } from './next-step.ts';

test('the first run ends with the DNS records of the sender', () => {
  const data = { SenderRecord1: 'a._domainkey CNAME a.dkim', ExportsOutputRefTable: 'table' };
  expect(afterData(testSettings, data)).toBe(
    'Add these records to the DNS of antecede.test, and run this again when SES has verified it:\n  a._domainkey CNAME a.dkim',
  );
});

test('the others end with the target of the domain, or the address that CloudFront gave', () => {
  const edge = { Origin: 'https://search.antecede.test', DistributionDomain: 'd1.cloudfront.net' };
  expect(afterAll({ domain: ownDomain }, edge)).toBe(
    'search.antecede.test must point to d1.cloudfront.net (a CNAME or alias record). Then the app is at https://search.antecede.test',
  );
  const unnamed = { ...edge, Origin: 'https://d1.cloudfront.net' };
  expect(afterAll({ domain: undefined }, unnamed)).toBe('The app is at https://d1.cloudfront.net');
});
