import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, ucidStem } from '#shared/ucid.ts';
import type { Placement } from './date-tiers.ts';
import { isSameName, isSameOwner } from './names.ts';
import { lawOf } from './patent-dates.ts';
import type { Reference } from './report.ts';

type Exception = NonNullable<Reference['exceptions']>[number];

/** What people should know of the dates of a reference, where there is something. */
export function flagsOf(
  patent: PatentDocument,
  reference: PatentDocument,
  placement: Pick<Placement, 'tier' | 'provision'>,
  family: readonly string[],
): Pick<Reference, 'exceptions' | 'considered'> {
  const exceptions = exceptionsOf(patent, reference, placement);
  const considered = consideredBy(patent, [reference.ucid, ...family]);
  return { ...(exceptions.length > 0 && { exceptions }), ...(considered && { considered }) };
}

/**
 * Rules by which a reference may not count, because inventors or owners are the same by their names. Whether they
 * were when it matters, and who disclosed what, is for people to judge. Only the law of the United States has such rules.
 */
export function exceptionsOf(
  patent: PatentDocument,
  reference: PatentDocument,
  { tier, provision }: Pick<Placement, 'tier' | 'provision'>,
): Exception[] {
  if (!provision.includes('U.S.C.') || tier === 'published-before') return [];
  const inventors = reference.inventors.filter((one) =>
    patent.inventors.some((other) => isSameName(one, other)),
  );
  const isAll =
    inventors.length > 0 &&
    inventors.length === reference.inventors.length &&
    reference.inventors.length === patent.inventors.length;
  const owner = ownersOf(reference).find((one) =>
    ownersOf(patent).some((other) => isSameOwner(one, other)),
  );
  const law = lawOf(patent);
  const exceptions: Exception[] = [];
  const add = (rule: string, reason: string) => exceptions.push({ provision: rule, reason });
  const names = `${inventors.join(', ')} ${inventors.length === 1 ? 'is an inventor' : 'are inventors'} of both${isAll ? ', and nobody else' : ''}`;
  const owned = `${owner} owns both by the documents`;
  if (inventors.length > 0) {
    if (law === 'post-AIA') {
      add(tier === 'grace-year' ? '35 U.S.C. 102(b)(1)(A)' : '35 U.S.C. 102(b)(2)(A)', names);
    } else if (tier === 'grace-year') {
      add('pre-AIA 35 U.S.C. 102(a), “by others”', names);
    } else if (tier === 'filed-before') {
      add('pre-AIA 35 U.S.C. 102(e), “by another”', names);
    }
  }
  if (owner && tier === 'filed-before') {
    add(
      law === 'post-AIA' ? '35 U.S.C. 102(b)(2)(C)' : 'pre-AIA 35 U.S.C. 103(c)',
      law === 'post-AIA' ? owned : `${owned}: then it counts for novelty only`,
    );
  }
  return exceptions;
}

const ownersOf = ({ assignees, owners = [] }: PatentDocument) => [
  ...assignees,
  ...owners.map(({ name }) => name),
];

/**
 * Who cited a reference, or another publication of it, in the procedure of the patent; the examiner first. Undefined if
 * the document cites neither.
 */
export function consideredBy(
  { citations }: Pick<PatentDocument, 'citations'>,
  publications: readonly string[],
): Reference['considered'] {
  const wanted = new Set(publications.map(stemOf));
  const cited = citations.filter(({ number }) => wanted.has(stemOf(number)));
  if (cited.length === 0) return undefined;
  return cited.some(({ by }) => by === 'examiner') ? 'examiner' : (cited[0]!.by ?? 'other');
}

/** A number without its kind code: a citation may lack it. */
function stemOf(number: string): string {
  const parsed = parsePublicationNumber(number);
  return parsed ? ucidStem(parsed) : number;
}
