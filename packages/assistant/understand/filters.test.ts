import { expect, it } from 'vitest';
import { findFilters } from './filters.ts';
import { findMentions } from './mentions.ts';

const today = '2026-11-22';

it.each([
  [
    'lens cleaning patents by Hartwell Optics before 2015',
    { assignee: 'Hartwell Optics', published_before: '2015-01-01' },
    'lens cleaning',
  ],
  [
    'fishing reels assigned to brookline tackle since 2001',
    { assignee: 'brookline tackle', published_after: '2000-12-31' },
    'fishing reels',
  ],
  ['drones with CPC B64C 39/02', { cpc: 'B64C39/02' }, 'drones'],
  ['drones in B64C39/024, kind code B2', { cpc: 'B64C39/024', kind_code: 'B2' }, 'drones'],
  ['drones, class G05', { cpc: 'G05' }, 'drones'],
  [
    'patents from Tidewell Water describing flow electrodes',
    { assignee: 'Tidewell Water' },
    'describing flow electrodes',
  ],
  ['only B1', { kind_code: 'B1' }, ''],
  ['fuel pumps, A1 publications', { kind_code: 'A1' }, 'fuel pumps'],
  ['kind 02 only', { kind_code: '02' }, 'only'],
  ['a valve moved by a spring', {}, 'a valve moved by a spring'],
  [
    'a lamp from 2010 by May Lighting',
    { published_after: '2009-12-31', assignee: 'May Lighting' },
    'a lamp',
  ],
  ['reels filed before 1999', { priority_before: '1999-01-01' }, 'reels'],
  ['reels in A01K89 or H02K7', { cpc: 'A01K89 | H02K7' }, 'reels'],
  ['reels in A01K but not in H02K 7', { cpc: 'A01K', not_cpc: 'H02K7' }, 'reels'],
  [
    'reels by Hartwell Optics or Brookline Tackle',
    { assignee: 'Hartwell Optics | Brookline Tackle' },
    'reels',
  ],
  [
    "Brookline's reels, excluding level winders",
    { assignee: 'Brookline', without_words: 'level winders' },
    'reels',
  ],
  ['reels, no brakes or bells please', { without_words: 'brakes | bells' }, 'reels'],
  ['reels; they must mention a drag', { with_words: 'drag' }, 'reels'],
  ['reels invented by Ada Kimura', { inventor: 'Ada Kimura' }, 'reels'],
  ['reels, inventor Ada E. Kimura', { inventor: 'Ada E. Kimura' }, 'reels'],
  [
    'reels by Hartwell, S.A., before 2015',
    { assignee: 'Hartwell', published_before: '2015-01-01' },
    'reels',
  ],
  ['European patents on reels', { office: 'EP' }, 'on reels'],
  ['reels, US applications only', { office: 'US', kind_code: 'A' }, 'reels'],
  ['a reel that turns without a motor', {}, 'a reel that turns without a motor'],
  ["treating Parkinson's disease", {}, "treating Parkinson's disease"],
  ['an engine with an A4 sheet and vitamin B12', {}, 'an engine with an A4 sheet and vitamin B12'],
])('%s', (text, filters, rest) => {
  const found = findFilters(text, today);
  expect(found.filters).toEqual(filters);
  const left = found.rest.map((token) => token.text).join(' ');
  for (const word of rest.split(' ')) expect(left).toContain(word);
});

it('reports its assumptions about ambiguous filters', () => {
  expect(findFilters('reels before 2015', today).notes).toEqual([
    'you named no kind of date, so I took the publication date',
  ]);
  expect(findFilters('reels granted after 2010', today).notes[0]).toContain('grant dates');
  expect(findFilters('reels filed after 2010', today).notes[0]).toContain('filing dates');
  expect(findFilters('reels with a priority date 2010-05-01', today).openDay).toEqual({
    kind: 'priority',
    day: '2010-05-01',
  });
});

it.each([
  ['invalidate US-10123456-B2 please', ['US-10123456-B2']],
  ['compare US10123456B2 with US 9,876,543 B1', ['US-10123456-B2', 'US-9876543-B1']],
  ['what is US-3703998-A about', ['US-3703998-A']],
  ['U.S. Pat. No. 10,123,456', ['US-10123456']],
  ['US patent 10,123,456 B2', ['US-10123456-B2']],
  ['EP 1234567 A1 and WO 2015/123456 A1', ['EP-1234567-A1', 'WO-2015123456-A1']],
  ['give us 3 patents from 2015', []],
  ['does US 10123456 a spring have', ['US-10123456']],
])('%s names %j', (text, ucids) => {
  expect(findMentions(text).map(({ ucid }) => ucid)).toEqual(ucids);
});
