import { expect, it } from 'vitest';
import { patentPath, placeOf } from './patent-path.ts';

const placeAt = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'https://app.example');
  return placeOf(pathname.split('/').at(-1)!, searchParams);
};

it.each([
  { ucid: 'US-1-A', part: 'claim' as const, number: 3, start: 0, end: 40 },
  { ucid: 'EP-99-B1', part: 'abstract' as const, number: null, start: 7, end: 8 },
])('an address of %j names the place again', (place) => {
  expect(placeAt(patentPath(place.ucid, place))).toEqual(place);
});

it('an address without a passage names none', () => {
  expect(patentPath('US-1-A')).toBe('/patents/US-1-A');
  expect(placeAt('/patents/US-1-A')).toBeUndefined();
});

it.each([
  'part=claim&number=1',
  'part=x&start=0&end=9',
  'part=abstract&start=9&end=9',
  'part=title&start=-1&end=5',
])('%s names no place', (query) => {
  expect(placeAt(`/patents/US-1-A?${query}`)).toBeUndefined();
});
