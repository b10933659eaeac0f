import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { citingPhases } from './exchange-document.ts';
import type { Outcome, PatentText } from './format.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { splitClaims, splitDescription } from './patent-texts.ts';
import { relationOf } from './priority-relation.ts';

/**
 * One publication of Google Patents Public Data (`patents.publications`), exported as JSON. Those of the US have full text, those
 * of other countries mostly titles and abstracts, or bibliographic data alone.
 */
export function readPublication(
  publication: Record<string, unknown>,
  wanted: readonly PatentText[],
): Outcome {
  const number = textOf(publication.publication_number);
  const ucid = toUcid(number);
  if (!ucid) {
    return { reason: `The publication number ${JSON.stringify(number)} is not valid.` };
  }
  const harmonized = namesOf(publication.assignee_harmonized);
  const inventors = namesOf(publication.inventor_harmonized);
  const title = localized(publication.title_localized);
  const abstract = localized(publication.abstract_localized);
  const { claims, description, language, others } = fullText(publication);
  const texts = { abstract: abstract.text, claims: claims.text, description: description.text };
  return patentOutcome(
    {
      ucid,
      title: title.text,
      titles: title.others,
      texts,
      // Of other countries, a title, classes and family are often all there is.
      isBibliographic: !ucid.startsWith('US-'),
      abstract: abstract.text.trim(),
      abstracts: abstract.others,
      claims: claims.text.trim() ? splitClaims(claims.text) : [],
      translated_claims: others,
      ...(language && language !== 'en' && { language }),
      ...splitDescription(description.text),
      assignees: harmonized.length > 0 ? harmonized : listOf(publication.assignee),
      assignees_normalized: harmonized,
      inventors: inventors.length > 0 ? inventors : listOf(publication.inventor),
      filing_date: isoDate(textOf(publication.filing_date)),
      priority_date: isoDate(textOf(publication.priority_date)),
      publication_date: isoDate(textOf(publication.publication_date)),
      grant_date: isoDate(textOf(publication.grant_date)),
      application_number: textOf(publication.application_number),
      family_id: textOf(publication.family_id),
      cpc: objectsOf(publication.cpc).map(({ code }) => textOf(code)),
      ipc: objectsOf(publication.ipc).map(({ code }) => textOf(code)),
      kind_code: textOf(publication.kind_code) || ucid.slice(ucid.lastIndexOf('-') + 1),
      ...citationsOf(publication),
      priority_claims: priorityClaims(publication),
    },
    wanted,
  );
}

const namesOf = (list: unknown): string[] =>
  objectsOf(list)
    .map(({ name }) => textOf(name))
    .filter(Boolean);

/** Cited publications, and texts of others. A category says in which procedure, a type how relevant: `X`, `A`. */
function citationsOf(
  publication: Record<string, unknown>,
): Pick<PatentDocument, 'citations' | 'literature'> {
  const citations: PatentDocument['citations'] = [];
  const literature: NonNullable<PatentDocument['literature']> = [];
  for (const { publication_number, npl_text, category, type } of objectsOf(publication.citation)) {
    const phase = textOf(category).slice(0, 60);
    const by = citingPhases[phase];
    const relevance = textOf(type).slice(0, 10);
    const facts = {
      ...(by && { by }),
      ...(phase && { phase }),
      ...(relevance && { category: relevance }),
    };
    const cited = textOf(publication_number);
    const text = textOf(npl_text).slice(0, 4000);
    if (cited) citations.push({ number: (toUcid(cited) ?? cited).slice(0, 80), ...facts });
    else if (text) literature.push({ text, ...facts });
  }
  return { citations, literature };
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

/** The English text of a list of translations, else the first, and the others by their languages. */
function localized(value: unknown) {
  const texts = objectsOf(value).filter(({ text }) => typeof text === 'string' && text.trim());
  const chosen = texts.find(({ language }) => language === 'en') ?? texts[0];
  const others = texts.flatMap((one) => {
    const language = languageOf(one);
    return one === chosen || !language ? [] : [[language, (one.text as string).trim()] as const];
  });
  return {
    text: (chosen?.text as string | undefined) ?? '',
    language: chosen && languageOf(chosen),
    others: others.length > 0 ? Object.fromEntries(others) : undefined,
  };
}

const languageOf = ({ language }: Record<string, unknown>) =>
  /^[a-z]{2}$/.exec(textOf(language).toLowerCase())?.[0];

/** Claims and description in one language, so that they speak of the same things; claims in others beside them. */
function fullText({ claims_localized, description_localized }: Record<string, unknown>) {
  const claims = localized(claims_localized);
  const description = localized(description_localized);
  const others = Object.entries(claims.others ?? {}).map(
    ([language, text]) =>
      [
        language,
        splitClaims(text).map(({ number, text: claim }) => ({ number, text: claim })),
      ] as const,
  );
  return {
    claims,
    description,
    language: claims.language ?? description.language,
    others: others.length > 0 ? Object.fromEntries(others) : undefined,
  };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
