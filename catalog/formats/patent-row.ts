import { type Outcome, type PatentText, patentTexts } from './format.ts';

/** The data of a patent that both sources provide. */
export interface Patent {
  ucid: string;
  title: string;
  texts: Record<PatentText, string>;
  assignees: string[];
  inventors: string[];
  priorityDate: string;
  publicationDate: string;
  grantDate: string;
  cpc: string[];
  ipc: string[];
  kindCode: string;
}

export const patentColumns = [
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
];

/** @param wanted texts to include; a patent that has none of them gets all its texts */
export function patentRow(patent: Patent, wanted: readonly PatentText[]): Outcome {
  const textOf = (names: readonly PatentText[]) =>
    names
      .map((name) => patent.texts[name].trim())
      .filter(Boolean)
      .join('\n');
  // Design patents have a claim but no abstract.
  const text = textOf(wanted) || textOf(patentTexts);
  if (!patent.title) return { reason: `The patent ${patent.ucid} has no title.` };
  if (!text) {
    return { reason: `The patent ${patent.ucid} has neither abstract, claims nor description.` };
  }
  return {
    row: [
      patent.ucid,
      patent.title,
      text,
      list(patent.assignees),
      patent.priorityDate,
      patent.publicationDate,
      patent.grantDate,
      list(patent.cpc),
      patent.kindCode,
      list(patent.ipc),
      list(patent.inventors),
    ],
  };
}

/** `20200107` as `2020-01-07`; empty for 0 and invalid dates. */
export function isoDate(digits: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return year && month !== '00' && day !== '00' ? `${year}-${month}-${day}` : '';
}

const list = (values: string[]): string => [...new Set(values.filter(Boolean))].join('; ');
