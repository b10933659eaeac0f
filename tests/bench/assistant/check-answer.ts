import { splitAnswer } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { locateQuote } from '#shared/quotes.ts';
import type { Each, Turn } from './conversation-set.ts';

/** A document as far as it is known: of some only the row of the catalogue is here. */
export type Known = Pick<
  PatentDocument,
  'ucid' | 'assignees' | 'inventors' | 'cpc' | 'priority_date' | 'publication_date' | 'family_id'
> & { text: string; document?: PatentDocument };

/** How an answer did: each check with whether it was met, and how many quotes stand word for word at their place. */
export interface Checked {
  checks: { name: string; met: boolean }[];
  quotes: number;
  verbatim: number;
}

const listLine = /^\d+\. \*\*.*?\*\* \((?<ucid>[A-Z]{2}-\w+-\w+)/gm;

const matches = (pattern: string, text: string) => new RegExp(pattern, 'i').test(text);

const fails = (each: Each, known: Known): string[] => {
  const has = (pattern: string | undefined, texts: readonly string[]) =>
    pattern === undefined || texts.some((text) => new RegExp(pattern, 'i').test(text));
  const lacks = (pattern: string | undefined, texts: readonly string[]) =>
    pattern === undefined || !texts.some((text) => new RegExp(pattern, 'i').test(text));
  const symbols = known.cpc.map((symbol) => symbol.replaceAll(' ', ''));
  const [, office = '', kind = ''] = /^([A-Z]{2})-\w+-(\w+)$/.exec(known.ucid) ?? [];
  const begins = (pattern: string | undefined) => pattern && `^(?:${pattern})`;
  const { priority_date: priority = '', publication_date: published = '' } = known;
  const results: [string, boolean][] = [
    ['owner', has(each.owner, known.assignees)],
    ['not_owner', lacks(each.not_owner, known.assignees)],
    ['inventor', has(each.inventor, known.inventors)],
    ['class', has(begins(each.class), symbols)],
    ['not_class', lacks(begins(each.not_class), symbols)],
    ['office', !each.office || office === each.office],
    ['kind', has(begins(each.kind), [kind])],
    ['not_kind', lacks(begins(each.not_kind), [kind])],
    [
      'priority_before',
      !each.priority_before || (priority !== '' && priority < each.priority_before),
    ],
    ['priority_after', !each.priority_after || priority > each.priority_after],
    [
      'published_before',
      !each.published_before || (published !== '' && published < each.published_before),
    ],
    ['published_after', !each.published_after || published > each.published_after],
    ['holds', has(each.holds, [known.text])],
    ['lacks', lacks(each.lacks, [known.text])],
  ];
  return results.filter(([, met]) => !met).map(([name]) => name);
};

/** Checks an answer by what its turn says, over the documents of the catalogue. */
export function checkAnswer(
  turn: Turn,
  answer: string,
  catalogue: ReadonlyMap<string, Known>,
): Checked {
  const checks: Checked['checks'] = [];
  const check = (name: string, met: boolean) => checks.push({ name, met });
  const { text, citations } = splitAnswer(answer);
  const listed = [...new Set([...text.matchAll(listLine)].map(({ groups }) => groups!.ucid!))];
  if (turn.lists) check('lists documents', listed.length > 0);
  if (turn.none_listed) check('lists none', listed.length === 0);
  if (turn.each) {
    if (!turn.or_none) check('lists documents', listed.length > 0);
    const wrong = listed.flatMap((ucid) => {
      const known = catalogue.get(ucid);
      const failed = known ? fails(turn.each!, known) : ['unknown document'];
      return failed.length > 0 ? [`${ucid}: ${failed.join(', ')}`] : [];
    });
    const isMet = wrong.length === 0 && (listed.length > 0 || turn.or_none);
    check(`each ${JSON.stringify(turn.each)} ${wrong.join('; ')}`, isMet);
  }
  const familyOf = (ucid: string) => catalogue.get(ucid)?.family_id ?? ucid;
  const families = new Set([...listed, ...citations.map(({ ucid }) => ucid)].map(familyOf));
  for (const ucid of turn.cites) check(`cites ${ucid}`, families.has(familyOf(ucid)));
  for (const pattern of turn.has) check(`says ${pattern}`, matches(pattern, answer));
  for (const pattern of turn.lacks) check(`does not say ${pattern}`, !matches(pattern, answer));
  const verbatim = citations.filter(({ ucid, quote, place }) => {
    const document = catalogue.get(ucid)?.document;
    return document && locateQuote(document, quote, place).status === 'verified';
  });
  return { checks, quotes: citations.length, verbatim: verbatim.length };
}
