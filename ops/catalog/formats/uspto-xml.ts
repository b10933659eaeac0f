import type { PatentCitation } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { type Format, type Outcome, type PatentText, skipped } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { numberedClaims, numberedParagraphs } from './patent-texts.ts';
import { displays, type PatentXml, parsePatentXml } from './patent-xml.ts';
import { assigneesOf, inventorsOf } from './uspto-parties.ts';
import { priorityClaims, priorityDate } from './uspto-priority.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

/** Publications by the name of their root element: where their data are, and whether they are granted. */
const publications: Record<string, { data: string; isGrant: boolean }> = {
  'us-patent-grant': { data: 'us-bibliographic-data-grant', isGrant: true },
  'us-patent-application': { data: 'us-bibliographic-data-application', isGrant: false },
};

/**
 * Full text of grants and applications as the USPTO publishes it each week (`ipgYYMMDD.xml`, `ipaYYMMDD.xml`, since
 * 2005): a concatenation of XML documents. Other documents among them (sequence listings) are skipped.
 */
export const usptoXml = (wanted: readonly PatentText[]): Format => ({
  source: { name: 'USPTO full text', rank: 'office' },
  cut: { marker: Buffer.from('<?xml '), at: 'before', maxBytes: 16 << 20 },
  read(record) {
    const root = rootOf(record);
    if (root === undefined || root === 'sequence-cwu') return skipped;
    const publication = publications[root];
    if (!publication) {
      return {
        reason: `The document is a ${root}, not a us-patent-grant or us-patent-application.`,
      };
    }
    try {
      return readDocument(parsePatentXml(record), publication, wanted);
    } catch (error) {
      return { reason: `The document cannot be read as XML: ${(error as Error).message}` };
    }
  },
  endsWhole(last) {
    const end = last.subarray(-200).toString('latin1').trimEnd();
    return end.endsWith(`</${rootOf(last)}>`);
  },
});

/** Roots of the documents that a file of the USPTO may begin with. */
export const usptoRoots = [...Object.keys(publications), 'sequence-cwu'];

/** Name of a document's root element. */
const rootOf = (document: Buffer): string | undefined =>
  /<([\w-]+)[\s>]/.exec(document.subarray(0, 16_384).toString('latin1'))?.[1];

function readDocument(
  { root, objects }: PatentXml,
  { data, isGrant }: { data: string; isGrant: boolean },
  wanted: readonly PatentText[],
): Outcome {
  const biblio = elementsAt(root, data)[0];
  const published = biblio && elementsAt(biblio, 'publication-reference', 'document-id')[0];
  if (!published) return { reason: 'The document has no publication reference.' };
  const ucid = ucidOf(published);
  if (!ucid || !/^[A-Z]{2}-[A-Z]{0,2}\d+-[A-Z]\d?$/.test(ucid)) {
    return { reason: `The number of the document, ${writtenNumber(published)}, is not valid.` };
  }
  const filed = elementsAt(biblio, 'application-reference', 'document-id')[0];
  const date = isoDate(textAt(published, 'date'));
  const claims = elementsAt(root, 'claims', 'claim');
  const description = elementsAt(root, 'description')[0];
  const paragraphs = description ? descendants(description, 'heading', 'p', ...displays) : [];
  const abstract = elementsAt(root, 'abstract')[0];
  const classes = classesOf(biblio);
  return patentOutcome(
    {
      ucid,
      title: textAt(biblio, 'invention-title').replaceAll('\n', ' '),
      texts: {
        abstract: abstract?.text ?? '',
        claims: joined(claims),
        description: joined(paragraphs),
      },
      abstract: abstract?.text ?? '',
      ...(abstract?.marks && { abstract_marks: abstract.marks }),
      claims: numberedClaims(claims.map((claim) => ({ ...claim, dependsOn: referencesOf(claim) }))),
      ...numberedParagraphs(
        paragraphs.map(({ name, text, marks, attributes }) => ({
          text,
          marks,
          heading: name === 'heading',
          isDisplay: displays.includes(name),
          // Grants print no numbers, even though the file counts paragraphs.
          number: isGrant ? undefined : Number(attributes.num) || undefined,
        })),
      ),
      ...(objects.length > 0 && { objects }),
      assignees: assigneesOf(biblio),
      inventors: inventorsOf(biblio),
      filing_date: filed ? isoDate(textAt(filed, 'date')) : '',
      priority_date: priorityDate(biblio),
      publication_date: date,
      grant_date: isGrant ? date : '',
      application_number: filed ? numberOf(filed) : '',
      // The family is not in these files.
      family_id: '',
      cpc: classes.cpc,
      ipc: classes.ipc,
      kind_code: textAt(published, 'kind'),
      citations: citationsOf(biblio),
      priority_claims: priorityClaims(biblio),
    },
    wanted,
  );
}

const joined = (elements: readonly XmlElement[]) =>
  elements
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n');

/** Numbers of the claims that a claim's references point at: `idref="CLM-00001"`. */
const referencesOf = (claim: XmlElement): number[] =>
  (claim.references ?? []).flatMap((ids) =>
    [...ids.matchAll(/CLM-0*(\d+)/g)].map(([, number]) => Number(number)),
  );

/** `US-13834919`. */
const numberOf = (id: XmlElement) => `${textAt(id, 'country')}-${textAt(id, 'doc-number')}`;

/** `US-10123456-B2` as it is written, for messages. */
const writtenNumber = (id: XmlElement) => `${numberOf(id)}-${textAt(id, 'kind')}`;

const ucidOf = (id: XmlElement) => toUcid(writtenNumber(id));

/** Cited patents: UCIDs where the numbers are of the usual form. */
function citationsOf(biblio: XmlElement): PatentCitation[] {
  const cited = ['us-references-cited', 'references-cited'].flatMap((list) => [
    ...elementsAt(biblio, list, 'us-citation', 'patcit', 'document-id'),
    ...elementsAt(biblio, list, 'citation', 'patcit', 'document-id'),
  ]);
  return cited.map((id) => ({ number: ucidOf(id) ?? writtenNumber(id).replace(/-$/, '') }));
}

/** Classes of the patent itself, not of those that it cites. */
function classesOf(biblio: XmlElement) {
  const own = biblio.children.filter(({ name }) => name.startsWith('classification'));
  const symbols = (name: string) => own.flatMap((list) => descendants(list, name)).map(classSymbol);
  const written = (name: string) =>
    own
      .filter((list) => list.name === name)
      .flatMap((list) => descendants(list, 'main-classification', 'further-classification'))
      .map(({ text }) => text.trim());
  const ipc = [
    ...symbols('classification-ipcr'),
    ...written('classification-ipc').map(writtenSymbol),
    ...written('classification-locarno').map((digits) => digits.replace(/^(\d\d)(\d\d)$/, '$1-$2')),
  ];
  return { cpc: symbols('classification-cpc'), ipc };
}

/** `A41D1/06` for `A41D001/06`, as the IPC was written until 2005. */
const writtenSymbol = (symbol: string) =>
  symbol.replace(/^([A-H]\d\d[A-Z])\s*0*(\d+\/\d+)$/, '$1$2');

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
