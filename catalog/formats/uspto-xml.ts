import { type Format, type Outcome, type PatentText, skipped } from './format.ts';
import { isoDate, patentRow } from './patent-row.ts';
import {
  descendants,
  elementsAt,
  parseXml,
  textAt,
  type XmlElement,
  type XmlRules,
} from './xml.ts';

const rules: XmlRules = {
  prose: new Set(['invention-title', 'abstract', 'claims', 'description']),
  blocks: new Set([
    'p',
    'heading',
    'claim',
    'claim-text',
    'li',
    'dt',
    'dd',
    'row',
    'table',
    'tgroup',
  ]),
  spaced: new Set(['entry', 'br']),
  // Formulas and sequences are not words, and cited patents do not belong to this one.
  omitted: new Set([
    'maths',
    'chemistry',
    'img',
    'us-math',
    'us-chemistry',
    'sequence-list',
    'drawings',
    'us-sequence-list-doc',
    'us-references-cited',
    'references-cited',
  ]),
};

/**
 * Full text of grants as the USPTO publishes it each week (`ipgYYMMDD.xml`, since 2005): a concatenation
 * of XML documents. Other documents among them (sequence listings) are skipped.
 */
export const usptoXml = (wanted: readonly PatentText[]): Format => ({
  cut: { marker: Buffer.from('<?xml '), at: 'before', maxBytes: 16 << 20 },
  read(record) {
    const root = rootOf(record);
    if (root === undefined || root === 'sequence-cwu') return skipped;
    if (root !== 'us-patent-grant') {
      return { reason: `The document is a ${root}, not a us-patent-grant.` };
    }
    try {
      return readGrant(parseXml(record, rules), wanted);
    } catch (error) {
      return { reason: `The document cannot be read as XML: ${(error as Error).message}` };
    }
  },
  endsWhole(last) {
    const end = last.subarray(-200).toString('latin1').trimEnd();
    return end.endsWith(`</${rootOf(last)}>`);
  },
});

/** Name of a document's root element. */
const rootOf = (document: Buffer): string | undefined =>
  /<([\w-]+)[\s>]/.exec(document.subarray(0, 16_384).toString('latin1'))?.[1];

function readGrant(root: XmlElement, wanted: readonly PatentText[]): Outcome {
  const biblio = elementsAt(root, 'us-bibliographic-data-grant')[0];
  const published = biblio && elementsAt(biblio, 'publication-reference', 'document-id')[0];
  if (!published) return { reason: 'The grant has no publication reference.' };
  const kindCode = textAt(published, 'kind');
  const number = withoutZeros(textAt(published, 'doc-number'));
  const ucid = `${textAt(published, 'country')}-${number}-${kindCode}`;
  if (!/^[A-Z]{2}-[A-Z]{0,2}\d+-[A-Z]\d?$/.test(ucid)) {
    return { reason: `The number of the grant, ${ucid}, is not valid.` };
  }
  const grantDate = isoDate(textAt(published, 'date'));
  return patentRow(
    {
      ucid,
      title: textAt(biblio, 'invention-title').replaceAll('\n', ' '),
      texts: {
        abstract: textAt(root, 'abstract'),
        claims: textAt(root, 'claims'),
        description: textAt(root, 'description'),
      },
      assignees: elementsAt(biblio, 'assignees', 'assignee').map(nameOf),
      inventors: inventorsOf(biblio).map(nameOf),
      priorityDate: priorityDate(biblio),
      publicationDate: grantDate,
      grantDate,
      cpc: descendants(biblio, 'classification-cpc').map(classification),
      ipc: descendants(biblio, 'classification-ipcr').map(classification),
      kindCode,
    },
    wanted,
  );
}

/** `D0812345` as `D812345`, the usual notation. */
const withoutZeros = (number: string) => number.replace(/^([A-Z]*)0+(?=\d)/, '$1');

/** The earliest filing date that the grant claims, including its own. */
function priorityDate(biblio: XmlElement): string {
  const related = elementsAt(biblio, 'us-related-documents')[0];
  const sources = [
    ...elementsAt(biblio, 'application-reference', 'document-id'),
    ...elementsAt(biblio, 'priority-claims', 'priority-claim'),
    ...(related ? elementsAt(related, 'us-provisional-application', 'document-id') : []),
    ...(related ? descendants(related, 'parent-doc') : []).flatMap((parent) =>
      elementsAt(parent, 'document-id'),
    ),
  ];
  const dates = sources.map((source) => isoDate(textAt(source, 'date'))).filter(Boolean);
  return dates.sort()[0] ?? '';
}

/** In documents before 2013, inventors are listed among the applicants. */
function inventorsOf(biblio: XmlElement): XmlElement[] {
  const inventors = elementsAt(biblio, 'us-parties', 'inventors', 'inventor');
  if (inventors.length > 0) return inventors;
  return elementsAt(biblio, 'parties', 'applicants', 'applicant').filter((applicant) =>
    applicant.attributes['app-type']?.startsWith('applicant-inventor'),
  );
}

/** An organisation, or first and last name. */
function nameOf(party: XmlElement): string {
  const [book = party] = elementsAt(party, 'addressbook');
  const person = [textAt(book, 'first-name'), textAt(book, 'last-name')].filter(Boolean).join(' ');
  return (textAt(book, 'orgname') || person).replace(/\s+/g, ' ');
}

/** `B64C39/024`. */
function classification(element: XmlElement): string {
  const [section, level, sub, main, group] = [
    'section',
    'class',
    'subclass',
    'main-group',
    'subgroup',
  ].map((name) => textAt(element, name));
  return section && level && sub && main ? `${section}${level}${sub}${main}/${group || '00'}` : '';
}
