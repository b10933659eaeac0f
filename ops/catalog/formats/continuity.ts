import type { PatentDocument } from '#shared/patent-document.ts';
import { isoDate } from './patent-row.ts';
import { relationOf } from './priority-relation.ts';

type PriorityClaim = PatentDocument['priority_claims'][number];

const entry =
  /\b(us-provisional-application|continuation-in-part|continuation|division|reissue|continuing-reissue)\s+(?:parent-doc\s+)?(?:US\s+)?(\d{6,8})\s+(\d{8})/g;

/** Applications in a line of the public search's records: `division parent-doc US 13303416 20111123 …`. */
export const continuityOf = (line: string): PriorityClaim[] =>
  Array.from(line.matchAll(entry), ([, relation, number, date]) => ({
    number: `US-${number}`,
    date: isoDate(date!) || undefined,
    relation: relationOf(relation!),
  }));
