import type { RerankOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { stemSet } from '../terms.ts';
import type { Context } from '../understand/context.ts';
import { bestQuotes, firstQuote, passagesOf, titleOf } from './best-quote.ts';
import { elementColumns, elementTable, missingElements } from './chart.ts';
import { failedFilters } from './failed-filters.ts';
import { inMarks, plain, Sources, shorten } from './sources.ts';

const maxWords = 8;
const maxElementLength = 200;

/**
 * Two or three documents side by side: what each claim adds to the other documents, dates and owners, and the passages for the
 * elements that both have.
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
  const row = (name: string, read: (document: PatentDocument) => string) =>
    documents.some((document) => read(document) !== '')
      ? `| ${name} | ${documents.map((document, position) => `${read(document) || 'not known'}${marks[position]}`).join(' | ')} |`
      : undefined;
  const table = [
    `| | ${documents.map(({ ucid }) => ucid).join(' | ')} |`,
    `| --- |${' --- |'.repeat(documents.length)}`,
    row('Title', ({ title }) => plain(title)),
    row('Assignee', ({ assignees }) => assignees.map(plain).join(', ')),
    row('Priority', ({ priority_date }) => priority_date ?? ''),
    row('Published', ({ publication_date }) => publication_date ?? ''),
    row('Classes', ({ cpc, ipc = [] }) =>
      (cpc.length > 0 ? cpc : ipc).slice(0, 3).map(plain).join(', '),
    ),
    row('Family', ({ family_id }) => plain(family_id ?? '')),
    row('Claims', ({ claims }) => String(claims.length)),
  ]
    .filter(Boolean)
    .join('\n');
  const compared = [
    ranked && { document: first!, others, ranked },
    reverse && { document: others[0]!, others: [first!], ranked: reverse },
  ].filter((one) => one !== undefined);
  return sources.close([
    table,
    ...compared.map((one) => added(one, sources)),
    onlyIn(documents, sources),
    ...compared.map((one) => shared(one, sources)),
    'A passage that resembles an element need not disclose it: read it in its place.',
    'Ask me to chart any claim of one against the other, or for a claim word by word.',
  ]);
}

/** A document whose first independent claim was looked for in others. */
interface Compared {
  document: PatentDocument;
  others: readonly PatentDocument[];
  ranked: RerankOutput;
}

const listedUcids = (documents: readonly PatentDocument[]) =>
  documents.map(({ ucid }) => ucid).join(', ');

const firstIndependent = ({ claims }: PatentDocument) =>
  claims.find(({ dependsOn }) => dependsOn.length === 0) ?? claims[0];

/** What a claim has that the other documents do not: its elements without a passage there. */
function added({ document, others, ranked }: Compared, sources: Sources): string {
  const { ucid } = document;
  const where = listedUcids(others);
  const claim = firstIndependent(document);
  const missing = missingElements(ranked);
  if (!claim || missing.length === 0)
    return `**${ucid} adds** nothing by its first claim that I did not find a passage for in ${where}. Passages that share words need not say the same.`;
  const all = missing.length === ranked.elements.length ? ', which are all of them' : '';
  const lines = missing.map(({ label, text }) => {
    const quote = firstQuote([{ part: 'claim', number: claim.number, text }]);
    return `- ${plain(label)}: ${quote ? `${inMarks(quote)} ${sources.cite(ucid, quote)}` : shorten(plain(text), maxElementLength)}`;
  });
  return [
    `**${ucid} adds**, by claim ${claim.number}, these elements${all}: I found no support for them in ${where}.`,
    lines.join('\n'),
  ].join('\n\n');
}

/** The elements that have a passage in the others, with it. */
function shared({ document, others, ranked }: Compared, sources: Sources): string | undefined {
  const missing = new Set(missingElements(ranked).map(({ label }) => label));
  const elements = ranked.elements.filter(({ label }) => !missing.has(label));
  if (elements.length === 0) return undefined;
  const table = elementTable({ ...ranked, elements }, sources);
  return `Elements of the first claim of ${document.ucid} that have a passage in ${listedUcids(others)}:\n\n${table}`;
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
  const position = documents.indexOf(document.ucid) + 1;
  const isInOne = ranked.documents.some(({ elements }) =>
    elements.some(({ grade }) => grade !== 'none'),
  );
  return sources.close([
    position > 0
      ? `${name} is number ${position} of my list, below ${best}${mark}.`
      : `${name} passes the filters, but was not among the closest${mark}.`,
    ...(isInOne
      ? [
          `What you searched for, “${shorten(plain(search.query), 160)}”, part by part:`,
          elementColumns(ranked, [best, document.ucid], sources),
        ]
      : [
          `Neither it nor ${best} says what you searched for at one place: their order is by words and meaning of whole texts.`,
        ]),
    'Where the scores are near to each other, the order says little.',
  ]);
}
