import { limits } from '#shared/limits.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { definitionAnswer } from '../compose/definition-answer.ts';
import { partAnswer, questionAnswer, unreadable } from '../compose/document-answer.ts';
import { listQuestionAnswer } from '../compose/list-answer.ts';
import { recordsAnswer } from '../compose/record-answer.ts';
import { summaryAnswer } from '../compose/summary-answer.ts';
import { type Plan, read, rerank } from '../tool-calls.ts';
import { maxRecords } from '../understand/about-documents.ts';
import type { Context } from '../understand/context.ts';
import type { Intent } from '../understand/intent.ts';

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/** Reads a document and shows a part of it. */
export function* planRead({ ucid, part, claimNumber, asked }: Of<'read'>): Plan {
  const document = yield* read(ucid);
  return document ? partAnswer(document, part, claimNumber, asked) : unreadable(ucid);
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
export function* planRecords({ ucids, asked, isSorted }: Of<'records'>): Plan {
  const documents: PatentDocument[] = [];
  const missing: string[] = [];
  for (const ucid of ucids.slice(0, maxRecords)) {
    const document = yield* read(ucid);
    if (document) documents.push(document);
    else missing.push(ucid);
  }
  return recordsAnswer(documents, missing, asked, isSorted, ucids.slice(maxRecords));
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
