import type { CitationsOutput } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { definitionAnswer } from '../compose/definition-answer.ts';
import { partAnswer, questionAnswer, unreadable } from '../compose/document-answer.ts';
import { listQuestionAnswer } from '../compose/list-answer.ts';
import { recordsAnswer } from '../compose/record-answer.ts';
import { summaryAnswer } from '../compose/summary-answer.ts';
import { citations, type Plan, read, rerank } from '../tool-calls.ts';
import { maxRecords } from '../understand/about-documents.ts';
import type { Context } from '../understand/context.ts';
import type { Fact, Intent } from '../understand/intent.ts';

/** Documents of which it looks up who cites them: each takes two calls. */
const maxCitedRecords = 5;
/** Documents for which the grants of applications are read, too. */
const maxGrants = 5;

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/** Reads a document and shows a part of it. */
export function* planRead({ ucid, part, claimNumber, asked }: Of<'read'>): Plan {
  const named = yield* read(ucid);
  if (!named) return unreadable(ucid);
  const document = yield* inForceOf(named, asked);
  const citing = yield* citingOf(document.ucid, asked);
  const instead = document === named ? undefined : named.ucid;
  return partAnswer(document, { part, claimNumber, asked, citing, instead });
}

/** Kind codes of granted patents. */
const granted = /-[BCE]\d?$/;

/** An application is not in force: the patent that was granted on it is, of the same office if there is one. */
function* inForceOf(document: PatentDocument, asked: readonly Fact[] = []): Plan<PatentDocument> {
  if (!asked.includes('status') || granted.test(document.ucid) || document.grant_date)
    return document;
  const office = document.ucid.slice(0, 3);
  const grants = (document.family ?? [])
    .map(({ ucid }) => ucid)
    .filter((ucid) => granted.test(ucid) && ucid.startsWith(office))
    .toSorted();
  const grant = grants[0] && (yield* read(grants[0]));
  return grant || document;
}

/** Who cites a document, where that is asked. */
function* citingOf(ucid: string, asked: readonly Fact[] = []): Plan<CitationsOutput | undefined> {
  return asked.includes('cited by') ? yield* citations({ ucid, direction: 'cited_by' }) : undefined;
}

/** Reads a document and chooses sentences that say what it is about. */
export function* planSummary(intent: Of<'summary'>): Plan {
  const document = yield* read(intent.ucid);
  return document ? summaryAnswer(document, intent) : unreadable(intent.ucid);
}

/** Reads a document and looks for the places that give a term its meaning. */
export function* planDefinition({ ucid, term }: Of<'define'>): Plan {
  const document = yield* read(ucid);
  return document ? definitionAnswer(document, term) : unreadable(ucid);
}

/** Reads several documents and shows their records. */
export function* planRecords({ ucids, asked, isSorted, having }: Of<'records'>): Plan {
  const documents: PatentDocument[] = [];
  const missing: string[] = [];
  const citing = new Map<string, CitationsOutput>();
  const most = asked.includes('cited by') ? maxCitedRecords : maxRecords;
  for (const ucid of ucids.slice(0, most)) {
    const named = yield* read(ucid);
    const document = named && (ucids.length <= maxGrants ? yield* inForceOf(named, asked) : named);
    if (document) documents.push(document);
    else missing.push(ucid);
    const found = document && (yield* citingOf(document.ucid, asked));
    if (found) citing.set(found.ucid, found);
  }
  return recordsAnswer({
    documents,
    missing,
    asked,
    isSorted,
    having,
    unread: ucids.slice(most),
    citing,
  });
}

/** Reads a document and looks for what answers a question. */
export function* planQuestion({ ucid, question }: Of<'question'>): Plan {
  const document = yield* read(ucid);
  return document ? questionAnswer(document, question) : unreadable(ucid);
}

/** Looks for passages that answer a question in several documents, with one call that compares them all. */
export function* planQuestionToAll(
  { ucids, question }: Of<'question-all'>,
  { known }: Context,
): Plan {
  const ranked = yield* rerank({
    ucid: null,
    claim_text: question,
    candidates: ucids.slice(0, limits.toolMaxDocuments),
  });
  return listQuestionAnswer(question, ucids, ranked, known);
}
