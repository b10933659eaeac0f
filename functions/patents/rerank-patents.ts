import type { RerankArguments, RerankOutput } from '#shared/assistant-tools.ts';
import { withoutClaimReferences } from '#shared/claim-references.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import { groupsOf, sharedClasses, symbolsOf } from './class-agreement.ts';
import { openPatents } from './find-patent.ts';
import { findPassages, type ReadDocument, readDocument, wantedOf } from './match-element.ts';
import { gradeOf, scoreOf } from './match-grade.ts';
import type { RarityOf } from './match-words.ts';
import type { PatentSource } from './patent-source.ts';
import { readPatent } from './read-patent.ts';

type Texts = Pick<PatentSource, 'openPatents' | 'readPatent'>;

/** Largest number of elements of a charted claim. The last element contains the rest. */
const elementsPerClaim = 12;
/** Passages of a document for the claim as a whole. */
const passagesOfClaim = 8;

/**
 * Compares a claim with patents, element by element: the passage that comes nearest to each, and a score by the share of the
 * element that it has, which may be small; and the passages that are nearest to the claim as a whole. Candidates without text here are
 * left out. Throws as `readPatent` does for the patent whose claim is compared, and `InvalidRequest` without one claim
 * to compare.
 */
export async function rerankPatents(
  { ucid, claim: number, claim_text, candidates }: RerankArguments,
  source: Texts = { openPatents, readPatent },
): Promise<RerankOutput> {
  const { claim, groups } = claim_text
    ? { claim: { number: 1, text: claim_text }, groups: [] }
    : await claimOf(ucid, number, source);
  const elements = soughtElements(claim);
  const findPatent = await source.openPatents();
  const read = await Promise.all([...new Set(candidates)].map(findPatent));
  const found = read
    .filter((document) => document !== undefined)
    .map((document) => ({ document, read: readDocument(document) }));
  // Word weights come from all candidates together, not from one.
  const rarityOf = rarityAmong(found.map((one) => one.read));
  const documents = found.map((one) => compare(one, { elements, groups }, rarityOf));
  return { elements, documents: documents.toSorted((a, b) => b.score - a.score) };
}

/** The elements of a claim; of a dependent one without its preamble, which only names the other claim. */
function soughtElements({ number, text }: Claim): RerankOutput['elements'] {
  const { elements } = claimElements(text, number, { most: elementsPerClaim });
  const own = elements.filter(
    (element) =>
      element.role === 'limitation' || withoutClaimReferences(element.text) === element.text,
  );
  return (own.length > 0 ? own : elements).map((element) => ({
    label: element.label,
    text: element.text,
  }));
}

type Claim = Pick<PatentDocument['claims'][number], 'number' | 'text'>;

async function claimOf(
  ucid: string | null,
  number: number | null | undefined,
  { readPatent: read }: Texts,
): Promise<{ claim: Claim; groups: string[] }> {
  if (!ucid) throw new ProductError('InvalidRequest', 'Give either ucid or claim_text.');
  const document = await read(ucid);
  const { claims } = document;
  const claim = claims.find((one) => (number ? one.number === number : one.dependsOn.length === 0));
  const missing = number ? `claim ${number}` : 'claims';
  if (!claim) throw new ProductError('InvalidRequest', `This patent has no ${missing} here.`);
  return { claim, groups: groupsOf(symbolsOf(document)) };
}

/** How rare terms are among the passages of documents. */
export function rarityAmong(documents: readonly ReadDocument[]): RarityOf {
  const passages = documents.reduce((sum, one) => sum + one.passages.length, 0);
  return (term) => {
    const having = documents.reduce((sum, { places }) => sum + (places.get(term)?.length ?? 0), 0);
    return Math.log(1 + passages / (1 + having));
  };
}

function compare(
  { document, read }: { document: PatentDocument; read: ReadDocument },
  { elements, groups }: Pick<RerankOutput, 'elements'> & { groups: readonly string[] },
  rarityOf: RarityOf,
): RerankOutput['documents'][number] {
  const { ucid, title } = document;
  // As in reports, the same words must say more where no class speaks for the document, or none is known.
  const classes = sharedClasses(groups, groupsOf(symbolsOf(document)));
  const whole = withoutClaimReferences(elements.map(({ text }) => text).join(' '));
  const compared = elements.map(({ label, text }) => {
    // The rest of the claim helps to choose between passages.
    const wanted = wantedOf(withoutClaimReferences(text), whole, rarityOf);
    const [best] = findPassages(read, wanted, 1);
    const { match = 0, share = 0, headShare = 0 } = best ?? {};
    const grade = gradeOf(scoreOf(match, wanted.weight), { share, headShare }, classes);
    return { label, score: rounded(match), grade, passage: best?.passage ?? null };
  });
  const sum = compared.reduce((total, { score }) => total + score, 0);
  const passages = findPassages(read, wantedOf(whole, '', rarityOf), passagesOfClaim);
  return {
    ucid,
    title,
    score: rounded(sum / (compared.length || 1)),
    elements: compared,
    passages: passages.map(({ passage, match }) => ({ ...passage, score: rounded(match) })),
  };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
