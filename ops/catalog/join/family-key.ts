import type { PatentDocument } from '#shared/patent-document.ts';
import { applicationKey } from '#shared/patent-links.ts';

type Claimed = Pick<PatentDocument, 'family_id'> &
  Partial<Pick<PatentDocument, 'priority_claims' | 'application_number'>>;

/** Relations whose parent's date counts, but that do not make a family of their own. */
const sameFamily = new Set(['continuation', 'division', 'reissue', 'national-stage']);

/**
 * Keys that members of a family share: the family id of DOCDB, and the set of priorities. A simple family has exactly the same
 * priorities; an application without any is its own. Continuations and divisions belong to the application that they continue.
 */
export function familyKeys({ family_id, priority_claims = [], application_number }: Claimed) {
  const numbers = (claims: PatentDocument['priority_claims']) =>
    claims.flatMap(({ number }) => applicationKey(number) ?? []);
  const own = numbers(priority_claims.filter(({ relation }) => !sameFamily.has(relation ?? '')));
  const first = numbers(priority_claims)[0] ?? applicationKey(application_number ?? '');
  const set = own.length > 0 ? [...new Set(own)].sort() : first ? [first] : [];
  return [
    ...(family_id ? [`f:${family_id}`] : []),
    ...(set.length > 0 ? [`p:${set.join(' ')}`] : []),
  ];
}
