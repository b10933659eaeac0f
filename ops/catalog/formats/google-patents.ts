import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { type Outcome, type PatentText, skipped } from './format.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { splitClaims, splitDescription } from './patent-texts.ts';
import { relationOf } from './priority-relation.ts';

/** One publication of Google Patents Public Data (`patents.publications`), exported as JSON. */
export function readPublication(
  publication: Record<string, unknown>,
  wanted: readonly PatentText[],
): Outcome {
  const number = textOf(publication.publication_number);
  // Numbers of other countries have any form.
  if (/^(?!US-)[A-Z]{2}-/.test(number)) return skipped;
  const ucid = /^US-[A-Z]{0,3}\d+-[A-Z]\d?$/.test(number) && toUcid(number);
  if (!ucid) {
    return { reason: `The publication number ${JSON.stringify(number)} is not valid.` };
  }
  const names = (harmonized: unknown, plain: unknown) => {
    const found = objectsOf(harmonized).map(({ name }) => textOf(name));
    return found.some(Boolean) ? found : listOf(plain);
  };
  const texts = {
    abstract: localized(publication.abstract_localized),
    claims: localized(publication.claims_localized),
    description: localized(publication.description_localized),
  };
  return patentOutcome(
    {
      ucid,
      title: localized(publication.title_localized),
      texts,
      abstract: texts.abstract.trim(),
      claims: texts.claims.trim() ? splitClaims(texts.claims) : [],
      ...splitDescription(texts.description),
      assignees: names(publication.assignee_harmonized, publication.assignee),
      inventors: names(publication.inventor_harmonized, publication.inventor),
      filing_date: isoDate(textOf(publication.filing_date)),
      priority_date: isoDate(textOf(publication.priority_date)),
      publication_date: isoDate(textOf(publication.publication_date)),
      grant_date: isoDate(textOf(publication.grant_date)),
      application_number: textOf(publication.application_number),
      family_id: textOf(publication.family_id),
      cpc: objectsOf(publication.cpc).map(({ code }) => textOf(code)),
      ipc: objectsOf(publication.ipc).map(({ code }) => textOf(code)),
      kind_code: textOf(publication.kind_code) || ucid.slice(ucid.lastIndexOf('-') + 1),
      citations: objectsOf(publication.citation).map(({ publication_number }) => {
        const cited = textOf(publication_number);
        return { number: toUcid(cited) ?? cited };
      }),
      priority_claims: priorityClaims(publication),
    },
    wanted,
  );
}

/** Applications that are claimed. The list of parents says how the publication relates to some of them. */
function priorityClaims(publication: Record<string, unknown>): PatentDocument['priority_claims'] {
  const relations = new Map(
    objectsOf(publication.parent).map((parent) => [
      textOf(parent.application_number),
      relationOf(textOf(parent.type)),
    ]),
  );
  return objectsOf(publication.priority_claim).flatMap((claim) => {
    const number = textOf(claim.application_number) || textOf(claim.publication_number);
    if (!number) return [];
    return {
      number,
      date: isoDate(textOf(claim.filing_date)) || undefined,
      relation: relations.get(number) ?? (number.startsWith('US') ? undefined : 'foreign'),
    };
  });
}

/** The English text of a list of translations, else the first. */
function localized(value: unknown): string {
  const texts = objectsOf(value);
  const text = (texts.find(({ language }) => language === 'en') ?? texts[0])?.text;
  return typeof text === 'string' ? text : '';
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
