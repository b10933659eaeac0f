import { toUcid } from '#shared/ucid.ts';
import { apsProse } from './aps-markup.ts';
import { continuityOf } from './continuity.ts';
import type { Format, Outcome, PatentText } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { parsePatentXml } from './patent-xml.ts';
import { turnedName, writtenCitation, writtenLiterature } from './public-search.ts';
import { joinedLines, type TaggedField, taggedFields } from './tagged-lines.ts';
import { typeOf } from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';

const BOUNDARY = '*** BRS DOCUMENT BOUNDARY ***';

/** Texts of the USPTO's former search system (BRS): fields with tags, one document after another. */
export const brs = (wanted: readonly PatentText[]): Format => ({
  source: { name: 'USPTO search system', rank: 'office' },
  cut: { marker: Buffer.from(BOUNDARY), at: 'before', maxBytes: 16 << 20 },
  read(record) {
    const text = record.toString('latin1');
    return text.startsWith(BOUNDARY) ? readDocument(text, wanted) : { skipped: true };
  },
  endsWhole: (last) => /[\r\n]$/.test(last.subarray(-1).toString('latin1')),
});

/** `BRS` has a line before each boundary that belongs to the next document. */
export const isBrs = (head: string) => head.includes(BOUNDARY);

function readDocument(text: string, wanted: readonly PatentText[]): Outcome {
  const fields = taggedFields(text);
  const all = (...tags: string[]) => fields.filter(({ tag }) => tags.includes(tag));
  const values = (...tags: string[]) => all(...tags).map(joinedLines);
  const at = (...tags: string[]) => values(...tags)[0] ?? '';
  const ucid = toUcid(at('DID'));
  if (!ucid) return { reason: `The number of the document, ${at('DID')}, is not valid.` };
  const granted = isoDate(at('GISD'));
  const filing = isoDate(at('AFD'));
  const priority_claims = [
    ...values('PRAN').map((number, position) => ({
      number: `${values('PRCO')[position] ?? ''}-${number}`,
      date: isoDate(values('PRAD')[position] ?? '') || undefined,
      relation: 'foreign' as const,
    })),
    ...values('COND').flatMap(continuityOf),
  ];
  return patentOutcome(
    {
      ucid,
      title: at('TTL'),
      ...textsOf(parsePatentXml(Buffer.from(bodyOf(fields))), granted !== ''),
      assignees: values('ASNM'),
      inventors: values('INNM').map(turnedName),
      filing_date: filing,
      priority_date:
        [filing, ...priority_claims.map(({ date }) => date ?? '')].filter(Boolean).sort()[0] ?? '',
      publication_date: granted || isoDate(at('PD', 'GDP')),
      grant_date: granted,
      application_number: at('APP') && `US-${at('APP').replace('/', '')}`,
      kind_code: ucid.slice(ucid.lastIndexOf('-') + 1),
      type: typeOf(ucid),
      language: 'en',
      cpc: values('CPOI', 'CPOA').map(firstWord),
      ipc: values('IPCP', 'IPCS').map(firstWord),
      citations: values('URGP', 'FRGP').flatMap((line) => writtenCitation(line) ?? []),
      literature: values('ORPL').flatMap((line) => writtenLiterature(line) ?? []),
      priority_claims,
      related: values('PDID').flatMap((written) => {
        const number = toUcid(written);
        return number ? { number } : [];
      }),
    },
    wanted,
  );
}

const firstWord = (text: string) => text.split(' ', 1)[0]!;

/** Abstract, description and claims as XML of ST.36. */
function bodyOf(fields: readonly TaggedField[]): string {
  const all = (...tags: string[]) => fields.filter(({ tag }) => tags.includes(tag));
  const paragraph = (field: TaggedField) => {
    const text = apsProse(joinedLines(field));
    // A space after the tag sets paragraphs apart from headings.
    return field.lines[0]!.startsWith(' ') ? `<p>${text}</p>` : `<heading>${text}</heading>`;
  };
  const claims: string[][] = [];
  for (const field of all('CLPR', 'CLPV')) {
    const text = joinedLines(field);
    if (claims.length === 0 || new RegExp(`^${claims.length + 1}\\s*\\.`).test(text))
      claims.push([]);
    claims.at(-1)!.push(`<claim-text>${apsProse(text)}</claim-text>`);
  }
  return `<document><abstract>${all('ABPR', 'ABTX')
    .map((field) => `<p>${apsProse(joinedLines(field))}</p>`)
    .join('')}</abstract>
<description>${all('CRTX', 'GITX', 'GOTX', 'BSTX', 'BSPR', 'DRTX', 'DRPR', 'DETX', 'DEPR').map(paragraph).join('')}</description>
<claims>${claims.map((parts) => `<claim>${parts.join('')}</claim>`).join('')}</claims></document>`;
}
