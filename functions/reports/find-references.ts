import type { FindPatent } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type Placement, placeInTime } from '#shared/report/date-tiers.ts';
import { groupFamilies, isSameFamily } from '#shared/report/families.ts';
import type { Report } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

export interface FoundReference {
  document: PatentDocument;
  placement: Placement;
  /** Other publications of the invention. */
  family: string[];
}

export interface FoundReferences {
  /** Best first, one for each invention. */
  references: FoundReference[];
  /** Other publications of the patent's own invention that were met. */
  ownFamily: string[];
  seen: Report['record']['seen'];
}

/** Documents that are read at once. */
const atOnce = 20;

/**
 * Reads what the search has found, best first, until there are enough references: documents that are art by
 * their dates, one for each invention, none of the patent's own.
 */
export async function findReferences(
  patent: PatentDocument,
  ucids: readonly string[],
  wanted: number,
  findPatent: FindPatent,
): Promise<FoundReferences> {
  const candidates = ucids
    .filter((ucid) => ucid !== patent.ucid)
    .slice(0, reportRules.documentsRead);
  const seen = { read: 0, withoutText: 0, ownFamily: 0, tooLate: 0 };
  const ownFamily: string[] = [];
  const documents: PatentDocument[] = [];
  let families: PatentDocument[][] = [];
  for (let start = 0; start < candidates.length; start += atOnce) {
    const batch = candidates.slice(start, start + atOnce);
    seen.read += batch.length;
    for (const document of await Promise.all(batch.map(findPatent))) {
      if (!document) seen.withoutText += 1;
      else if (isSameFamily(document, patent)) ownFamily.push(document.ucid);
      else documents.push(document);
    }
    families = groupFamilies(documents).filter((family) =>
      family.some((one) => placeInTime(patent, one)),
    );
    if (families.length >= wanted) break;
  }
  seen.ownFamily = ownFamily.length;
  seen.tooLate = documents.filter((document) => !placeInTime(patent, document)).length;
  const references = families.slice(0, wanted).map((family) => representative(patent, family));
  return { references, ownFamily: ownFamily.toSorted(), seen };
}

const tierOrder = ['published-before', 'grace-year', 'filed-before', 'unknown'];

/** The member of a family that is cited: of the surest tier, and of those the one published first. */
function representative(patent: PatentDocument, family: readonly PatentDocument[]): FoundReference {
  const placed = family.flatMap((document) => {
    const placement = placeInTime(patent, document);
    return placement ? [{ document, placement }] : [];
  });
  const rank = ({ document, placement }: (typeof placed)[number]) =>
    `${tierOrder.indexOf(placement.tier)} ${document.publication_date ?? '9999'} ${document.ucid}`;
  const [first] = placed.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const { document, placement } = first!;
  const others = family.map(({ ucid }) => ucid).filter((ucid) => ucid !== document.ucid);
  return { document, placement, family: others.toSorted() };
}
