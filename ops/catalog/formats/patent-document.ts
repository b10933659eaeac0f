import type { PatentDocument } from '#shared/patent-document.ts';
import type { PatentText } from './format.ts';

type Dates = 'filing_date' | 'priority_date' | 'publication_date' | 'grant_date';

/** A patent as both sources provide it: its document, and the texts and classes of its row. */
export interface Patent
  extends Omit<PatentDocument, Dates | 'application_number' | 'family_id' | 'truncated'> {
  /** Texts of the row, as the source writes them. */
  texts: Record<PatentText, string>;
  ipc: string[];
  kind_code: string;
  /** Empty where the source has none. */
  filing_date: string;
  priority_date: string;
  publication_date: string;
  grant_date: string;
  application_number: string;
  family_id: string;
}

/** Longer documents lose their end: functions answer with 6 MB at most. */
const MAX_DOCUMENT_BYTES = 4 << 20;

/** The document of a patent. A date that does not exist, such as June 31, is left out. */
export function patentDocument(patent: Patent): PatentDocument {
  const document: PatentDocument = {
    ucid: patent.ucid,
    title: patent.title,
    abstract: patent.abstract,
    abstract_marks: patent.abstract_marks,
    claims: patent.claims,
    paragraphs: patent.paragraphs,
    filing_date: realDay(patent.filing_date),
    priority_date: realDay(patent.priority_date),
    publication_date: realDay(patent.publication_date),
    grant_date: realDay(patent.grant_date),
    application_number: patent.application_number || undefined,
    family_id: patent.family_id || undefined,
    kind_code: patent.ucid.slice(patent.ucid.lastIndexOf('-') + 1),
    assignees: distinct(patent.assignees),
    inventors: distinct(patent.inventors),
    objects: patent.objects,
    cpc: distinct(patent.cpc),
    citations: patent.citations.filter(
      ({ number }, at, all) =>
        number !== '' && all.findIndex((one) => one.number === number) === at,
    ),
    priority_claims: patent.priority_claims
      .map(({ number, date, relation }) => ({ number, date: realDay(date), relation }))
      .toSorted((a, b) => ((a.date ?? '9') < (b.date ?? '9') ? -1 : 1)),
  };
  return fitted(document);
}

/** The day, if it exists: only such dates stay the same when they are parsed and printed. */
function realDay(text: string | undefined): string | undefined {
  const time = Date.parse(`${text}T00:00:00Z`);
  return text && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
    ? text
    : undefined;
}

function fitted(document: PatentDocument): PatentDocument {
  if (sizeOf(document) <= MAX_DOCUMENT_BYTES) return document;
  const rest: PatentDocument = { ...document, claims: [], paragraphs: [], truncated: true };
  let left = MAX_DOCUMENT_BYTES - sizeOf(rest);
  /** The first items that fit, up to the first that does not. */
  const first = <T>(items: readonly T[]): T[] =>
    items.filter((item) => {
      left = left < 0 ? left : left - sizeOf(item) - 1;
      return left >= 0;
    });
  return { ...rest, claims: first(document.claims), paragraphs: first(document.paragraphs) };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export const distinct = (values: readonly string[]): string[] => [
  ...new Set(values.filter(Boolean)),
];
