import { noSearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type ChartedClaim, chartAnswer } from '../compose/chart-answer.ts';
import { unreadable } from '../compose/document-answer.ts';
import { hasText, isSameInvention } from '../compose/rank-found.ts';
import { unsourced } from '../compose/sources.ts';
import { type Plan, read, rerank, search } from '../tool-calls.ts';
import type { Intent } from '../understand/intent.ts';

type ChartIntent = Extract<Intent, { kind: 'chart' }>;

/** Claims are long: the first terms find candidates, and the elements are compared with the whole claim. */
const queryLength = 2000;
const maxCandidates = 10;

/**
 * Charts a claim against earlier documents: reads the claimed patent, searches before its date, and finds a passage
 * for each element.
 */
export function* planChart(intent: ChartIntent): Plan {
  const claim = yield* findClaim(intent);
  if (typeof claim === 'string') return claim;
  const { target, date } = claim;
  const filters = {
    ...noSearchFilters,
    ...intent.filters,
    priority_before: earlier(intent.filters.priority_before, date),
  };
  if (intent.against.length > 0) {
    const ranked = yield* rerankWith(claim, intent.against);
    const { notes, against } = intent;
    return chartAnswer({
      claim,
      filters,
      notes,
      found: undefined,
      against,
      candidates: [],
      ranked,
    });
  }
  const query = [target?.title, claim.text].filter(Boolean).join('. ').slice(0, queryLength);
  const found = yield* search({ query, filters, limit: limits.toolMaxDocuments });
  const candidates = (found?.documents ?? [])
    .filter(
      (one, position, all) => all.findIndex((other) => isSameInvention(one, other)) === position,
    )
    .filter((document) => document.ucid !== target?.ucid && hasText(document))
    .slice(0, maxCandidates);
  const ranked =
    candidates.length > 0
      ? yield* rerankWith(
          claim,
          candidates.map(({ ucid }) => ucid),
        )
      : undefined;
  return chartAnswer({
    claim,
    filters,
    notes: intent.notes,
    found,
    against: [],
    candidates,
    ranked,
  });
}

const rerankWith = ({ isFirst, target, text }: ChartedClaim, candidates: string[]) =>
  rerank({
    ucid: isFirst ? target!.ucid : null,
    claim_text: isFirst ? null : text.slice(0, limits.claimMaxLength),
    candidates,
  });

/** The claim to chart, or the answer that says why there is none. */
function* findClaim({ target, claimNumber, claimText }: ChartIntent): Plan<ChartedClaim | string> {
  if (!target) return { text: claimText!, isFirst: false };
  const document = yield* read(target);
  if (!document) return unreadable(target);
  const first = document.claims.find(({ dependsOn }) => dependsOn.length === 0);
  const claim = claimNumber
    ? document.claims.find(({ number }) => number === claimNumber)
    : (first ?? document.claims[0]);
  if (!claim)
    return unsourced(
      document.claims.length === 0
        ? `${document.ucid} has no claims here, so there is nothing to chart.`
        : `${document.ucid} has no claim ${claimNumber}; it has ${document.claims.length}.`,
    );
  return {
    text: withParents(document, claim.number),
    number: claim.number,
    isFirst: claim.number === first?.number,
    target: document,
    date: document.priority_date ?? document.filing_date ?? document.publication_date,
  };
}

/** A dependent claim has the elements of those that it depends on. */
function withParents({ claims }: PatentDocument, number: number): string {
  const texts: string[] = [];
  for (let at: number | undefined = number; at !== undefined; ) {
    const claim = claims.find((one) => one.number === at);
    if (!claim) break;
    texts.unshift(claim.text);
    // A claim depends on earlier ones only; otherwise this would not end.
    at = claim.dependsOn.find((parent) => parent < claim.number);
  }
  return texts.join('\n');
}

const earlier = (one: string | null, other: string | undefined): string | null => {
  if (!one || !other) return one ?? other ?? null;
  return one < other ? one : other;
};
