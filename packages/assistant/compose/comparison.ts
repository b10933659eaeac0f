import { alternativesOf, type RerankOutput, type SearchFilters } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { stemSet } from '../terms.ts';
import type { Context } from '../understand/context.ts';
import { bestQuotes, passagesOf, titleOf, wholeQuote } from './best-quote.ts';
import { elementColumns, elementTable, missingElements } from './chart.ts';
import { inMarks, plain, Sources, shorten } from './sources.ts';

const maxWords = 8;

/**
 * Two or three documents side by side: dates, owners, first claims, and the first one's claim in the others' texts.
 */
export function comparisonAnswer(
  documents: readonly PatentDocument[],
  ranked: RerankOutput | undefined,
  reverse?: RerankOutput,
): string {
  const sources = new Sources();
  const [first, ...others] = documents;
  const marks = documents.map((document) => {
    const quote = titleOf(document);
    return quote ? ` ${sources.cite(document.ucid, quote)}` : '';
  });
  const row = (name: string, read: (document: PatentDocument, position: number) => string) =>
    `| ${name} | ${documents.map((document, position) => `${read(document, position)}${marks[position]}`).join(' | ')} |`;
  const claims = (document: PatentDocument) => {
    const claim = document.claims.find(({ dependsOn }) => dependsOn.length === 0);
    const quote = claim && wholeQuote({ part: 'claim', number: claim.number, text: claim.text });
    return quote ? `${inMarks(quote)} ${sources.cite(document.ucid, quote)}` : 'none';
  };
  const table = [
    `| | ${documents.map(({ ucid }) => ucid).join(' | ')} |`,
    `| --- |${' --- |'.repeat(documents.length)}`,
    row('Title', ({ title }) => plain(title)),
    row('Assignee', ({ assignees }) => assignees.map(plain).join(', ') || 'not known'),
    row('Priority', ({ priority_date }) => priority_date ?? 'not known'),
    row('Published', ({ publication_date }) => publication_date ?? 'not known'),
    row('CPC', ({ cpc }) => cpc.slice(0, 3).map(plain).join(', ') || 'not known'),
    row('Family', ({ family_id }) => (family_id ? plain(family_id) : 'not known')),
    `| First claim | ${documents.map(claims).join(' | ')} |`,
  ].join('\n');
  return sources.close([
    table,
    ranked &&
      added(
        first!.ucid,
        others.map(({ ucid }) => ucid),
        ranked,
      ),
    reverse && added(others[0]!.ucid, [first!.ucid], reverse),
    onlyIn(documents, sources),
    ranked &&
      `Elements of the first claim of ${first!.ucid} in ${others.map(({ ucid }) => ucid).join(', ')}:\n\n${elementTable(ranked, sources)}`,
    reverse &&
      `Elements of the first claim of ${others[0]!.ucid} in ${first!.ucid}:\n\n${elementTable(reverse, sources)}`,
  ]);
}

/** What a claim has that the other documents do not: its elements without a passage there. */
function added(ucid: string, others: readonly string[], ranked: RerankOutput): string {
  const missing = missingElements(ranked);
  const where = others.join(', ');
  return missing.length > 0
    ? `${ucid} adds, by its first claim, ${missing.map((label) => plain(label)).join(', ')}: elements without support that I found in ${where}.`
    : `${ucid} adds nothing by its first claim that I did not find a passage for in ${where}. Passages that share words need not say the same.`;
}

