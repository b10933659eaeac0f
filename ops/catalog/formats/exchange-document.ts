import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { classSymbols } from './classes.ts';
import { oneLine } from './json-lines.ts';
import { day } from './record-values.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

type Parts = Partial<PatentDocument>;

/** Languages of titles and abstracts, by preference. */
const preferred = ['en', 'de', 'fr', 'es'];

/** UCID of a `document-id` in the form of DOCDB; undefined if it has none. */
export function ucidOfId(id: XmlElement): string | undefined {
  return toUcid(
    `${textAt(id, 'country')}-${textAt(id, 'doc-number').replace(/\s+/g, '')}-${textAt(id, 'kind')}`,
  );
}

/** Ids in the form of DOCDB below a reference. Deliveries mark the form of the reference, the service that of each id. */
export const docdbIds = (reference: XmlElement): XmlElement[] => {
  const ids = elementsAt(reference, 'document-id');
  const form = reference.attributes['data-format'];
  if (form) return form === 'docdb' ? ids : [];
  return ids.filter(({ attributes }) => (attributes['document-id-type'] ?? 'docdb') === 'docdb');
};

/** What an `exchange-document` says of its publication: bibliographic data, abstracts, citations, family. */
export function exchangeParts(element: XmlElement): Parts {
  const { attributes } = element;
  const biblio = elementsAt(element, 'bibliographic-data')[0] ?? element;
  const published = elementsAt(biblio, 'publication-reference').flatMap(docdbIds)[0];
  const kind = attributes.kind ?? '';
  const date = day(attributes['date-publ'] ?? '') ?? (published && day(textAt(published, 'date')));
  const filed = elementsAt(biblio, 'application-reference');
  const application = filed.flatMap(docdbIds)[0];
  const filingDate = filed
    .flatMap((reference) => elementsAt(reference, 'document-id', 'date'))
    .map(({ text }) => day(text))
    .find(Boolean);
  const titles = localized(elementsAt(biblio, 'invention-title'));
  const abstracts = localized(elementsAt(element, 'abstract'));
  const isGrant =
    elementsAt(biblio, 'dates-of-public-availability', 'printed-with-grant').length > 0;
  return {
    title: titles.text,
    titles: titles.others,
    abstract: abstracts.text,
    abstracts: abstracts.others,
    publication_date: date,
    grant_date: isGrant ? date : undefined,
    filing_date: filingDate,
    application_number:
      application &&
      `${textAt(application, 'country')}-${textAt(application, 'doc-number')}`.slice(0, 60),
    family_id: attributes['family-id']?.slice(0, 60) || undefined,
    kind_code: kind || undefined,
    assignees: parties(biblio, 'applicants', 'applicant', printedForms),
    assignees_normalized: parties(biblio, 'applicants', 'applicant', normalizedForms),
    inventors: parties(biblio, 'inventors', 'inventor', printedForms),
    ...classesOf(biblio),
    ...priorities(biblio),
    ...citationsOf(biblio),
    family: familyOf(element),
    withdrawn: attributes.status === 'D' || undefined,
  };
}

function localized(elements: readonly XmlElement[]) {
  const texts: Record<string, string> = {};
  for (const element of elements) {
    const language = (element.attributes.lang ?? 'en').toLowerCase();
    const text = oneLine(textOf(element));
    // Later ones are other transcriptions of the same.
    if (/^[a-z]{2}$/.test(language) && text) texts[language] ??= text;
  }
  const chosen = preferred.find((language) => texts[language]) ?? Object.keys(texts)[0] ?? '';
  const { [chosen]: text, ...others } = texts;
  return { text, others: Object.keys(others).length > 0 ? others : undefined };
}

const textOf = (element: XmlElement): string =>
  [element.text, ...element.children.map(textOf)].join(' ');

/** Names as the document prints them, else as the database writes them. */
const printedForms = ['original', 'docdba', 'epodoc', 'docdb'];
/** Names as the database writes them in all documents alike. */
const normalizedForms = ['docdb', 'epodoc'];

