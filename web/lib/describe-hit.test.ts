import { expect, test } from 'vitest';
import { describeHit } from './describe-hit.ts';

test('title, id and link are found by column name, the rest are details, empty cells are left out', () => {
  const hit = describeHit(
    {
      ucid: 'US-1-B1',
      assignee: 'Acme',
      title: 'A drone',
      link: 'https://example.org/1',
      note: '',
      conceptScore: 0.5,
    },
    undefined,
  );
  expect(hit).toEqual({
    id: 'US-1-B1',
    title: 'A drone',
    link: 'https://example.org/1',
    titleRanges: [],
    score: 0.5,
    details: [{ name: 'assignee', value: 'Acme', ranges: [] }],
  });
});

test('marks of query words stay right when leading blanks are cut off', () => {
  const hit = describeHit(
    {
      title: '  A drone',
      note: 'one drone',
      conceptScore: 0.5,
      explanation: {
        terms: [],
        concepts: [],
        passage: null,
        highlights: { title: [[4, 9]], note: [[4, 9]] },
      },
    },
    undefined,
  );
  expect(hit).toMatchObject({
    title: 'A drone',
    titleRanges: [[2, 7]],
    details: [{ name: 'note', value: 'one drone', ranges: [[4, 9]] }],
  });
});

test('a link that is not a web address stays text', () => {
  const hit = describeHit({ title: 'x', link: 'javascript:alert(1)', conceptScore: 0 }, undefined);
  expect(hit.link).toBeUndefined();
  expect(hit.details).toEqual([{ name: 'link', value: 'javascript:alert(1)', ranges: [] }]);
});

test('without a title column the first other column is the title, then the id', () => {
  expect(describeHit({ ID: 7, product: 'Pan', conceptScore: 0 }, undefined)).toMatchObject({
    id: '7',
    title: 'Pan',
    details: [],
  });
  expect(describeHit({ ID: 7, conceptScore: 0 }, undefined)).toMatchObject({
    id: undefined,
    title: '7',
  });
  expect(describeHit({ conceptScore: 0 }, undefined).title).toBe('Untitled');
});

test('columns that were chosen are title, id and link, whatever their names', () => {
  const row = {
    id: '7',
    title: 'Mr',
    'Order no.': 'A 1',
    who: 'Ada',
    page: 'https://example.org/1',
  };
  const uses = { 'Order no.': 'id', who: 'title', page: 'link' } as const;
  expect(describeHit({ ...row, conceptScore: 0 }, uses)).toMatchObject({
    id: 'A 1',
    title: 'Ada',
    link: row.page,
    details: [{ name: 'id' }, { name: 'title' }],
  });
  // Of columns without a title, the first with a word.
  expect(describeHit({ ...row, conceptScore: 0 }, {})).toMatchObject({
    id: undefined,
    title: 'Mr',
  });
});
