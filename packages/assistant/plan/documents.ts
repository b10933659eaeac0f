import { limits } from '#shared/limits.ts';
import { partAnswer, questionAnswer, unreadable } from '../compose/document-answer.ts';
import { listQuestionAnswer } from '../compose/list-answer.ts';
import { type Plan, read, rerank } from '../tool-calls.ts';
import type { Context } from '../understand/context.ts';
import type { Intent } from '../understand/intent.ts';

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/** Reads a document and shows a part of it. */
export function* planRead({ ucid, part, claimNumber }: Of<'read'>): Plan {
  const document = yield* read(ucid);
  return document ? partAnswer(document, part, claimNumber) : unreadable(ucid);
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