/** Words of the claims that only one of the documents has, each with the sentence that has most of them. */
function onlyIn(documents: readonly PatentDocument[], sources: Sources): string | undefined {
  const texts = documents.map((document) =>
    passagesOf(document)
      .map(({ text }) => text)
      .join(' '),
  );
  const held = texts.map(stemSet);
  const lines = documents.flatMap((document, position) => {
    const claimed = document.claims.map(({ text }) => text).join(' ');
    const counts = new Map<string, number>();
    const words = new Map<string, string>();
    for (const word of claimed.toLowerCase().match(/\p{L}{5,}/gu) ?? [])
      for (const stem of stemSet(word)) {
        if (held.some((other, at) => at !== position && other.has(stem))) continue;
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
        words.set(stem, word);
      }
    const own = [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, maxWords);
    const [quote] = bestQuotes(passagesOf(document), new Map(own));
    if (!quote) return [];
    const named = own.map(([stem]) => `“${words.get(stem)}”`).join(', ');
    return [
      `- Only ${document.ucid} speaks of ${named}: ${inMarks(quote)} ${sources.cite(document.ucid, quote)}`,
    ];
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Why a document was not the first of the list, or not in it. */
export function whyNotAnswer(
  document: PatentDocument,
  best: string | undefined,
  ranked: RerankOutput | undefined,
  { search, documents }: Context,
): string {
  const sources = new Sources();
  const quote = titleOf(document);
  const mark = quote ? ` ${sources.cite(document.ucid, quote)}` : '';
  const name = `**${plain(document.title)}** (${document.ucid})`;
  const failed = search ? failedFilters(document, search.filters) : [];
  if (failed.length > 0)
    return sources.close([
      `${name} does not pass the filters of the last search${mark}:`,
      failed.map((line) => `- ${line}${mark}`).join('\n'),
    ]);
  if (!search || !best || !ranked || ranked.documents.length < 2)
    return sources.close([
      `I have nothing to compare ${name} with: there is no earlier list in this thread${mark}.`,
    ]);
  const place = documents.indexOf(document.ucid) + 1;
  return sources.close([
    place > 0
      ? `${name} is number ${place} of my list, below ${best}${mark}.`
      : `${name} passes the filters, but was not among the closest${mark}.`,
    `What you searched for, “${shorten(plain(search.query), 160)}”, part by part:`,
    elementColumns(ranked, [best, document.ucid], sources),
    'Where the scores are near to each other, the order says little.',
  ]);
}

const either = (filter: string | null) => alternativesOf(filter).map(plain).join(' or ');

/** Filters that a document does not pass, with what it has. */
export function failedFilters(document: PatentDocument, filters: SearchFilters): string[] {
  const { priority_date: priority, publication_date: published } = document;
  const failed: string[] = [];
  const check = (
    name: string,
    value: string | undefined,
    after: string | null,
    before: string | null,
  ) => {
    const outside = !value || (after && value <= after) || (before && value >= before);
    if ((after || before) && outside)
      failed.push(
        `${name} is ${value ?? 'not known'}, wanted ${[after && `after ${after}`, before && `before ${before}`].filter(Boolean).join(' and ')}`,
      );
  };
  check('priority date', priority, filters.priority_after, filters.priority_before);
  check('publication date', published, filters.published_after, filters.published_before);
  const symbols = [...document.cpc, ...(document.ipc ?? [])].map((code) => code.replace(/\s/g, ''));
  const kind = document.kind_code;
  const office = document.ucid.slice(0, document.ucid.indexOf('-'));
  const begins = (values: readonly string[], value: string) =>
    values.some((one) => one.toLowerCase().startsWith(value.toLowerCase()));
  const holds = (values: readonly string[], value: string) =>
    values.some((one) => one.toLowerCase().includes(value.toLowerCase()));
  const meets = (filter: string | null, test: (value: string) => boolean) =>
    !filter || alternativesOf(filter).some(test);
  const isKind = (value: string) =>
    /^[A-Z]$/i.test(value) ? begins([kind ?? ''], value) : kind === value;
  const owners = document.assignees.map(plain).join(', ') || 'not known';
  const lacking: [boolean, string][] = [
    [
      meets(filters.cpc, (value) => begins(symbols, value)),
      `no CPC code begins with ${either(filters.cpc)}`,
    ],
    [
      meets(filters.kind_code, isKind),
      `kind code is ${kind ?? 'not known'}, wanted ${either(filters.kind_code)}`,
    ],
    [
      meets(filters.assignee, (value) => holds(document.assignees, value)),
      `assignee is ${owners}, wanted ${either(filters.assignee)}`,
    ],
    [
      meets(filters.office, (value) => value === office),
      `office is ${office}, wanted ${either(filters.office)}`,
    ],
    [
      meets(filters.inventor, (value) => holds(document.inventors, value)),
      `inventors are ${document.inventors.map(plain).join(', ') || 'not known'}, wanted ${either(filters.inventor)}`,
    ],
  ];
  const excluded: [boolean, string][] = [
    [
      meets(filters.not_cpc, (value) => begins(symbols, value)),
      `a CPC code begins with ${either(filters.not_cpc)}`,
    ],
    [meets(filters.not_kind_code, isKind), `kind code is ${kind}, which is left out`],
    [
      meets(filters.not_assignee, (value) => holds(document.assignees, value)),
      `assignee is ${owners}, which is left out`,
    ],
    [
      meets(filters.not_office, (value) => value === office),
      `office is ${office}, which is left out`,
    ],
  ];
  const isSet = [filters.not_cpc, filters.not_kind_code, filters.not_assignee, filters.not_office];
  for (const [met, line] of lacking) if (!met) failed.push(line);
  for (const [at, [met, line]] of excluded.entries()) if (isSet[at] && met) failed.push(line);
  return failed;
}
