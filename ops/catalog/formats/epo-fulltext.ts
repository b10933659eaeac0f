import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { aboutUcid, ranks } from '../join/piece.ts';
import { classSymbols } from './classes.ts';
import type { Format, Outcome } from './format.ts';
import { realDay } from './patent-document.ts';
import { isoDate } from './patent-row.ts';
import { numberedClaims, numberedParagraphs } from './patent-texts.ts';
import { displays, parsePatentXml } from './patent-xml.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';
import { xmlDocuments } from './xml-format.ts';

/**
 * Full text of applications and patents as the EPO publishes it (`ep-patent-document`, DTD 1.0 to 1.5). Bibliographic data have
 * INID codes as names: `B541` is the language of a title, `B542` the title.
 */
export const epoFullText: Format = xmlDocuments((record) => {
  const { root, objects } = parsePatentXml(record);
  if (root.name !== 'ep-patent-document') {
    return { reason: `The document is a ${root.name}, not an ep-patent-document.` };
  }
  return outcomeOf(root, objects);
});

function outcomeOf(root: XmlElement, objects: PatentDocument['objects'] = []): Outcome {
  const { country = '', kind = '', lang = '' } = root.attributes;
  const written = `${country}-${root.attributes['doc-number'] ?? ''}-${kind}`;
  const ucid = toUcid(written);
  if (!ucid) return { reason: `The number of the document, ${written}, is not valid.` };
  const biblio = elementsAt(root, 'SDOBI')[0];
  if (!biblio) return { reason: `The document ${ucid} has no bibliographic data.` };
  const { title, titles } = titlesOf(biblio, lang);
  if (!title) return { reason: `The patent ${ucid} has no title.` };
  const published = day(root.attributes['date-publ'] ?? '');
  const priorities = prioritiesOf(biblio);
  const filed = day(textAt(biblio, 'B200', 'B220', 'date'));
  const parts: Partial<PatentDocument> = {
    title,
    titles,
    ...textsOf(root, lang),
    language: lang || undefined,
    ...(objects.length > 0 && { objects }),
    filing_date: filed,
    priority_date: priorities.reduce((first, { date }) => earlier(first, date), filed),
    publication_date: published,
    // A1 to A9 are applications. B2 and B3 amend the patent that B1 granted.
    grant_date: kind.startsWith('B')
      ? day(textAt(biblio, 'B400', 'B450', 'date')) || published
      : undefined,
    application_number: numberOf('EP', textAt(biblio, 'B200', 'B210')),
    kind_code: kind || undefined,
    assignees: namesOf(biblio, ['B710', 'B711'], ['B730', 'B731']),
    inventors: namesOf(biblio, ['B720', 'B721']),
    ...classesOf(biblio),
    ...citationsOf(biblio),
    priority_claims: [...priorities, ...parentsOf(biblio)],
    ...internationalOf(biblio),
    ...(/^[AB][89]$/.test(kind) && { corrects: `${country}-${ucid.split('-')[1]}` }),
    type: 'utility',
  };
  const about = aboutUcid(ucid);
  return { pieces: [{ about, source: 'EPO full text', rank: ranks.office, parts }] };
}

const earlier = (a: string | undefined, b: string | undefined) => (!a || (b && b < a) ? b : a);

const day = (digits: string) => realDay(isoDate(digits.trim()));

/** The English title, else that in the language of the proceedings, and all others. */
function titlesOf(biblio: XmlElement, lang: string) {
  const titles: Record<string, string> = {};
  let language = '';
  for (const { name, text } of elementsAt(biblio, 'B500', 'B540')[0]?.children ?? []) {
    if (name === 'B541') language = text.trim();
    else if (name === 'B542' && /^[a-z]{2}$/.test(language)) {
      titles[language] = text.replace(/\s+/g, ' ').trim();
    }
  }
  const chosen = titles.en ? 'en' : lang;
  const { [chosen]: title = '', ...others } = titles;
  return { title, ...(Object.keys(others).length > 0 && { titles: others }) };
}

/** Texts in the language of the proceedings. A patent has its claims in two more. */
function textsOf(root: XmlElement, lang: string): Partial<PatentDocument> {
  const inLanguage = (name: string) => {
    const all = elementsAt(root, name);
    return all.find(({ attributes }) => attributes.lang === lang) ?? all[0];
  };
  const abstract = inLanguage('abstract');
  const description = inLanguage('description');
  const own = inLanguage('claims');
  const claims = (list: XmlElement) => numberedClaims(elementsAt(list, 'claim'));
  const translated = elementsAt(root, 'claims').flatMap((list) => {
    const { lang: language = '' } = list.attributes;
    if (list === own || !/^[a-z]{2}$/.test(language)) return [];
    return [[language, claims(list).map(({ number, text }) => ({ number, text }))] as const];
  });
  const paragraphs = description ? descendants(description, 'heading', 'p', ...displays) : [];
  return {
    abstract: abstract?.text,
    abstract_marks: abstract?.marks,
    claims: own && claims(own),
    ...(translated.length > 0 && { translated_claims: Object.fromEntries(translated) }),
    ...numberedParagraphs(
      paragraphs.map(({ name, text, marks, attributes }) => ({
        text: text.trim(),
        marks,
        heading: name === 'heading',
        isDisplay: displays.includes(name),
        number: Number(attributes.num) || undefined,
      })),
    ),
  };
}

