import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { apsProse } from './aps-markup.ts';
import { apsTable } from './aps-table.ts';
import type { Format, Outcome, PatentText } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { parsePatentXml } from './patent-xml.ts';
import { joinedLines, type TaggedField, taggedFields } from './tagged-lines.ts';
import { internationalNumber } from './uspto-biblio.ts';
import { citedNumber, ipcSymbol, partialDate, typeOf, uspcSymbol } from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';

const START = '\nPATN';

/**
 * Grants from 1976 to 2001 as the USPTO published them each week (APS, Green Book): fields with tags, one patent after
 * another.
 */
export const greenbook = (wanted: readonly PatentText[]): Format => ({
  source: { name: 'USPTO full text', rank: 'office' },
  cut: { marker: Buffer.from(START), at: 'before', maxBytes: 16 << 20 },
  read(record) {
    const text = record.toString('latin1').trimStart();
    return text.startsWith('PATN') ? readPatent(text, wanted) : { skipped: true };
  },
  // The text has no end mark: the last field of every patent is a paragraph or a claim.
  endsWhole: (last) => /[\r\n]$/.test(last.subarray(-1).toString('latin1')),
});

interface Section {
  readonly name: string;
  readonly fields: TaggedField[];
}

/** Sections have a line with a name of four letters alone. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const field of taggedFields(text)) {
    if (field.tag.length === 4 && field.lines.every((line) => line.trim() === '')) {
      sections.push({ name: field.tag, fields: [] });
    } else sections.at(-1)?.fields.push(field);
  }
  return sections;
}

function readPatent(text: string, wanted: readonly PatentText[]): Outcome {
  const sections = sectionsOf(text);
  const all = (name: string) => sections.filter((section) => section.name === name);
  const [head] = all('PATN');
  const at = (tag: string, section = head) => textOf(section, tag);
  const ucid = ucidOf(at('WKU'));
  if (!ucid) return { reason: `The number of the patent, ${at('WKU')}, is not valid.` };
  const filing = isoDate(at('APD'));
  const issue = isoDate(at('ISD'));
  const [pct] = all('PCTA');
  const priority_claims = prioritiesOf(sections);
  return patentOutcome(
    {
      ucid,
      title: at('TTL'),
      ...textsOf(parsePatentXml(Buffer.from(bodyOf(sections))), true),
      assignees: all('ASSG').map((one) => at('NAM', one)),
      inventors: all('INVT').map((one) => personName(at('NAM', one))),
      filing_date: filing,
      priority_date:
        [filing, ...priority_claims.map(({ date }) => date ?? '')].filter(Boolean).sort()[0] ?? '',
      publication_date: issue,
      grant_date: issue,
      application_number: applicationNumber(at('SRC'), at('APN')),
      kind_code: ucid.slice(ucid.lastIndexOf('-') + 1),
      type: typeOf(ucid),
      language: 'en',
      cpc: [],
      ipc: all('CLAS')
        .flatMap((one) => rawValues(one, 'ICL').map(ipcSymbol))
        .filter(Boolean),
      uspc: all('CLAS')
        .flatMap((one) => rawValues(one, 'OCL', 'XCL').map(uspcSymbol))
        .filter(Boolean),
      citations: [...all('UREF').map(citationOf), ...all('FREF').map(citationOf)],
      literature: all('OREF').flatMap(({ fields }) =>
        fields
          .map(joinedLines)
          .filter(Boolean)
          .map((one) => ({ text: one.slice(0, 4000) })),
      ),
      priority_claims,
      national_stage_date: isoDate(at('PD1', pct)) || undefined,
      international_filing_date: isoDate(at('PD3', pct)) || undefined,
      international_publication: internationalNumber(at('PCP', pct)),
      ...(at('DCD') && { terminal_disclaimer: true }),
    },
    wanted,
  );
}

const fieldsOf = (section: Section | undefined, ...tags: string[]) =>
  section?.fields.filter(({ tag }) => tags.includes(tag)) ?? [];

const textOf = (section: Section | undefined, tag: string): string => {
  const [field] = fieldsOf(section, tag);
  return field ? joinedLines(field) : '';
};

/** Values whose columns have a meaning: the tag and its two spaces take five. */
const rawValues = (section: Section, ...tags: string[]): string[] =>
  fieldsOf(section, ...tags).map(({ lines }) => (lines[0] ?? '').slice(1));

const kinds: Record<string, string> = { '': 'A', D: 'S', RE: 'E', PP: 'P', H: 'H' };

