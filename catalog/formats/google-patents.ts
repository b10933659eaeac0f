import { type Outcome, type PatentText, skipped } from './format.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { isoDate, patentRow } from './patent-row.ts';

/** One publication of Google Patents Public Data (`patents.publications`), exported as JSON. */
export function readPublication(
  publication: Record<string, unknown>,
  wanted: readonly PatentText[],
): Outcome {
  const ucid = textOf(publication.publication_number);
  // Numbers of other countries have any form.
  if (/^(?!US-)[A-Z]{2}-/.test(ucid)) return skipped;
  if (!/^US-[A-Z]{0,3}\d+-[A-Z]\d?$/.test(ucid)) {
    return { reason: `The publication number ${JSON.stringify(ucid)} is not valid.` };
  }
  const names = (harmonized: unknown, plain: unknown) => {
    const found = objectsOf(harmonized).map(({ name }) => textOf(name));
    return found.some(Boolean) ? found : listOf(plain);
  };
  return patentRow(
    {
      ucid,
      title: localized(publication.title_localized),
      texts: {
        abstract: localized(publication.abstract_localized),
        claims: localized(publication.claims_localized),
        description: localized(publication.description_localized),
      },
      assignees: names(publication.assignee_harmonized, publication.assignee),
      inventors: names(publication.inventor_harmonized, publication.inventor),
      priorityDate: isoDate(textOf(publication.priority_date)),
      publicationDate: isoDate(textOf(publication.publication_date)),
      grantDate: isoDate(textOf(publication.grant_date)),
      cpc: objectsOf(publication.cpc).map(({ code }) => textOf(code)),
      ipc: objectsOf(publication.ipc).map(({ code }) => textOf(code)),
      kindCode: textOf(publication.kind_code) || ucid.slice(ucid.lastIndexOf('-') + 1),
    },
    wanted,
  );
}

/** The English text of a list of translations, else the first. */
function localized(value: unknown): string {
  const texts = objectsOf(value);
  const text = (texts.find(({ language }) => language === 'en') ?? texts[0])?.text;
  return typeof text === 'string' ? text : '';
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
