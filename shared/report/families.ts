import type { PatentDocument } from '#shared/patent-document.ts';

/** What of a document tells its family. */
export type FamilyMember = Pick<
  PatentDocument,
  'ucid' | 'family_id' | 'application_number' | 'priority_claims'
>;

/**
 * Whether two publications are of the same invention: by their family id, or, if one of them has none, by a shared
 * application: their own or one whose priority both claim.
 */
export function isSameFamily(a: FamilyMember, b: FamilyMember): boolean {
  if (a.ucid === b.ucid) return true;
  if (a.family_id && b.family_id) return a.family_id === b.family_id;
  const applications = applicationsOf(a);
  return applicationsOf(b).some((number) => applications.includes(number));
}

/** How members of a patent's family are recognised, in plain words. */
export const familyBasis = ({ family_id }: FamilyMember) =>
  family_id
    ? `Family ${family_id}; publications without a family id by the applications that they share`
    : 'The document has no family id: its family are publications that share an application with it';

function applicationsOf({ application_number, priority_claims }: FamilyMember): string[] {
  const numbers = priority_claims.map(({ number }) => number);
  if (application_number) numbers.push(application_number);
  return numbers.map((number) => number.replace(/[^\dA-Z]/gi, '').toUpperCase());
}

/** Groups publications by invention, in the order in which each family comes first. */
export function groupFamilies<T extends FamilyMember>(members: readonly T[]): T[][] {
  const families: T[][] = [];
  for (const member of members) {
    const own = families.filter((family) => family.some((other) => isSameFamily(other, member)));
    const [first, ...joined] = own;
    if (!first) families.push([member]);
    // A member may be what two groups have in common.
    else first.push(...joined.flatMap((family) => family.splice(0)), member);
  }
  return families.filter((family) => family.length > 0);
}