/** `US-5700647-A` for `057006474`: eight places, and a check digit. */
function ucidOf(written: string): string | undefined {
  const number = written.length === 9 ? written.slice(0, 8) : written;
  const letters = /^[A-Z]*/.exec(number)![0];
  const kind = Object.hasOwn(kinds, letters) ? kinds[letters] : undefined;
  return /^[A-Z]*\d+$/.test(number) && kind ? toUcid(`US-${number}-${kind}`) : undefined;
}

/** `US-08568680` for the series 8 and the number `5686806`, whose last digit checks the others. */
function applicationNumber(series: string, number: string): string {
  if (!number) return '';
  const digits = number.length === 7 ? number.slice(0, 6) : number;
  return `US-${/^\d+$/.test(series) ? series.padStart(2, '0') : ''}${digits.padStart(6, '0')}`;
}

/** `Scott W. Houtteman` for `Houtteman; Scott W.`. */
const personName = (written: string): string => {
  const [last = '', first = ''] = written.split(';').map((part) => part.trim());
  return [first, last].filter(Boolean).join(' ');
};

/** `JP` for `JPX`. */
const countryOf = (written: string) => written.slice(0, 2);

function citationOf(section: Section): PatentCitation {
  const country = countryOf(textOf(section, 'CNT')) || 'US';
  const date = partialDate(textOf(section, 'ISD'));
  const name = textOf(section, 'NAM').slice(0, 300);
  const number = textOf(section, 'PNO').replace(/^([A-Z]+)[.\s]*/, '$1');
  return {
    number: citedNumber(country, number),
    ...(date && { date }),
    ...(name && { name }),
  };
}

/** Codes of relations. */
const relations: Record<string, PatentDocument['priority_claims'][number]['relation']> = {
  71: 'continuation',
  72: 'continuation-in-part',
  74: 'division',
};

function prioritiesOf(sections: readonly Section[]): PatentDocument['priority_claims'] {
  const of = (name: string) => sections.filter((section) => section.name === name);
  const foreign = of('PRIR').map((one) => ({
    number: `${countryOf(textOf(one, 'CNT'))}-${textOf(one, 'APN')}`,
    date: isoDate(textOf(one, 'APD')) || undefined,
    relation: 'foreign' as const,
  }));
  const parents = of('RLAP').map((one) => ({
    number: `US-${textOf(one, 'APN').replace(/[^\d/]/g, '')}`,
    date: isoDate(textOf(one, 'APD')) || undefined,
    relation: relations[textOf(one, 'COD')],
  }));
  const international = of('PCTA').map((one) => ({
    number: `WO-${textOf(one, 'PCN')}`,
    date: isoDate(textOf(one, 'PD3')) || undefined,
    relation: 'national-stage' as const,
  }));
  return [...foreign, ...international, ...parents].filter(({ number }) => /\d/.test(number));
}

const described = ['PARN', 'GOVT', 'BSUM', 'DRWD', 'DETD'];

/** Abstract, description and claims as XML of ST.36. */
function bodyOf(sections: readonly Section[]): string {
  const fields = (...names: string[]) =>
    sections.filter(({ name }) => names.includes(name)).flatMap((section) => section.fields);
  return `<document><abstract>${fields('ABST').map(paragraph).join('')}</abstract>
<description>${fields(...described)
    .map(paragraph)
    .join('')}</description>
<claims>${claimsOf(fields('CLMS', 'DCLM'))}</claims></document>`;
}

function paragraph(field: TaggedField): string {
  const { tag, lines } = field;
  if (tag.startsWith('TBL')) return apsTable(lines);
  const text = apsProse(joinedLines(field));
  return tag === 'PAC' ? `<heading>${text}</heading>` : `<p>${text}</p>`;
}

/** `NUM` begins a claim. Designs have one claim without it. Tags of paragraphs say how deep they are: `PA1`. */
function claimsOf(fields: readonly TaggedField[]): string {
  const claims: string[][] = [];
  for (const field of fields) {
    const { tag, lines } = field;
    if (tag === 'NUM') claims.push([]);
    else if (tag !== 'STM') {
      if (claims.length === 0) claims.push([]);
      const level = Number(/^PA(\d)$/.exec(tag)?.[1] ?? 0) + 1;
      claims
        .at(-1)!
        .push(
          tag.startsWith('TBL')
            ? apsTable(lines)
            : `<claim-text LVL="${level}">${apsProse(joinedLines(field))}</claim-text>`,
        );
    }
  }
  return claims.map((parts) => `<claim>${parts.join('')}</claim>`).join('');
}
