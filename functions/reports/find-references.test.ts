import { expect, it } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { findReferences } from './find-references.ts';

const document = (ucid: string, rest: Partial<PatentDocument> = {}): PatentDocument => ({
  ...emptyLists,
  ucid,
  title: ucid,
  abstract: '',
  ...rest,
});

const patent = document('US-9-B2', { filing_date: '2015-06-01', family_id: '1' });

/** Looks for references among documents in the order of a search. `US-0-A1` is a row without a text. */
function find(documents: PatentDocument[], wanted = 10) {
  const texts = new Map(documents.map((one) => [one.ucid, one]));
  const ucids = ['US-9-B2', 'US-0-A1', ...documents.map(({ ucid }) => ucid)];
  return findReferences(patent, ucids, wanted, async (ucid) => texts.get(ucid));
}

it('leaves out the patent, its family, what is too late and what has no text, and counts them', async () => {
  const { references, ownFamily, seen } = await find([
    document('US-1-A1', { family_id: '1', publication_date: '2015-12-03' }),
    document('US-2-A1', { publication_date: '2016-01-01', filing_date: '2015-06-01' }),
    document('US-3-A1', { publication_date: '2010-01-01' }),
  ]);
  expect(references.map((one) => one.document.ucid)).toEqual(['US-3-A1']);
  expect(ownFamily).toEqual(['US-1-A1']);
  expect(seen).toEqual({ read: 4, withoutText: 1, ownFamily: 1, tooLate: 1 });
});

it('cites of a family the publication of the surest tier, then the earliest, at the place of its best', async () => {
  const { references } = await find([
    document('US-5-B2', { family_id: '2', publication_date: '2014-12-01' }),
    document('US-4-A1', { publication_date: '2010-01-01' }),
    document('US-5-A1', { family_id: '2', publication_date: '2013-02-01' }),
    document('EP-5-A1', { family_id: '2', publication_date: '2013-01-01' }),
    document('US-6-B2', {
      family_id: '2',
      publication_date: '2018-01-01',
      filing_date: '2016-01-01',
    }),
  ]);
  expect(references.map((one) => [one.document.ucid, one.family, one.placement.tier])).toEqual([
    ['EP-5-A1', ['US-5-A1', 'US-5-B2', 'US-6-B2'], 'published-before'],
    ['US-4-A1', [], 'published-before'],
  ]);
});

it('reads no more than it needs', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    document(`US-${index + 100}-A1`, { publication_date: '2010-01-01' }),
  );
  const { references, seen } = await find(many, 25);
  expect(references).toHaveLength(25);
  expect(seen.read).toBe(40);
});
