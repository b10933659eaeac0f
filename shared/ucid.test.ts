import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  kindCodeFilterPattern,
  parsePublicationNumber,
  preferredUcid,
  toUcid,
  ucidPattern,
} from './ucid.ts';

it.each([
  ['US-10123456-B2', 'US-10123456-B2'],
  ['us-10123456-b2', 'US-10123456-B2'],
  ['US10123456B2', 'US-10123456-B2'],
  [' US 10,123,456 B2 ', 'US-10123456-B2'],
  ['U.S. Pat. No. 10,123,456 B2', 'US-10123456-B2'],
  ['US Patent No 7,654,321 B1', 'US-7654321-B1'],
  ['US‑10123456–B2', 'US-10123456-B2'],
  ['ＵＳ１０１２３４５６Ｂ２', 'US-10123456-B2'],
  ['US 2015/0123456 A1', 'US-20150123456-A1'],
  ['US 2015/123456 A1', 'US-20150123456-A1'],
  ['US-2015123456-A1', 'US-20150123456-A1'],
  ['US20150123456A1', 'US-20150123456-A1'],
  ['US D0812345 S1', 'US-D812345-S1'],
  ['USRE45678E1', 'US-RE45678-E1'],
  ['US PP12,345 P2', 'US-PP12345-P2'],
  ['US-3703998-A', 'US-3703998-A'],
  ['EP 0 784 692 A1', 'EP-784692-A1'],
  ['EP3456789B1', 'EP-3456789-B1'],
  ['WO 2015/123456 A1', 'WO-2015123456-A1'],
  ['WO 97/12345 A1', 'WO-9712345-A1'],
  ['WO 01/12345 A1', 'WO-0112345-A1'],
  ['NO-322903-B1', 'NO-322903-B1'],
  ['NO 322903 B1', 'NO-322903-B1'],
  ['No. US 10,123,456 B2', 'US-10123456-B2'],
  ['KR-20-0123456-Y1', 'KR-200123456-Y1'],
  ['US-10123456-02', 'US-10123456-02'],
  ['US\u00a010,123,456\u202fB2', 'US-10123456-B2'],
  ['US\u200910123456\u2003B2', 'US-10123456-B2'],
  ['US\u221210123456\u2014B2', 'US-10123456-B2'],
  ['\ufeffUS-10123456\u200b-B2', 'US-10123456-B2'],
  ['US\u00ad10123456B2', 'US-10123456-B2'],
  ['US 10.123.456 B2', 'US-10123456-B2'],
  ['US 10,123,456 (B2)', 'US-10123456-B2'],
  ['US_10123456_B2', 'US-10123456-B2'],
  ['US\t10123456\tB2', 'US-10123456-B2'],
])('reads %s as %s', (text, ucid) => {
  expect(toUcid(text)).toBe(ucid);
});

it.each([
  ['US 10,123,456', { country: 'US', number: '10123456' }],
  ['us2015123456', { country: 'US', number: '20150123456' }],
  ['EP-3456789', { country: 'EP', number: '3456789' }],
  ['US 10 123 402', { country: 'US', number: '10123402' }],
])('reads %s, which has no kind code', (text, parsed) => {
  expect(parsePublicationNumber(text)).toEqual(parsed);
  expect(toUcid(text)).toBeUndefined();
});

it.each([
  '',
  'US',
  'hello',
  '10123456',
  '10,123,456 B2',
  'US 13/834,919',
  '13/834,919',
  'EP 97/12345',
  '../../US-10123456-B2',
  'US-10123456-B2/..',
  'US-10123456-B2?x',
  'US-10123456-B22',
  'US-10123456-2BB',
  'US-10123456-%42',
  '=US-10123456-B2',
  'US-10123456-B2\0',
  `US-${'1'.repeat(16)}-B2`,
  `US${' '.repeat(1000)}10123456B2`,
])('takes %j for no publication number', (text) => {
  expect(parsePublicationNumber(text)).toBeUndefined();
});

it.each([
  [['A1', 'B1'], 'B1'],
  [['B2', 'A1', 'B1'], 'B2'],
  [['A3', 'A1', 'A2'], 'A1'],
  [['A', 'B'], 'B'],
  [['S1'], 'S1'],
  [[], undefined],
])('prefers of the kinds %j %s', (kinds, kind) => {
  expect(preferredUcid(kinds.map((one) => `EP-1-${one}`))).toBe(kind && `EP-1-${kind}`);
});

it('gives a UCID or nothing for any text, and leaves a UCID as it is', () => {
  const piece = fc.constantFrom(
    'US',
    'EP',
    'wo',
    '-',
    '/',
    ' ',
    ',',
    '0',
    '2015',
    '123',
    'B2',
    'A',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (input) => {
      const ucid = toUcid(input);
      if (ucid === undefined) return;
      expect(ucid).toMatch(ucidPattern);
      expect(toUcid(ucid)).toBe(ucid);
    }),
  );
});

it.each([
  ['B1', true],
  ['A', true],
  ['12', true],
  ['1', true],
  ['', false],
  ['1B', false],
  ['123', false],
])('a filter by the kind code %j is taken: %s', (code, isTaken) => {
  expect(kindCodeFilterPattern.test(code)).toBe(isTaken);
});
