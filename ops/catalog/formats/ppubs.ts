import { decodeHTML } from 'entities';
import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { reissueMarks } from './aps-markup.ts';
import { continuityOf } from './continuity.ts';
import type { Format, Outcome, PatentText } from './format.ts';
import { parseObject, textOf } from './json-lines.ts';
import { patentOutcome } from './patent-row.ts';
import { type PatentXml, parsePatentXml } from './patent-xml.ts';
import { turnedName, writtenCitation, writtenLiterature } from './public-search.ts';
import { internationalNumber } from './uspto-biblio.ts';
import { typeOf } from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';

/** A record of the USPTO's public search: one JSON object with texts as HTML. */
export const ppubs = (wanted: readonly PatentText[]): Format => ({
  source: { name: 'USPTO public search', rank: 'office' },
  // One object, on any number of lines.
  cut: { marker: Buffer.from('\0'), at: 'after', maxBytes: 16 << 20 },
  read(record) {
    const object = parseObject(record.toString());
    return object ? readRecord(object, wanted) : { reason: 'The file is not a JSON object.' };
  },
  endsWhole: (last) => parseObject(last.toString()) !== undefined,
});

function readRecord(record: Record<string, unknown>, wanted: readonly PatentText[]): Outcome {
  const at = (key: string) => first(record[key]);
  const list = (key: string) => listOf(record[key]);
  const ucid = toUcid(at('guid'));
  if (!ucid) return { reason: `The number of the record, ${at('guid')}, is not valid.` };
  const isGrant = !/^US-\d{11}-/.test(ucid);
  const published = dayOf(at('datePublished'));
  const filing = dayOf(at('applicationFilingDate'));
  const priority_claims = [
    ...foreignPriorities(record),
    ...list('continuityData').flatMap(continuityOf),
  ];
  const symbols = (key: string) =>
    at(key)
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean);
  return patentOutcome(
    {
      ucid,
      title: decodeHTML(at('inventionTitle')),
      ...textsOf(bodyOf(record), isGrant),
      assignees: list('assigneeName').length > 0 ? list('assigneeName') : [],
      inventors: list('inventorsName').map(turnedName),
      filing_date: filing,
      priority_date:
        [filing, ...priority_claims.map(({ date }) => date ?? '')].filter(Boolean).sort()[0] ?? '',
      publication_date: published,
      grant_date: isGrant ? published : '',
      application_number:
        at('applicationNumber') && `US-${at('applicationNumber').replace('/', '')}`,
      family_id: at('familyIdentifierCurStr').replace(/^0$/, ''),
      kind_code: ucid.slice(ucid.lastIndexOf('-') + 1),
      type: typeOf(ucid),
      language: 'en',
      cpc: [...symbols('cpcInventiveFlattened'), ...symbols('cpcAdditionalFlattened')],
      ipc: typeOf(ucid) === 'design' ? [] : symbols('ipcCodeFlattened'),
      uspc: [at('mainClassificationCode'), ...symbols('uspcFullClassificationFlattened')].filter(
        (one) => one && one !== '1/1',
      ),
      citations: [...list('usRefGroup'), ...list('foreignRefGroup')].flatMap(
        (line) => writtenCitation(line) ?? [],
      ),
      literature: list('otherRefPub')
        .flatMap((text) => text.split(/<br ?\/?>/))
        .flatMap((line) => writtenLiterature(decodeHTML(plainOf(line))) ?? []),
      priority_claims,
      international_filing_date: dayOf(at('pctFilingDate')) || undefined,
      national_stage_date: dayOf(at('pct371c124Date')) || undefined,
      international_publication: internationalNumber(at('pctPubNumber')),
      ...(/^\d+$/.test(at('termOfExtension')) && {
        term_adjustment_days: Number(at('termOfExtension')),
      }),
      related: list('priorPublishedDocIdentifier').flatMap((written, position) => {
        const number = toUcid(written);
        const date = dayOf(list('priorPublishedDocDate')[position] ?? '');
        return number ? { number, ...(date && { date }) } : [];
      }),
    },
    wanted,
  );
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** A value, or the first of a list. */
const first = (value: unknown): string => textOf(Array.isArray(value) ? value[0] : value);

