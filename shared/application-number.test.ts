import { expect, it } from 'vitest';
import { applicationKeysOf, listedApplications } from './application-number.ts';
import { applicationKey } from './patent-links.ts';
import { parsePublicationNumber } from './ucid.ts';

it.each([
  ['US 99/110,012', 'US-99/110,012'],
  ['12/345,678', 'US-12345678'],
  ['U.S. Patent Application Serial No. 12/345,678', 'US201112345678'],
  ['EP 99 123 456.7', 'EP-99123456'],
  ['EP99123456.7', 'EP-99123456-A'],
  ['PCT/US2001/012345', 'WO-2001US012345'],
  ['PCT/US2001/012345', 'WO-PCT/US01/12345'],
  ['PCT/JP79/09999', 'WO-PCT/JP79/09999'],
  ['pct/us14/990112', 'WO-2014US990112'],
])('finds %s where a source writes %s', (printed, written) => {
  expect(applicationKeysOf(printed)).toContain(applicationKey(written));
  expect(parsePublicationNumber(printed)).toBeUndefined();
});

it.each([
  'US 10,123,456 B2',
  'EP 1 000 000',
  'WO 2015/123456',
  'US 2015/0123456 A1',
  '1/2 inch',
  'bees',
])('takes %s for no application', (text) => {
  expect(applicationKeysOf(text)).toBeUndefined();
});

it('reads lists', () => {
  const list = 'US 99/110,012; 12/345,678, EP 99 123 456.7';
  expect(listedApplications(list)).toEqual(['US 99/110,012', '12/345,678', 'EP 99 123 456.7']);
  expect(listedApplications('US 99/110,012; bees')).toBeUndefined();
});
