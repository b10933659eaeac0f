import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import type { Outcome, PatentText } from './format.ts';
import { isoDate, patentOutcome } from './patent-row.ts';
import { parsePatentXml } from './patent-xml.ts';
import { internationalNumber } from './uspto-biblio.ts';
import {
  citedNumber,
  ipcSymbol,
  locarnoSymbol,
  partialDate,
  typeOf,
  uspcSymbol,
} from './uspto-symbols.ts';
import { textsOf } from './uspto-texts.ts';
import { allText, descendants, elementsAt, type XmlElement } from './xml.ts';

/** Names of ST.36 by those of ST.32 (`PATDOC`). */
const aliases: Record<string, string> = {
  B540: 'invention-title',
  SDOAB: 'abstract',
  SDODE: 'description',
  SDOCL: 'claims',
  SDODR: 'drawings',
  CLM: 'claim',
  CLMSTEP: 'claim-text',
  CLREF: 'claim-ref',
  PARA: 'p',
  H: 'heading',
  LI: 'li',
  SB: 'sub',
  SP: 'sup',
  NCIT: 'othercit',
  'TABLE-US': 'tables',
  'MATH-US': 'maths',
  'CHEM-US': 'chemistry',
  EMI: 'img',
  // The same formula or structure in files of other programs.
  MATHEMATICA: '',
  CHEMCDX: '',
  CHEMMOL: '',
};

type PriorityClaim = PatentDocument['priority_claims'][number];

/** A grant from 2001 to 2004. Its elements have the codes of WIPO's standard ST.9: `B110` is the number. */
export function readGrant2001(xml: Buffer, wanted: readonly PatentText[]): Outcome {
  const parsed = parsePatentXml(xml, aliases);
  const biblio = elementsAt(parsed.root, 'SDOBI')[0];
  if (!biblio) return { reason: 'The document has no bibliographic data (SDOBI).' };
  const all = (...names: string[]) => descendants(biblio, ...names);
  const first = (...names: string[]) => {
    const [element] = all(...names);
    return element ? allText(element) : '';
  };
  const date = (...names: string[]) => isoDate(first(...names));
  const written = `${first('B190') || 'US'}-${first('B110')}-${first('B130')}`;
  const ucid = toUcid(written);
  if (!ucid) return { reason: `The number of the document, ${written}, is not valid.` };
  const type = typeOf(ucid);
  const filing = date('B220');
  const priority_claims = prioritiesOf(biblio);
  const main = all('B511', 'B512').map(allColumns);
  const days = /^\d+$/.exec(first('B474US'))?.[0];
  const pctFiled = all('B861')[0];
  const pctPublished = all('B871')[0];
  return patentOutcome(
    {
      ucid,
      title: first('invention-title'),
      ...textsOf(parsed, true),
      assignees: all('B731').map(nameOf),
      inventors: all('B721').map(nameOf),
      filing_date: filing,
      priority_date:
        [filing, ...priority_claims.map((claim) => claim.date ?? '')].filter(Boolean).sort()[0] ??
        '',
      publication_date: date('B140'),
      grant_date: date('B140'),
      application_number: first('B210') && `US-${first('B210').replace(/\D/g, '')}`,
      kind_code: first('B130'),
      type,
      language: 'en',
      cpc: [],
      ipc: type === 'design' ? [] : main.map(ipcSymbol).filter(Boolean),
      locarno: type === 'design' ? main.map(locarnoSymbol) : [],
      uspc: all('B521', 'B522').map(allColumns).map(uspcSymbol).filter(Boolean),
      citations: all('B561').flatMap((list) =>
        descendants(list, 'PCIT').map((cited) => citationOf(cited, byOf(list))),
      ),
      literature: all('B562').flatMap((list) =>
        descendants(list, 'othercit')
          .filter(({ text }) => text)
          .map(({ text }) => ({ text: text.slice(0, 4000), by: byOf(list) })),
      ),
      priority_claims,
      international_filing_date: pctFiled && dateOf(pctFiled),
      international_publication: pctPublished && internationalNumber(numberIn(pctPublished)),
      national_stage_date: date('B863') || undefined,
      ...(days && { term_adjustment_days: Number(days) }),
      ...(all('B473', 'B473US').length > 0 && { terminal_disclaimer: true }),
    },
    wanted,
  );
}

/** Text of a class, whose columns have a meaning. */
const allColumns = (element: XmlElement): string =>
  element.text.trim() ? element.text : (element.children[0]?.text ?? '');

const textIn = (element: XmlElement, name: string): string => {
  const [found] = descendants(element, name);
  return found ? allText(found) : '';
};

const numberIn = (element: XmlElement) => textIn(element, 'DNUM');
const dateOf = (element: XmlElement) => isoDate(textIn(element, 'DATE')) || undefined;

const byOf = (list: XmlElement): PatentCitation['by'] => {
  if (elementsAt(list, 'CITED-BY-EXAMINER')[0]) return 'examiner';
  return elementsAt(list, 'CITED-BY-OTHER')[0] ? 'other' : undefined;
};

function citationOf(cited: XmlElement, by: PatentCitation['by']): PatentCitation {
  const number = numberIn(cited).replace(/^([A-Z]+)\.?\s*/, '$1');
  const date = partialDate(textIn(cited, 'DATE'));
  const name = nameOf(cited).slice(0, 300);
  return {
    number: citedNumber(textIn(cited, 'CTRY') || 'US', number, textIn(cited, 'KIND')),
    ...(date && { date }),
    ...(name && { name }),
    ...(by && { by }),
  };
}

/** An organization, or first and last name. */
function nameOf(party: XmlElement): string {
  const person = [textIn(party, 'FNM'), textIn(party, 'SNM')].filter(Boolean).join(' ');
  return textIn(party, 'ONM') || person;
}

const relations: Record<string, PriorityClaim['relation']> = {
  B620: 'division',
  B631: 'continuation',
  B632: 'continuation-in-part',
  B633: 'reissue',
  B640: 'reissue',
};

function prioritiesOf(biblio: XmlElement): PriorityClaim[] {
  const foreign = descendants(biblio, 'B300').flatMap((list) => {
    const numbers = descendants(list, 'B310').map(allText);
    const dates = descendants(list, 'B320').map((date) => isoDate(allText(date)));
    const countries = descendants(list, 'B330').map(allText);
    return numbers.map((number, position) => ({
      number: [countries[position], number].filter(Boolean).join('-'),
      date: dates[position] || undefined,
      relation: 'foreign' as const,
    }));
  });
  const parents = Object.entries(relations).flatMap(([code, relation]) =>
    descendants(biblio, code).flatMap((list) =>
      descendants(list, 'PDOC').flatMap((parent) => {
        const number = numberIn(parent);
        return number ? { number: usApplication(number), date: dateOf(parent), relation } : [];
      }),
    ),
  );
  const provisionals = descendants(biblio, 'B680US').flatMap((list) =>
    descendants(list, 'DOC').map((one) => ({
      number: usApplication(numberIn(one)),
      date: dateOf(one),
      relation: 'provisional' as const,
    })),
  );
  const international = descendants(biblio, 'B861').map((one) => ({
    number: `WO-${numberIn(one)}`,
    date: dateOf(one),
    relation: 'national-stage' as const,
  }));
  return [...foreign, ...international, ...parents, ...provisionals].filter(({ number }) =>
    /\d/.test(number),
  );
}

/** `US-60115394` for `60/115394`; an international one as `WO-PCT/…`. */
const usApplication = (number: string) =>
  number.startsWith('PCT') ? `WO-${number}` : `US-${number.replace(/\D/g, '')}`;
