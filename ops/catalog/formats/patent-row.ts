import { type Outcome, type PatentText, patentTexts } from './format.ts';
import { distinct, type Patent, patentDocument } from './patent-document.ts';

/** Columns that a record alone fills. */
const recordColumns = [
  'ucid',
  'title',
  'text',
  'assignee',
  'priority_date',
  'publication_date',
  'grant_date',
  'cpc',
  'kind_code',
  'ipc',
  'inventors',
  'claims',
];

/** The others are filled when all is known of a document: see `joinedRow`. */
export const patentColumns = [
  ...recordColumns,
  'family_id',
  'status',
  'drawing',
  'cites',
  'cited_by',
];

/** Columns of the dataset. Where no claims are wanted, it has no column of them that could promise to find some. */
export const patentColumnsOf = (wanted: readonly PatentText[]): string[] =>
  patentColumns.filter((column) => column !== 'claims' || wanted.includes('claims'));

/**
 * The text of a row, without its claims: these are a column of their own, so that they can be searched alone. A patent that has
 * nothing else gets its claims, one that has none of the wanted texts all its texts.
 */
export const rowTextOf = (
  textOf: (names: readonly PatentText[]) => string,
  wanted: readonly PatentText[],
): string =>
  textOf(wanted.filter((name) => name !== 'claims')) || textOf(wanted) || textOf(patentTexts);

/**
 * The row and the document of a patent.
 * @param wanted texts to include in the row; a patent that has none of them gets all its texts
 */
export function patentOutcome(patent: Patent, wanted: readonly PatentText[]): Outcome {
  const texts = patent.texts ?? textsOf(patent);
  const textOf = (names: readonly PatentText[]) =>
    names
      .map((name) => texts[name].trim())
      .filter(Boolean)
      .join('\n');
  // Design patents have a claim but no abstract.
  const text = rowTextOf(textOf, wanted) || (patent.isBibliographic ? patent.title : '');
  if (!patent.title) return { reason: `The patent ${patent.ucid} has no title.` };
  if (!text) {
    return { reason: `The patent ${patent.ucid} has neither abstract, claims nor description.` };
  }
  return {
    row: [
      patent.ucid,
      patent.title,
      text,
      distinct(patent.assignees).join('; '),
      patent.priority_date,
      patent.publication_date,
      patent.grant_date,
      distinct(patent.cpc).join('; '),
      patent.kind_code,
      distinct([...(patent.ipc ?? []), ...(patent.locarno ?? [])]).join('; '),
      distinct(patent.inventors).join('; '),
      wanted.includes('claims') ? texts.claims.trim() : '',
    ],
    document: patentDocument(patent),
  };
}

/** Texts of the row as the document has them, claims with their numbers. */
const textsOf = ({ abstract, claims, paragraphs }: Patent): Record<PatentText, string> => ({
  abstract,
  claims: claims.map(({ number, text }) => `${number}. ${text}`).join('\n'),
  description: paragraphs
    .flatMap(({ heading, text }) => [heading ?? '', text])
    .filter(Boolean)
    .join('\n'),
});

/** `20200107` as `2020-01-07`; empty for 0 and invalid dates. */
export function isoDate(digits: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return year && month !== '00' && day !== '00' ? `${year}-${month}-${day}` : '';
}
