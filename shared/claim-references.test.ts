import { expect, it } from 'vitest';
import { claimReferences, withoutClaimReferences } from './claim-references.ts';

it.each<[string, number, number[]]>([
  ['A hinge comprising a pawl.', 1, []],
  ['The hinge of claim 1, wherein the pawl is sprung.', 2, [1]],
  ['The hinge according to claim 3, further comprising a lever.', 4, [3]],
  ['A ladder having the hinge as claimed in claim 2.', 5, [2]],
  ['The hinge as recited in Claim 12', 14, [12]],
  ['A hinge as claimed in any of claims 1 to 4, wherein the pawl is steel.', 6, [1, 2, 3, 4]],
  ['A hinge according to any one of claims 1-3.', 4, [1, 2, 3]],
  ['A hinge according to claims 1–3.', 4, [1, 2, 3]],
  ['The method of claims 1 through 3', 9, [1, 2, 3]],
  ['The hinge of claim 1 or 2.', 3, [1, 2]],
  ['The hinge of claim 1 or claim 2.', 3, [1, 2]],
  ['The hinge of either of claims 4 and 5.', 6, [4, 5]],
  ['The hinge of any one of claims 1, 3 or 5 to 7.', 8, [1, 3, 5, 6, 7]],
  ['The hinge of claims 1, 2, and 3, in steel.', 5, [1, 2, 3]],
  ['The hinge of any of claims 1, 2, or 4, in steel.', 5, [1, 2, 4]],
  ['The hinge according to any of the preceding claims.', 4, [1, 2, 3]],
  ['The hinge as claimed in any preceding claim, painted.', 3, [1, 2]],
  ['A kit of the hinge of claim 2 and the key of claim 9.', 10, [2, 9]],
  ['The hinge of claim 7.', 7, []],
  ['The hinge of claim 1 to 99999999999.', 3, [1, 2]],
  ['The hinge of claim 1, 20 mm wide.', 2, [1]],
  ['A method of making claims for 3 insured persons.', 2, []],
  ['The disclaimer 1 of a form.', 3, []],
  ['Scharnier nach einem der Ansprüche 1 bis 3 oder 5.', 6, [1, 2, 3, 5]],
  ['Scharnier nach Patentanspruch 2, 20 mm breit.', 4, [2]],
  ['Scharnier nach einem der vorangegangenen Ansprüche.', 4, [1, 2, 3]],
  ['Charnière selon la revendication 1 ou 2.', 3, [1, 2]],
  ["Charnière selon l'une des revendications 1 à 3.", 5, [1, 2, 3]],
  ["Charnière selon l'une quelconque des revendications précédentes.", 3, [1, 2]],
])('%s (claim %i) refers to %j', (text, number, expected) => {
  expect(claimReferences(text, number)).toEqual(expected);
});

it('reads a long list of numbers without delay', () => {
  const text = 'claims 1 , '.repeat(200_000);
  const start = process.cpuUsage().user;
  claimReferences(text, 5);
  expect(process.cpuUsage(undefined).user - start).toBeLessThan(2_000_000);
});

it.each<[string, string, RegExp]>([
  [
    'A street lamp having the dock of any one of claims 1 to 7 at its top',
    'at its top',
    /\bclaims?\b|\d/,
  ],
  ['A kit as claimed in any preceding claim, with a lid', 'with a lid', /\bclaims?\b|preceding/],
  [
    'The method for joining panels of claim 1, wherein the resin is B₁₀H₁₄',
    'wherein the resin is B₁₀H₁₄',
    /claim|method|joining/,
  ],
  ['A strip of 20 mm, 3 wide', '20 mm, 3 wide', /claim/],
])('leaves out of "%s" what names other claims', (text, kept, gone) => {
  expect(withoutClaimReferences(text)).toContain(kept);
  expect(withoutClaimReferences(text)).not.toMatch(gone);
});
