import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import type { PatentText } from './format.ts';

type Dates = 'filing_date' | 'priority_date' | 'publication_date' | 'grant_date';

/** A patent as a source provides it: what its document and its row are made of. */
export interface Patent
  extends Omit<
    PatentDocument,
    Dates | 'application_number' | 'family_id' | 'truncated' | 'kind_code'
  > {
  /** Texts of the row where they differ from those of the document. */
  texts?: Record<PatentText, string>;
  /** Set if the source has no texts: the title is the text of the row. */
  isBibliographic?: boolean;
  kind_code: string;
  /** Empty where the source has none. */
  filing_date: string;
  priority_date: string;
  publication_date: string;
  grant_date: string;
  application_number: string;
  family_id?: string;
}

/** Longer documents lose their end: functions answer with 6 MB at most. */
const MAX_DOCUMENT_BYTES = 4 << 20;

/** The document of a patent. A date that does not exist, such as June 31, is left out, and so is an empty list. */
export function patentDocument({ texts, isBibliographic, ...patent }: Patent): PatentDocument {
  const optional = Object.entries(patent).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && !value.length),
  );
  const document: PatentDocument = {
    ...(Object.fromEntries(optional) as Partial<PatentDocument>),
    ucid: patent.ucid,
    title: patent.title,
    abstract: patent.abstract,
    claims: patent.claims,
    paragraphs: patent.paragraphs,
    filing_date: realDay(patent.filing_date),
    priority_date: realDay(patent.priority_date),
    publication_date: realDay(patent.publication_date),
    grant_date: realDay(patent.grant_date),
    international_filing_date: realDay(patent.international_filing_date),
    national_stage_date: realDay(patent.national_stage_date),
    kind_code: patent.ucid.slice(patent.ucid.lastIndexOf('-') + 1),
    assignees: distinct(patent.assignees),
    inventors: distinct(patent.inventors),
    cpc: distinct(patent.cpc),
    citations: distinctCitations(patent.citations),
    priority_claims: patent.priority_claims
      .map(({ number, date, relation }) => ({ number, date: realDay(date), relation }))
      .toSorted((a, b) => ((a.date ?? '9') < (b.date ?? '9') ? -1 : 1)),
  };
  return fitted(document);
}

/** Some documents name a publication twice, in two spellings. What it was cited for may differ. */
function distinctCitations(citations: readonly PatentCitation[]): PatentCitation[] {
  const known = new Set<string>();
  return citations.filter((citation) => {
    const number = citation.number.replaceAll('/', '');
    const key = JSON.stringify({ ...citation, number, date: undefined, name: undefined });
    if (citation.number === '' || known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The day, if it exists: only such dates stay the same when they are parsed and printed. */
export function realDay(text: string | undefined): string | undefined {
  const time = Date.parse(`${text}T00:00:00Z`);
  return text && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
    ? text
    : undefined;
}

/** A document without its end, if it is too long. */
export function fitted(document: PatentDocument): PatentDocument {
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
