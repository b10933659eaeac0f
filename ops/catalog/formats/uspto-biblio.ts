import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { oneLine } from './json-lines.ts';
import { isoDate } from './patent-row.ts';
import {
  citedBy,
  citedNumber,
  ipcSymbol,
  locarnoSymbol,
  partialDate,
  uspcSymbol,
} from './uspto-symbols.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

type Literature = NonNullable<PatentDocument['literature']>;

/** Cited publications and other literature, each with who cited it. Lists had another name until 2013. */
export function citationsOf(biblio: XmlElement): {
  citations: PatentCitation[];
  literature: Literature;
} {
  const citations: PatentCitation[] = [];
  const literature: Literature = [];
  const lists = [
    ...elementsAt(biblio, 'us-references-cited', 'us-citation'),
    ...elementsAt(biblio, 'references-cited', 'us-citation'),
    ...elementsAt(biblio, 'us-references-cited', 'citation'),
    ...elementsAt(biblio, 'references-cited', 'citation'),
  ];
  for (const one of lists) {
    const by = citedBy(textAt(one, 'category'));
    for (const id of elementsAt(one, 'patcit', 'document-id')) {
      const number = citedNumber(
        textAt(id, 'country'),
        textAt(id, 'doc-number'),
        textAt(id, 'kind'),
      );
      const name = oneLine(textAt(id, 'name')).slice(0, 300);
      const date = partialDate(textAt(id, 'date'));
      citations.push({ number, ...(date && { date }), ...(name && { name }), ...(by && { by }) });
    }
    for (const { text } of elementsAt(one, 'nplcit', 'othercit')) {
      if (text) literature.push({ text: text.slice(0, 4000), ...(by && { by }) });
    }
  }
  return { citations, literature };
}

/** Classes of the patent itself, not of those that it cites. */
export function classesOf(biblio: XmlElement) {
  const own = biblio.children.filter(({ name }) => name.startsWith('classification'));
  const symbols = (name: string) => own.flatMap((list) => descendants(list, name)).map(classSymbol);
  const written = (name: string) =>
    own
      .filter((list) => list.name === name)
      .flatMap((list) => descendants(list, 'main-classification', 'further-classification'))
      .map(({ text }) => text);
  return {
    cpc: symbols('classification-cpc'),
    ipc: [
      ...symbols('classification-ipcr'),
      ...written('classification-ipc').map(ipcSymbol),
    ].filter(Boolean),
    uspc: written('classification-national').map(uspcSymbol).filter(Boolean),
    locarno: written('classification-locarno').map(locarnoSymbol),
  };
}

/** `B64C39/024`. */
function classSymbol(element: XmlElement): string {
  const [section, level, sub, main, group] = [
    'section',
    'class',
    'subclass',
    'main-group',
    'subgroup',
  ].map((name) => textAt(element, name));
  return section && level && sub && main ? `${section}${level}${sub}${main}/${group || '00'}` : '';
}

/** What a document says of the international application that it comes from. */
export function internationalOf(biblio: XmlElement) {
  const filing = elementsAt(biblio, 'pct-or-regional-filing-data')[0];
  const publishing = elementsAt(biblio, 'pct-or-regional-publishing-data', 'document-id')[0];
  const date = (element: XmlElement | undefined, ...path: string[]) =>
    (element && isoDate(textAt(element, ...path))) || undefined;
  return {
    international_filing_date: date(filing, 'document-id', 'date'),
    national_stage_date:
      date(filing, 'us-371c124-date', 'date') ?? date(filing, 'us-371c12-date', 'date'),
    international_publication:
      publishing &&
      internationalNumber(textAt(publishing, 'doc-number'), textAt(publishing, 'kind')),
  };
}

/** `WO-2006092233-A1` for `WO2006/092233`; without kind code where the source has none. */
export function internationalNumber(written: string, kind = ''): string | undefined {
  const digits = written.replace(/[^\d/]/g, '').replace('/', '');
  if (!digits) return undefined;
  return ['WO', digits, /^[A-Z]\d$/.test(kind.trim()) ? kind.trim() : ''].filter(Boolean).join('-');
}

/** Term of a grant: days that were added to it, and whether its end is disclaimed. */
export function termOf(biblio: XmlElement) {
  const [term] = elementsAt(biblio, 'us-term-of-grant');
  const days = term ? textAt(term, 'us-term-extension') : '';
  const disclaims = term !== undefined && elementsAt(term, 'disclaimer').length > 0;
  return {
    ...(/^\d+$/.test(days) && { term_adjustment_days: Number(days) }),
    ...(disclaims && { terminal_disclaimer: true }),
  };
}
