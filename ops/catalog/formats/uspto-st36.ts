import { toUcid } from '#shared/ucid.ts';
import type { Outcome, PatentText } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { parsePatentXml } from './patent-xml.ts';
import { citationsOf, classesOf, internationalOf, termOf } from './uspto-biblio.ts';
import { assigneesOf, inventorsOf } from './uspto-parties.ts';
import { priorityClaims, priorityDate, relatedDocuments } from './uspto-priority.ts';
import { typeOf } from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';
import { elementsAt, textAt, type XmlElement } from './xml.ts';

/** A grant or application since 2005 (`us-patent-grant`, `us-patent-application`); bibliographic files have no texts. */
export function readSt36(
  xml: Buffer,
  kind: 'grant' | 'application',
  wanted: readonly PatentText[],
): Outcome {
  const parsed = parsePatentXml(xml);
  const { root } = parsed;
  const biblio = elementsAt(root, `us-bibliographic-data-${kind}`)[0];
  const published = biblio && elementsAt(biblio, 'publication-reference', 'document-id')[0];
  if (!published) return { reason: 'The document has no publication reference.' };
  const ucid = toUcid(writtenNumber(published));
  if (!ucid || !/^[A-Z]{2}-[A-Z]{0,2}\d+-[A-Z]\d?$/.test(ucid)) {
    return { reason: `The number of the document, ${writtenNumber(published)}, is not valid.` };
  }
  const filed = elementsAt(biblio, 'application-reference', 'document-id')[0];
  const date = isoDate(textAt(published, 'date'));
  return patentOutcome(
    {
      ucid,
      title: textAt(biblio, 'invention-title'),
      ...textsOf(parsed, kind === 'grant'),
      isBibliographic: !elementsAt(root, 'claims')[0] && !elementsAt(root, 'description')[0],
      assignees: assigneesOf(biblio),
      inventors: inventorsOf(biblio),
      filing_date: filed ? isoDate(textAt(filed, 'date')) : '',
      priority_date: priorityDate(biblio),
      publication_date: date,
      grant_date: kind === 'grant' ? date : '',
      application_number: filed ? numberOf(filed) : '',
      kind_code: textAt(published, 'kind'),
      type: typeOf(ucid),
      language: 'en',
      ...classesOf(biblio),
      ...citationsOf(biblio),
      ...internationalOf(biblio),
      ...termOf(biblio),
      priority_claims: priorityClaims(biblio),
      related: relatedDocuments(biblio),
    },
    wanted,
  );
}

/** `US-13834919`. */
const numberOf = (id: XmlElement) => `${textAt(id, 'country')}-${textAt(id, 'doc-number')}`;

/** `US-10123456-B2` as it is written. */
const writtenNumber = (id: XmlElement) => `${numberOf(id)}-${textAt(id, 'kind')}`;
