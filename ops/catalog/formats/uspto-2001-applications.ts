import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import type { Outcome, PatentText } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { parsePatentXml } from './patent-xml.ts';
import { ipcSymbol, typeOf, uspcSymbol } from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';
import { allText, descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

/** Names of ST.36 by those of `patent-application-publication`. */
const aliases: Record<string, string> = {
  'title-of-invention': 'invention-title',
  'subdoc-abstract': 'abstract',
  'subdoc-description': 'description',
  'subdoc-claims': 'claims',
  'subdoc-drawings': 'drawings',
  paragraph: 'p',
  number: 'label',
  subscript: 'sub',
  superscript: 'sup',
  'in-line-formula': 'li',
  'dependent-claim-reference': 'claim-ref',
  'table-cwu': 'tables',
  'math-cwu': 'maths',
  'chemistry-cwu': 'chemistry',
  image: 'img',
  // The same formula or structure in files of other programs.
  'mathematica-file': '',
  'chemcdx-file': '',
  'chemmol-file': '',
};

const relations: Record<string, PatentDocument['priority_claims'][number]['relation']> = {
  'continuation-of': 'continuation',
  'continuation-in-part-of': 'continuation-in-part',
  'division-of': 'division',
  'reissue-of': 'reissue',
  'a-371-of-international': 'national-stage',
};

/** An application from 2001 to 2004 (`patent-application-publication`). */
export function readApplication2001(xml: Buffer, wanted: readonly PatentText[]): Outcome {
  const parsed = parsePatentXml(xml, aliases);
  const biblio = elementsAt(parsed.root, 'subdoc-bibliographic-information')[0];
  if (!biblio) return { reason: 'The document has no bibliographic information.' };
  const at = (...path: string[]) => textAt(biblio, ...path);
  const written = `US-${at('document-id', 'doc-number')}-${at('document-id', 'kind-code')}`;
  const ucid = toUcid(written);
  if (!ucid) return { reason: `The number of the document, ${written}, is not valid.` };
  const filing = isoDate(at('domestic-filing-data', 'filing-date'));
  const application = at('domestic-filing-data', 'application-number', 'doc-number');
  const priority_claims = prioritiesOf(biblio);
  const international = priority_claims.find(({ relation }) => relation === 'national-stage');
  return patentOutcome(
    {
      ucid,
      title: at('technical-information', 'invention-title'),
      ...textsOf(parsed, false),
      isBibliographic: !elementsAt(parsed.root, 'description')[0],
      assignees: descendants(biblio, 'assignee').map(
        (one) => textAt(one, 'organization-name') || nameOf(one),
      ),
      inventors: descendants(biblio, 'first-named-inventor', 'inventor').map(nameOf),
      filing_date: filing,
      priority_date:
        [filing, ...priority_claims.map(({ date }) => date ?? '')].filter(Boolean).sort()[0] ?? '',
      publication_date: isoDate(at('document-id', 'document-date')),
      grant_date: '',
      application_number: application && `US-${application}`,
      kind_code: at('document-id', 'kind-code'),
      type: typeOf(ucid),
      language: 'en',
      cpc: [],
      ipc: descendants(biblio, 'ipc')
        .map(({ text }) => ipcSymbol(text))
        .filter(Boolean),
      uspc: descendants(biblio, 'uspc')
        .map((one) => uspcSymbol(textAt(one, 'class').padStart(3) + textAt(one, 'subclass')))
        .filter(Boolean),
      citations: [],
      priority_claims,
      international_filing_date: international?.date,
    },
    wanted,
  );
}

const nameOf = (party: XmlElement): string =>
  ['given-name', 'middle-name', 'family-name']
    .map((name) => descendants(party, name)[0])
    .flatMap((part) => (part ? allText(part) : []))
    .join(' ');

function prioritiesOf(biblio: XmlElement): PatentDocument['priority_claims'] {
  const foreign = descendants(biblio, 'foreign-priority-data').map((one) => ({
    number: `${textAt(one, 'country-code')}-${textAt(one, 'priority-application-number', 'doc-number')}`,
    date: isoDate(textAt(one, 'filing-date')) || undefined,
    relation: 'foreign' as const,
  }));
  const provisional = descendants(biblio, 'non-provisional-of-provisional').flatMap((one) =>
    elementsAt(one, 'document-id').map((id) => claimOf(id, 'provisional' as const)),
  );
  const parents = Object.entries(relations).flatMap(([name, relation]) =>
    descendants(biblio, name).flatMap((one) =>
      descendants(one, 'parent').flatMap((parent) =>
        elementsAt(parent, 'document-id').map((id) => claimOf(id, relation)),
      ),
    ),
  );
  return [...foreign, ...provisional, ...parents].filter(({ number }) => /\d/.test(number));
}

function claimOf(id: XmlElement, relation: PatentDocument['priority_claims'][number]['relation']) {
  const number = textAt(id, 'doc-number');
  const isInternational = number.startsWith('PCT');
  return {
    number: `${isInternational ? 'WO' : 'US'}-${number}`,
    date: isoDate(textAt(id, 'document-date')) || undefined,
    // Files name an international application as a parent like any other.
    relation: isInternational ? ('national-stage' as const) : relation,
  };
}