/** `EP-17171508`: the digit after the dot is a check digit. */
const numberOf = (country: string, number: string) =>
  number ? `${country}-${number.replace(/\.\d$/, '').replace(/\s+/g, '')}` : undefined;

function prioritiesOf(biblio: XmlElement): PatentDocument['priority_claims'] {
  const claims: { number?: string; date?: string; country?: string }[] = [];
  for (const { name, text, children } of elementsAt(biblio, 'B300').flatMap(
    (list) => list.children,
  )) {
    const content = (children[0]?.text ?? text).trim();
    if (name === 'B310') claims.push({ number: text.trim() });
    else if (name === 'B320') Object.assign(claims.at(-1) ?? {}, { date: day(content) });
    else if (name === 'B330') Object.assign(claims.at(-1) ?? {}, { country: content });
  }
  return claims.flatMap(({ number, date, country }) =>
    number && country
      ? [{ number: `${country}-${number}`.slice(0, 60), date, relation: 'foreign' as const }]
      : [],
  );
}

/** The earlier applications that a divisional application was divided from. */
const parentsOf = (biblio: XmlElement): PatentDocument['priority_claims'] =>
  elementsAt(biblio, 'B600', 'B620', 'parent', 'pdoc').flatMap((parent) => {
    const number = numberOf('EP', textAt(parent, 'dnum', 'anum'));
    return number
      ? [{ number, date: day(textAt(parent, 'date')), relation: 'division' as const }]
      : [];
  });

/** Names at the first of these paths that has any. */
const namesOf = (biblio: XmlElement, ...paths: string[][]): string[] =>
  paths
    .map((path) =>
      elementsAt(biblio, 'B700', ...path).map((party) => textAt(party, 'snm').replace(/\s+/g, ' ')),
    )
    .find((names) => names.length > 0) ?? [];

function classesOf(biblio: XmlElement): Partial<PatentDocument> {
  const texts = (...path: string[]) => elementsAt(biblio, 'B500', ...path).map(({ text }) => text);
  const ipcr = texts('B510EP', 'classification-ipcr', 'text');
  const old = ['B511', 'B512', 'B513', 'B514'].flatMap((name) => texts('B510', name));
  return {
    ipc: classSymbols(ipcr.length > 0 ? ipcr : old),
    cpc: classSymbols(texts('B520EP', 'classifications-cpc', 'classification-cpc', 'text')),
  };
}

/** Documents cited on the title page, which the examiner considered. */
function citationsOf(biblio: XmlElement): Pick<PatentDocument, 'citations' | 'literature'> {
  const cited = (name: string) =>
    elementsAt(biblio, 'B500', 'B560', name, 'text').map(({ text }) =>
      text.replace(/\s+/g, ' ').trim(),
    );
  const literature = cited('B562').filter(Boolean);
  return {
    citations: cited('B561').flatMap((text) =>
      text ? [{ number: citedNumber(text), by: 'examiner' } satisfies PatentCitation] : [],
    ),
    ...(literature.length > 0 && {
      literature: literature.map((text) => ({
        text: text.slice(0, 4000),
        by: 'examiner' as const,
      })),
    }),
  };
}

/** `US-A1- 2008 197 955` as UCID; as it is written where it is of another form. */
function citedNumber(text: string): string {
  const [, country, kind, number = ''] = /^([A-Z]{2})-([A-Z]\d?)\s*-\s*(.+)$/.exec(text) ?? [];
  const ucid = country && toUcid(`${country}-${number.replace(/[\s/.]/g, '')}-${kind}`);
  return (ucid || text).slice(0, 80);
}

/** Of an application under the PCT: its number of publication and language. */
function internationalOf(biblio: XmlElement): Partial<PatentDocument> {
  const application = elementsAt(biblio, 'B800', 'B860')[0];
  const publication = textAt(biblio, 'B800', 'B870', 'B871', 'dnum', 'pnum').replace(/\s+/g, '');
  return {
    international_filing_date: application && day(textAt(application, 'B861', 'date')),
    international_language: (application && textAt(application, 'B862')) || undefined,
    international_publication: publication
      ? publication.replace(/^(WO)-?/, '$1-').slice(0, 60)
      : undefined,
  };
}
