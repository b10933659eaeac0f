import type { CitationsOutput, SearchFilters } from '#shared/assistant-tools.ts';
import { firstNames } from '#shared/first-names.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Context } from '../understand/context.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Fact } from '../understand/intent.ts';
import { titleOf } from './best-quote.ts';
import { failedFilters } from './failed-filters.ts';
import { plain, Sources, unsourced } from './sources.ts';
import { ownerLines, statusLines } from './status-lines.ts';

const listed = (values: readonly string[], most = 20) => firstNames(values, most);

/**
 * What the record of a document says of a fact, in lines of `name: value`.
 * @param citing who cites it, as far as that was looked up
 */
export function recordLines(
  document: PatentDocument,
  fact: Fact,
  citing?: CitationsOutput,
): string[] {
  switch (fact) {
    case 'owner':
      return [
        `Assignee: ${document.assignees.map(plain).join(', ') || 'not known'}`,
        ...ownerLines(document.owners),
      ];
    case 'inventors':
      return [`Inventors: ${document.inventors.map(plain).join(', ') || 'not known'}`];
    case 'dates':
      return [
        `Priority date: ${document.priority_date ?? 'not known'}`,
        `Filing date: ${document.filing_date ?? 'not known'}`,
        `Publication date: ${document.publication_date ?? 'not known'}`,
        `Grant date: ${document.grant_date ?? 'not known'}`,
      ];
    case 'classes':
      return [`CPC: ${document.cpc.map(plain).join(', ') || 'not known'}`];
    case 'family':
      return familyLines(document);
    case 'cites':
      return citationLines(document);
    case 'cited by':
      return [citingLine(citing)];
    case 'status':
      return statusLines(document);
  }
}

function familyLines({ family, family_id, family_basis }: PatentDocument): string[] {
  const members = (family ?? []).map(({ ucid, date }) =>
    plain(`${ucid}${date ? ` of ${date}` : ''}`),
  );
  return [
    `Family: ${family_id ? plain(family_id) : 'not known'}${family_basis ? ` (${plain(family_basis)})` : ''}`,
    `Other members here: ${listed(members) || 'none known'}`,
  ];
}

function citationLines({ citations, literature }: PatentDocument): string[] {
  const cited = citations.map(({ number, date, by, category }) => {
    const details = [date, by && `by ${by}`, category && `category ${category}`].filter(Boolean);
    return plain(`${number}${details.length > 0 ? ` (${details.join(', ')})` : ''}`);
  });
  const texts = (literature ?? []).map(({ text }) => plain(text));
  return [
    `Cites: ${listed(cited) || 'no patents, by its record'}`,
    ...(texts.length > 0 ? [`Cites literature: ${listed(texts, 5)}`] : []),
  ];
}

/** Only the catalogue is known: elsewhere others may cite it. */
function citingLine(citing: CitationsOutput | undefined): string {
  if (!citing) return 'Cited by: I could not look it up';
  const { total, publications } = citing;
  if (total === 0) return 'Cited by: no publication of this catalogue';
  const named = publications.map(({ number, date, title, category }) => {
    const details = [date, title, category && `category ${category}`].filter(Boolean);
    return plain(`${number}${details.length > 0 ? ` (${details.join(', ')})` : ''}`);
  });
  return `Cited by ${total} of this catalogue, the latest first: ${listed(named)}`;
}

interface Records {
  documents: readonly PatentDocument[];
  /** Numbers of which no document is here. */
  missing: readonly string[];
  asked: readonly Fact[];
  isSorted: boolean;
  /** Only documents that have these are wanted. */
  having?: SearchFilters | undefined;
  /** Numbers that were not read, because they were too many. */
  unread: readonly string[];
  /** Who cites a document, where that was looked up. */
  citing: ReadonlyMap<string, CitationsOutput>;
}

