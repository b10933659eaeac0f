import type { RerankArguments, RerankOutput } from '#shared/assistant-tools.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import { openPatents } from './find-patent.ts';
import { bestPassages, passagesOf, type RankedPassages, rankPassages } from './passages.ts';
import { readPatent } from './read-patent.ts';

/** Largest number of elements of a charted claim. The last element contains the rest. */
const elementsPerClaim = 12;
/** Share of an element's words, by weight, that a passage must have so that it is shown. */
const elementMinScore = 0.25;

/**
 * Compares a claim with patents, element by element: the best passage for each, and a score by the share of
 * the element's words that it has. Candidates without text here are left out. Throws as `readPatent` does for
 * the patent whose claim is compared, and `InvalidRequest` without one claim to compare.
 */
export async function rerankPatents({
  ucid,
  claim_text,
  candidates,
}: RerankArguments): Promise<RerankOutput> {
  const elements = claim_text ? toElements(claim_text, 1) : await elementsOf(ucid);
  const findPatent = await openPatents();
  const read = await Promise.all([...new Set(candidates)].map(findPatent));
  const found = read.filter((document) => document !== undefined);
  const { weightOf } = rankPassages(found.flatMap(passagesOf));
  const documents = found.map((document) => {
    // Word weights come from all candidates together, not from one.
    const ranked = { ...rankPassages(passagesOf(document)), weightOf };
    return compare(document, elements, ranked);
  });
  return { elements, documents: documents.toSorted((a, b) => b.score - a.score) };
}

type ClaimElement = RerankOutput['elements'][number];

async function elementsOf(ucid: string | null): Promise<ClaimElement[]> {
  if (!ucid) throw new ProductError('InvalidRequest', 'Give either ucid or claim_text.');
  const { claims } = await readPatent(ucid);
  const claim = claims.find(({ dependsOn }) => dependsOn.length === 0);
  if (!claim) throw new ProductError('InvalidRequest', 'This patent has no claims here.');
  return toElements(claim.text, claim.number);
}

const toElements = (text: string, number: number) =>
  claimElements(text, number, { most: elementsPerClaim }).elements.map(
    (element): ClaimElement => ({ label: element.label, text: element.text }),
  );

function compare(
  { ucid, title }: PatentDocument,
  elements: readonly ClaimElement[],
  ranked: RankedPassages,
): RerankOutput['documents'][number] {
  const compared = elements.map(({ label, text }) => {
    const [best] = bestPassages(ranked, text, 1);
    const found = best && best.score >= elementMinScore ? best.passage : null;
    return { label, score: rounded(best?.score ?? 0), passage: found };
  });
  const sum = compared.reduce((total, { score }) => total + score, 0);
  return { ucid, title, score: rounded(sum / (compared.length || 1)), elements: compared };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
