import { expect, it } from 'vitest';
import { placeLiterature } from './place-literature.ts';

const patent = {
  ucid: 'US-10000000-B2',
  filing_date: '2016-05-02',
  publication_date: '2018-03-06',
  priority_claims: [],
};

it.each([
  ['2012-01-10', '2012-01-10', 'published-before'],
  ['2015-12-01', '2015-12-01', 'grace-year'],
  // The later version may say more than the first one did.
  ['2012-01-10', '2015-12-01', 'unknown'],
  ['2015-12-01', '2019-01-01', 'unknown'],
  // Both were public more than a year before.
  ['2012-01-10', '2013-01-10', 'published-before'],
  ['2016-05-02', '2016-05-02', undefined],
  // Literature has no effect by a day before its publication.
  ['2017-01-01', '2017-01-01', undefined],
  [undefined, undefined, undefined],
])('a paper of %s with a text of %s is %s', (published, textDate, tier) => {
  const placement = placeLiterature(patent, {
    ...(published && { published }),
    ...(textDate && { textDate }),
  });
  expect(placement?.tier).toBe(tier);
});