/** Columns of a fact in a table of several documents. */
function columnsOf(
  fact: Fact,
  citing: Records['citing'],
): [string, (document: PatentDocument) => string][] {
  if (fact === 'owner')
    return [
      [
        'Owner',
        ({ assignees, owners = [] }) =>
          [
            assignees.map(plain).join(', '),
            ...owners.map(
              ({ name, since }) => `last recorded: ${plain(name)}, ${since ?? 'no date'}`,
            ),
          ]
            .filter(Boolean)
            .join('; '),
      ],
    ];
  if (fact === 'inventors')
    return [['Inventors', ({ inventors }) => inventors.map(plain).join(', ')]];
  if (fact === 'dates')
    return [
      ['Priority', ({ priority_date }) => priority_date ?? ''],
      ['Filed', ({ filing_date }) => filing_date ?? ''],
      ['Published', ({ publication_date }) => publication_date ?? ''],
      ['Granted', ({ grant_date }) => grant_date ?? ''],
    ];
  const name = fact[0]!.toUpperCase() + fact.slice(1);
  return [[name, (document) => recordLines(document, fact, citing.get(document.ucid)).join('; ')]];
}

/** Several documents as a table: what was asked for, or the facts that tell them apart. */
export function recordsAnswer({
  documents: read,
  missing,
  asked,
  isSorted,
  having,
  unread,
  citing,
}: Records): string {
  if (read.length === 0)
    return unsourced(`I cannot read ${missing.map(plain).join(', ')}: no such documents are here.`);
  const documents = having
    ? read.filter((document) => failedFilters(document, having).length === 0)
    : read;
  if (documents.length === 0)
    return unsourced(
      `None of these ${read.length} is ${describeFilters(having!).map(plain).join('; ')}.`,
    );
  const day = ({ priority_date, publication_date }: PatentDocument) =>
    priority_date ?? publication_date ?? '9999';
  const ordered = isSorted
    ? documents.toSorted((one, other) => (day(one) < day(other) ? -1 : 1))
    : documents;
  const sources = new Sources();
  const facts: readonly Fact[] = asked.length > 0 ? asked : ['owner', 'dates'];
  const columns = facts.flatMap((fact) => columnsOf(fact, citing));
  const rows = ordered.map((document) => {
    const quote = titleOf(document);
    const mark = quote ? ` ${sources.cite(document.ucid, quote)}` : '';
    const cells = columns.map(([, cellOf]) => cellOf(document) || 'not known');
    return `| ${[document.ucid, plain(document.title), ...cells].map((cell, at) => cell + (at > 0 ? mark : '')).join(' | ')} |`;
  });
  return sources.close([
    isSorted ? 'By priority date, the earliest first:' : undefined,
    having
      ? `${documents.length} of these ${read.length}: ${describeFilters(having).map(plain).join('; ')}.`
      : undefined,
    [
      `| Number | Title | ${columns.map(([name]) => name).join(' | ')} |`,
      `| --- | --- |${' --- |'.repeat(columns.length)}`,
      ...rows,
    ].join('\n'),
    missing.length > 0 ? `Not here: ${missing.map(plain).join(', ')}.` : undefined,
    unread.length > 0
      ? `I read ${read.length + missing.length} at once. Ask again for ${unread.map(plain).join(', ')}.`
      : undefined,
    'Ask me to compare two of them, or which of them mention something.',
  ]);
}

/** All documents that answers of this thread have listed. */
export function exportAnswer({ documents, earlier, known }: Context): string {
  const found = [...new Set([...earlier.toReversed().flat(), ...documents])];
  if (found.length === 0)
    return unsourced('Nothing was found in this conversation yet, so there is nothing to export.');
  const rows = found.map((ucid) => {
    const row = known.get(ucid);
    const cells = [
      ucid,
      row ? plain(row.title) : '',
      row ? row.assignees.map(plain).join('; ') : '',
      row?.priority_date ?? '',
      row?.publication_date ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return unsourced(
    `${found.length === 1 ? 'The document' : `The ${found.length} documents`} that I have listed in this conversation, by ${found.length === 1 ? 'its entry' : 'their entries'} in the catalogue:`,
    [
      '| Number | Title | Owner | Priority | Published |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    'Copy the table into a spreadsheet, or add the documents to a list, which can be downloaded as CSV.',
  );
}