/** `2015-09-22` for `2015-09-22T00:00:00Z`. */
const dayOf = (time: string): string => /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? '';

function foreignPriorities(record: Record<string, unknown>): PatentDocument['priority_claims'] {
  const numbers = listOf(record.priorityClaimsDocNumber ?? record.foreignPriorityApplNumber ?? []);
  const countries = listOf(record.priorityClaimsCountry ?? []);
  const dates = listOf(record.priorityClaimsDate ?? []);
  return numbers.map((number, position) => ({
    number: [countries[position], number].filter(Boolean).join('-'),
    date: dayOf(dates[position] ?? '') || undefined,
    relation: 'foreign' as const,
  }));
}

/** Elements of the records' HTML. Others are signs of the text, such as `<2 %`. */
const known =
  /<(?!\/?(?:b|i|u|sub2?|sup2?|br|figref|claim-ref|maths|math|m(?:row|i|n|o|text|s|space|frac|sqrt|root|style|fenced|sub|sup|subsup|under|over|underover|table|tr|td|ultiscripts|prescripts|enclose|padded|phantom)|chemistry|img|tables?|tgroup|thead|tbody|row|entry|colspec|ul|li)\b[^<>]*>)/g;

const tidied = (html: string): string =>
  html
    .replace(/<\?[^>]*>/g, '')
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(known, '&lt;');

/** Text without elements, for what is not well-formed. */
const plainOf = (html: string): string =>
  html
    .replace(/<[a-z/][^<>]*>/gi, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const piecesOf = (value: unknown): string[] =>
  listOf(value)
    .flatMap((html) => reissueMarks(html).split(/<br ?\/?>/))
    .map((piece) => piece.trim())
    .filter(Boolean);

/** Abstract, description and claims as XML of ST.36. */
function bodyOf(record: Record<string, unknown>): PatentXml {
  const write = (clean: (html: string) => string) => {
    const parts = ['backgroundTextHtml', 'governmentInterest', 'briefHtml', 'descriptionHtml'];
    const described = parts
      .flatMap((part) => piecesOf(record[part]))
      .map((one) => paragraph(one, clean));
    const abstract = piecesOf(record.abstractHtml).map((one) => `<p>${clean(one)}</p>`);
    return Buffer.from(
      `<document><abstract>${abstract.join('')}</abstract><description>${described.join('')}</description><claims>${claimsOf(piecesOf(record.claimsHtml), clean)}</claims></document>`,
    );
  };
  try {
    return parsePatentXml(write(tidied));
  } catch {
    return parsePatentXml(write((html) => plainOf(html).replace(/&(?!#?\w+;)/g, '&amp;')));
  }
}

/** Paragraphs of applications begin with the printed number, `[0024]`; those of grants are counted: `(24)`. */
function paragraph(html: string, clean: (html: string) => string): string {
  const [, printed, counted, text = html] = /^(?:\[(\d+)\]|\((\d+)\))\s*(.*)$/s.exec(html) ?? [];
  const isHeading = text.length <= 120 && /[A-Z]{3}/.test(text) && text === text.toUpperCase();
  if (isHeading && !printed) return `<heading>${clean(text)}</heading>`;
  return `<p${printed ? ` num="${printed}"` : ''}>${clean(counted || printed ? text : html)}</p>`;
}

/** A claim begins with its number, which rises; `1-6. (canceled)` stands for several. */
function claimsOf(pieces: readonly string[], clean: (html: string) => string): string {
  const claims: { number: number; last: number; parts: string[] }[] = [];
  for (const piece of pieces) {
    const [, digits, to = digits] =
      /^(?:\[\[)?(\d+)(?:\s*-\s*(\d+))?\s*\.\s/.exec(piece.replace(/<\/?b>/g, '')) ?? [];
    const before = claims.at(-1)?.last ?? 0;
    const isNext = Number(digits) > before && Number(digits) <= before + 500;
    if (isNext || claims.length === 0) {
      claims.push({ number: Number(digits ?? 1), last: Number(to ?? 1), parts: [] });
    }
    claims.at(-1)!.parts.push(`<claim-text>${clean(piece)}</claim-text>`);
  }
  return claims
    .map(({ number, parts }) => `<claim num="${number}">${parts.join('')}</claim>`)
    .join('');
}