/** @param forms of which the first that there is is read */
function parties(
  biblio: XmlElement,
  list: string,
  party: string,
  forms: readonly string[],
): string[] {
  const all = elementsAt(biblio, 'parties', list, party);
  const form = forms.find((one) => all.some(({ attributes }) => attributes['data-format'] === one));
  const names = all
    .filter(({ attributes }) => attributes['data-format'] === form)
    .map((one) => oneLine(textAt(one, `${party}-name`, 'name')).replace(/,$/, ''));
  // Later data write the same names in other letters.
  const found = new Map(names.filter(Boolean).map((name) => [plainName(name), name]));
  return [...found.values()];
}

const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}]/gu, '');

function classesOf(biblio: XmlElement): Parts {
  const texts = (...path: string[]) => elementsAt(biblio, ...path).map(({ text }) => text);
  const cpc = elementsAt(biblio, 'patent-classifications', 'patent-classification').filter((one) =>
    elementsAt(one, 'classification-scheme').some(({ attributes }) =>
      (attributes.scheme ?? '').startsWith('CPC'),
    ),
  );
  const symbols = cpc
    .toSorted((a, b) => firstFirst(b) - firstFirst(a))
    .map((one) =>
      elementsAt(one, 'classification-symbol').length > 0
        ? textAt(one, 'classification-symbol')
        : `${textAt(one, 'section')}${textAt(one, 'class')}${textAt(one, 'subclass')}${textAt(one, 'main-group')}/${textAt(one, 'subgroup')}`,
    );
  const ipcr = texts('classifications-ipcr', 'classification-ipcr', 'text');
  const ipc = [
    ...texts('classification-ipc', 'main-classification'),
    ...texts('classification-ipc', 'text'),
  ];
  return { cpc: classSymbols(symbols), ipc: classSymbols(ipcr.length > 0 ? ipcr : ipc) };
}

const firstFirst = (one: XmlElement) => Number(textAt(one, 'symbol-position') === 'F');

/** Priorities; those that DOCDB does not count for the family are other relations. */
function priorities(
  biblio: XmlElement,
): Pick<Parts, 'priority_claims' | 'related' | 'priority_date'> {
  const claims = elementsAt(biblio, 'priority-claims', 'priority-claim').flatMap((claim) => {
    const id = docdbIds(claim)[0] ?? epodocId(claim);
    const number = id && numberOfId(id);
    if (!number) return [];
    const active = textAt(claim, 'priority-active-indicator');
    return [
      {
        number: number.slice(0, 60),
        date: day(textAt(id, 'date')),
        isActive: !active.startsWith('N'),
      },
    ];
  });
  const of = (isActive: boolean) =>
    claims
      .filter((claim) => claim.isActive === isActive)
      .map(({ number, date }) => ({ number, date }));
  const dates = of(true).flatMap(({ date }) => date ?? []);
  return {
    priority_claims: of(true),
    related: of(false),
    priority_date: dates.toSorted()[0],
  };
}

const epodocId = (claim: XmlElement) =>
  claim.attributes['data-format']
    ? undefined
    : elementsAt(claim, 'document-id').find(
        ({ attributes }) => attributes['document-id-type'] === 'epodoc',
      );

/** `EP-10167109`. The form of EPODOC has country and, before the serial number, the year: `EP20100167109`. */
function numberOfId(id: XmlElement): string | undefined {
  const country = textAt(id, 'country');
  const number = textAt(id, 'doc-number');
  if (country) return `${country}-${number}`;
  const [, office, year = '', serial = ''] = /^([A-Z]{2})(\d{4})0?(\d+)$/.exec(number) ?? [];
  if (!office) return number || undefined;
  return office === 'EP'
    ? `EP-${year.slice(2)}${serial.padStart(6, '0')}`
    : `${office}-${year}${serial}`;
}

/** Who cites in a phase of the procedure, by the names of deliveries and of the service. */
export const citingPhases: Record<string, PatentCitation['by']> = {
  APP: 'applicant',
  applicant: 'applicant',
  OPP: 'opposition',
  opposition: 'opposition',
  TPO: 'third-party',
  EXA: 'examiner',
  FOP: 'examiner',
  PRS: 'search-report',
  SEA: 'search-report',
  ISR: 'search-report',
  SUP: 'search-report',
};

