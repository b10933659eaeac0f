import type { SearchFilters, SearchOutput } from '#shared/assistant-tools.ts';
import { toolOutputs } from '#shared/assistant-tools.ts';
import { splitAnswer } from '#shared/citations.ts';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';
import type { Turn } from '../thread.ts';
import { parseOutput } from '../tool-calls.ts';
import { setIn } from './filters.ts';
import type { Intent } from './intent.ts';

/** What earlier turns said, as far as later ones can refer to it. */
export interface Context {
  /** The last search, which "only after 2015" narrows. */
  search?: { query: string; filters: SearchFilters };
  /** Documents of the last list, in its order: "the second one". */
  documents: string[];
  /** Earlier lists, the latest first. They still stand in the conversation, so that a number can refer to them. */
  earlier: string[][];
  /** The last document that was discussed on its own: "its claims". */
  focus?: string;
  /** Filters that were given without a subject. They apply to the next message, which names it. */
  waiting?: Partial<SearchFilters>;
  /** The day and the subject of a search for which the assistant has asked whether before that day, or on it. */
  openDay?: { kind: 'priority' | 'published'; day: string };
  openQuery?: string;
  /** The term whose meaning was asked for last. */
  term?: string;
  /** What searches of this thread have found, by UCID. */
  known: Map<string, SearchOutput['documents'][number]>;
}

export const emptyContext = (): Context => ({ documents: [], earlier: [], known: new Map() });

/** The context after a finished turn. */
export function contextAfter(context: Context, intent: Intent, turn: Turn): Context {
  const known = new Map(context.known);
  for (const { name, output } of turn.results) {
    if (name === 'antecede_API')
      for (const document of parseOutput(output, toolOutputs.antecede_API)?.documents ?? [])
        known.set(document.ucid, document);
    const whole =
      name === 'get_full_patent_text' ? parseOutput(output, patentDocumentSchema) : undefined;
    if (whole && !known.has(whole.ucid)) known.set(whole.ucid, readDocument(whole));
  }
  const cited = listedIn(turn.answer ?? '');
  const next: Context = {
    ...context,
    known,
    waiting: undefined,
    openDay: undefined,
    openQuery: undefined,
  };
  switch (intent.kind) {
    case 'search':
      // Where words of another language have found nothing, the next message says them in English.
      if (intent.language && cited.length === 0) next.waiting = setIn(intent.filters);
      else next.search = { query: intent.query, filters: intent.filters };
      // After a search that found nothing, numbers refer to the list before it.
      if (cited.length > 0) next.documents = cited;
      next.focus = cited.length === 1 || oneSpeaks.test(turn.answer ?? '') ? cited[0] : undefined;
      break;
    case 'chart':
      next.documents = cited.filter((ucid) => ucid !== intent.target);
      next.focus = intent.target ?? (next.documents.length === 1 ? next.documents[0] : undefined);
      break;
    case 'similar':
      next.documents = cited.filter((ucid) => !intent.ucids.includes(ucid));
      next.focus = intent.ucids.length === 1 ? intent.ucids[0] : undefined;
      break;
    case 'define':
      next.term = intent.term;
      next.focus = intent.ucid;
      break;
    case 'records':
      next.documents = intent.ucids;
      break;
    case 'added-matter':
    case 'read':
    case 'summary':
    case 'question':
    case 'why-not':
      next.focus = intent.ucid;
      if (intent.kind === 'read' && intent.asked?.includes('family')) {
        const members = namedIn(turn.answer ?? '').filter((ucid) => ucid !== intent.ucid);
        if (members.length > 0) next.documents = members;
      }
      if (next.documents.length === 0) next.documents = [intent.ucid];
      break;
    case 'compare':
      if (context.documents.length === 0) next.documents = intent.ucids;
      break;
    case 'ask-back':
      next.waiting = intent.filters;
      next.openDay = intent.day;
      next.openQuery = intent.query;
      break;
    default:
  }
  if (next.documents !== context.documents && context.documents.length > 0)
    next.earlier = [context.documents, ...context.earlier];
  return next;
}

/** A document that was read, as a search would have found it. */
const readDocument = (document: PatentDocument): SearchOutput['documents'][number] => ({
  ...document,
  priority_date: document.priority_date ?? null,
  publication_date: document.publication_date ?? null,
  kind_code: document.kind_code ?? null,
  conceptScore: 0,
  has_text: true,
  passages: [],
});

/** An answer in which one document is what was asked for, and the others are less close. */
const oneSpeaks = /^1 (?:more )?invention\b/m;

/** The documents that an answer names. */
const namedIn = (answer: string): string[] => [
  ...new Set(splitAnswer(answer).text.match(/\b[A-Z]{2}-\w+-[A-Z]\d?\b/g) ?? []),
];

/** A line of a list of documents: its number, its title and its UCID. */
const listLine = /^\d+\. \*\*.*?\*\* \((?<ucid>[A-Z]{2}-\w+-\w+)/gm;

/** The documents of an answer in the order of its numbered list, or of its citations if it has no list. */
function listedIn(answer: string): string[] {
  const { text, citations } = splitAnswer(answer);
  const listed = [...text.matchAll(listLine)].map(({ groups }) => groups!.ucid!);
  return [...new Set(listed.length > 0 ? listed : citations.map(({ ucid }) => ucid))];
}
