import { expect, test } from 'vitest';
import { officeLinks } from './office-links.ts';

const uspto = (number: string) => [
  'USPTO (PDF)',
  `https://image-ppubs.uspto.gov/dirsearch-public/print/downloadPdf/${number}`,
];
const platpat = (path: string) => [
  'J-PlatPat',
  `https://www.j-platpat.inpit.go.jp/c1801/PU/${path}/en`,
];

test.each([
  ['US-10999999-B2', '', uspto('10999999')],
  ['US-999999-A', '', uspto('0999999')],
  ['US-20310099999-A1', '', uspto('20310099999')],
  ['US-D999999-S', '', uspto('D999999')],
  ['US-RE9999-E', '', uspto('RE09999')],
  ['US-PP9999-P', '', uspto('PP09999')],
  [
    'WO-2031099999-A1',
    '',
    ['Patentscope', 'https://patentscope.wipo.int/search/en/detail.jsf?docId=WO2031099999'],
  ],
  [
    'EP-9999999-B1',
    'EP-31999999',
    ['European Patent Register', 'https://register.epo.org/application?number=EP31999999'],
  ],
  [
    'EP-9999999-B1',
    'EP-31999999.5',
    ['European Patent Register', 'https://register.epo.org/application?number=EP31999999'],
  ],
  ['JP-2031099999-A', '', platpat('JP-2031-099999/11')],
  ['JP-9999999-B2', '', platpat('JP-9999999/15')],
])('%s of application %s is read at its office', (ucid, application_number, [name, href]) => {
  const links = officeLinks({ ucid, application_number });
  expect(links[0]).toEqual({ name, href });
  expect(links[1]?.name).toBe('Espacenet');
});

test.each([
  ['US-10999999-B2', 'US10999999B2'],
  ['US-20310099999-A1', 'US2031099999A1'],
  ['WO-2031099999-A1', 'WO2031099999A1'],
  ['WO-1999099999-A1', 'WO9999999A1'],
  ['WO-2003100999-A1', 'WO03100999A1'],
  ['EP-9999999-B1', 'EP9999999B1'],
  ['JP-2031099999-A', 'JP2031099999A'],
])('Espacenet finds %s as %s', (ucid, number) => {
  expect(officeLinks({ ucid }).at(-1)).toEqual({
    name: 'Espacenet',
    href: `https://worldwide.espacenet.com/patent/search?q=pn%3D${number}`,
  });
});

test.each([
  ['US-X99-A', ''],
  ['EP-9999999-B1', 'PCT/XX99/99'],
  ['WO-99-A1', ''],
  ['JP-S99999-A', ''],
  ['DE-999-C', ''],
])('%s of application %j has no page of its own office', (ucid, application_number) => {
  expect(officeLinks({ ucid, application_number }).map(({ name }) => name)).toEqual(['Espacenet']);
});