function citationsOf(biblio: XmlElement): Pick<Parts, 'citations' | 'literature'> {
  const citations: PatentDocument['citations'] = [];
  const literature: NonNullable<PatentDocument['literature']> = [];
  for (const citation of elementsAt(biblio, 'references-cited', 'citation')) {
    const facts = citingFacts(citation);
    const patent = elementsAt(citation, 'patcit')[0];
    const other = elementsAt(citation, 'nplcit')[0];
    const ids = patent ? elementsAt(patent, 'document-id') : [];
    const id = ids.find((one) => textAt(one, 'country')) ?? ids[0];
    if (patent && id) {
      const number = ucidOfId(id) ?? (numberOfId(id) || patent.attributes.dnum);
      if (!number) continue;
      const name = oneLine(textAt(id, 'name')).slice(0, 300);
      const date = day(textAt(id, 'date'));
      citations.push({
        number: number.slice(0, 80),
        ...(date && { date }),
        ...(name && { name }),
        ...facts,
      });
    } else if (other) {
      const text = oneLine(textAt(other, 'text')).slice(0, 4000);
      if (text) literature.push({ text, ...facts });
    }
  }
  return { citations, literature: literature.length > 0 ? literature : undefined };
}

function citingFacts(citation: XmlElement): Partial<PatentCitation> {
  const phase = citation.attributes['cited-phase'] ?? '';
  const by =
    citingPhases[phase] ??
    (/search/.test(phase) ? 'search-report' : undefined) ??
    (citation.attributes['cited-by'] === 'examiner' ? 'examiner' : undefined);
  const own = textAt(citation, 'category');
  const relevant = elementsAt(citation, 'rel-passage');
  const categories = relevant
    .flatMap((one) => elementsAt(one, 'category'))
    .map(({ text }) => text.trim());
  const category = (own || [...new Set(categories)].join('')).slice(0, 10);
  const claims = [
    ...elementsAt(citation, 'rel-claims'),
    ...relevant.flatMap((one) => elementsAt(one, 'rel-claims')),
  ];
  const passages = [
    ...elementsAt(citation, 'passage'),
    ...relevant.flatMap((one) => elementsAt(one, 'passage')),
  ];
  const written = {
    claims: [...new Set(claims.map(({ text }) => text.trim()))].join('; ').slice(0, 200),
    passages: passages.map(passageText).filter(Boolean).join(' | ').slice(0, 2000),
  };
  return {
    ...(by && { by }),
    ...(phase && { phase: phase.slice(0, 60) }),
    ...(category && { category }),
    ...(written.claims && { claims: written.claims }),
    ...(written.passages && { passages: written.passages }),
  };
}

const passageNames: Record<string, string> = {
  pp: 'page',
  ppl: 'to page',
  table: 'table',
  para: 'paragraph',
  figure: 'figure',
  column: 'column',
  line: 'line',
  claim: 'claim',
};

function passageText(passage: XmlElement): string {
  const named = passage.children.map(({ name, text }) =>
    oneLine(`${passageNames[name] ?? ''} ${text}`),
  );
  return [...named, oneLine(passage.text).replace(/^\*\s*|\s*\*$/g, '')].filter(Boolean).join('; ');
}

/** Publications of the applications that the record lists as its family. */
function familyOf(element: XmlElement): Parts['family'] {
  const members = elementsAt(element, 'patent-family', 'family-member').flatMap((member) =>
    elementsAt(member, 'publication-reference').flatMap(docdbIds),
  );
  const found = members.flatMap((id) => {
    const ucid = ucidOfId(id);
    const date = day(textAt(id, 'date'));
    return ucid ? [{ ucid, ...(date && { date }) }] : [];
  });
  return found.length > 0 ? found : undefined;
}

/** All exchange documents in an answer or delivery. */
export const exchangeDocuments = (root: XmlElement): XmlElement[] =>
  root.name === 'exchange-document' ? [root] : descendants(root, 'exchange-document');
