import { expect, it } from 'vitest';
import { type FamilyMember, familyBasis, groupFamilies, isSameFamily } from './families.ts';

const member = (ucid: string, rest: Partial<FamilyMember> = {}): FamilyMember => ({
  ucid,
  priority_claims: [],
  ...rest,
});
const ucids = (families: FamilyMember[][]) =>
  families.map((family) => family.map(({ ucid }) => ucid));

it('knows a family by its id, whatever else is shared', () => {
  const priority_claims = [{ number: 'US-62/1' }];
  const a = member('US-1-A1', { family_id: '7', priority_claims });
  expect(isSameFamily(a, member('EP-2-A1', { family_id: '7' }))).toBe(true);
  expect(isSameFamily(a, member('US-3-A1', { family_id: '8', priority_claims }))).toBe(false);
});

it('falls back on shared applications, however they are written', () => {
  const a = member('US-1-B2', { application_number: 'US-14/123,456' });
  const division = member('US-2-B2', { priority_claims: [{ number: 'US 14123456' }] });
  expect(isSameFamily(a, division)).toBe(true);
  expect(isSameFamily(member('US-1-B2'), member('US-2-B2'))).toBe(false);
  expect(familyBasis(a)).toContain('no family id');
});

it('gives one group for each family, in the order of the first members', () => {
  const families = groupFamilies([
    member('A', { family_id: '1' }),
    member('B', { family_id: '2' }),
    member('C', { family_id: '1' }),
    member('D'),
  ]);
  expect(ucids(families)).toEqual([['A', 'C'], ['B'], ['D']]);
});

it('joins groups that a later member connects', () => {
  const families = groupFamilies([
    member('A', { family_id: '1', application_number: 'US-10' }),
    member('B', { application_number: 'US-20' }),
    member('C', { priority_claims: [{ number: 'US-10' }, { number: 'US-20' }] }),
  ]);
  expect(ucids(families)).toEqual([['A', 'B', 'C']]);
});
