import type { PatentDocument } from '#shared/patent-document.ts';
import { comparisonAnswer, whyNotAnswer } from '../compose/comparison.ts';
import { unreadable } from '../compose/document-answer.ts';
import { type Plan, read, rerank } from '../tool-calls.ts';
import type { Context } from '../understand/context.ts';
import type { Intent } from '../understand/intent.ts';

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/** Reads each document, then looks for the elements of the first one's claim in the others. */
export function* planComparison({ ucids }: Of<'compare'>): Plan {
  const documents: PatentDocument[] = [];
  for (const ucid of ucids) {
    const document = yield* read(ucid);
    if (!document) return unreadable(ucid);
    documents.push(document);
  }
  const [first, ...others] = documents;
  const candidates = others.map(({ ucid }) => ucid);
  const ranked = yield* rerank({ ucid: first!.ucid, claim_text: null, candidates });
  // Three are compared with the first one's claim only: more calls would exceed those of a run.
  const reverse =
    others.length === 1
      ? yield* rerank({ ucid: others[0]!.ucid, claim_text: null, candidates: [first!.ucid] })
      : undefined;
  return comparisonAnswer(documents, ranked, reverse);
}

/** Compares a document with the first of the list by the last query, or names the filters that it fails. */
export function* planWhyNot({ ucid }: Of<'why-not'>, context: Context): Plan {
  const document = yield* read(ucid);
  if (!document) return unreadable(ucid);
  const best = context.documents.find((one) => one !== ucid);
  const query = context.search?.query;
  const ranked =
    query && best
      ? yield* rerank({ ucid: null, claim_text: query, candidates: [best, document.ucid] })
      : undefined;
  return whyNotAnswer(document, best, ranked, context);
}
