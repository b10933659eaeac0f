import { expect, it } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { chooseClaims } from './choose-claims.ts';
import { listArt, sharedWith } from './list-art.ts';

const document = (ucid: string, rest: Partial<PatentDocument>): PatentDocument => ({
  ...emptyLists,
  ucid,
  title: 'Handbag',
  abstract: '',
  claims: [{ number: 1, text: 'The ornamental design for a handbag, as shown.', dependsOn: [] }],
  ...rest,
});

it.each([
  ['US-D990001-S1', {}, false],
  ['US-PP99001-P2', {}, false],
  ['US-9990001-B2', { type: 'design' as const }, false],
  ['US-D990001-S1', { type: 'utility' as const }, true],
  ['US-9990001-B2', {}, true],
])('charts the claims of %s %j: %s', (ucid, rest, isCharted) => {
  const [claim] = chooseClaims('invalidation', document(ucid, rest));
  expect(claim!.charted).toBe(isCharted);
});

it('lists in place of a chart what shares a class or the owner, and says which', () => {
  const design = document('US-D990001-S1', {
    locarno: ['03-01'],
    uspc: ['D3232'],
    assignees: ['Bags Inc.'],
  });
  const found = [
    document('US-D990002-S1', { locarno: ['03-01'], assignees: ['Other Ltd.'] }),
    document('US-D990003-S1', { locarno: ['06-01'] }),
    document('US-D990004-S1', { locarno: ['06-01'], assignees: ['BAGS, INC'] }),
    document('US-9990005-B2', { cpc: ['A45C1/04'] }),
  ].map((one) => ({
    document: one,
    placement: { tier: 'published-before' as const, provision: '', tier_reason: '' },
    family: [],
  }));
  const listed = listArt(design, found);
  expect(listed.map((one) => [one.document.ucid, sharedWith(design, one.document)])).toEqual([
    ['US-D990002-S1', ['class 03-01']],
    ['US-D990004-S1', ['owner Bags Inc.']],
  ]);
  const plant = document('US-PP99001-P2', { cpc: ['A01H5/02'] });
  expect(sharedWith(plant, document('US-PP99000-P2', { cpc: ['A01H5/08'] }))).toEqual([
    'class A01H5',
  ]);
});
