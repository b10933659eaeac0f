import type { RerankOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import { stemSet, weigh } from '../terms.ts';
import { bestQuotes, firstQuote, type Passage } from './best-quote.ts';
import { elementTable } from './chart.ts';
import { inMarks, plain, Sources, shorten } from './sources.ts';

export interface AddedMatter {
  document: PatentDocument;
  claim: PatentDocument['claims'][number] | undefined;
  claimNumber: number | undefined;
  /** The application that was published before, if it is here. */
  filed: string | undefined;
  /** The claim in that application. */
  ranked: RerankOutput | undefined;
}

const forAPerson =
  'Whether matter was added to the application as filed is a legal judgement, for which you need a patent attorney.';
const maxElements = 10;
const maxElementLength = 160;
/** Share and number of an element's words that a sentence of the description must have. */
const minShared = 0.5;
const minTerms = 2;

/** Where the elements of a claim stand in the application as it was published; else in the description of the patent itself. */
export function addedMatterAnswer({
  document,
  claim,
  claimNumber,
  filed,
  ranked,
}: AddedMatter): string {
  const sources = new Sources();
  const name = `**${plain(document.title)}** (${document.ucid})`;
  if (!claim)
    return sources.close([
      forAPerson,
      `${name} has no claim ${claimNumber ?? ''} here, so I have nothing to look for.`,
    ]);
  const first = firstQuote([{ part: 'claim', number: claim.number, text: claim.text }]);
  const mark = first ? ` ${sources.cite(document.ucid, first)}` : '';
  const opening = `${forAPerson} What I can show is where the parts of claim ${claim.number} of ${name}${mark} stand`;
  if (filed && ranked && ranked.documents.length > 0)
    return sources.close([
      `${opening} in ${plain(filed)}, the application as it was published:`,
      elementTable(ranked, sources),
      '“Not found” means that no passage there has enough of the words, not that the matter was added.',
    ]);
  return sources.close([
    `${opening} in its own description. The application as it was filed or published is not held here, so I cannot compare with it.`,
    inDescription(document, claim, sources),
    'The description of a granted patent may differ from the one that was filed.',
  ]);
}

function inDescription(
  { ucid, paragraphs }: PatentDocument,
  claim: PatentDocument['claims'][number],
  sources: Sources,
): string {
  const passages = paragraphs.map(
    ({ number, text }): Passage => ({ part: 'paragraph', number, text }),
  );
  const { elements } = claimElements(claim.text, claim.number, { most: maxElements });
  const rows = elements.map(({ label, text }) => {
    const weights = weigh(stemSet(text), []);
    const [best] = bestQuotes(passages, weights);
    const least = Math.max(weights.size * minShared, Math.min(minTerms, weights.size));
    const said =
      best && best.terms.size >= least
        ? `${inMarks(best)} ${sources.cite(ucid, best)}`
        : 'not found in these words';
    return `| ${plain(label)}: ${shorten(plain(text), maxElementLength)} | ${said} |`;
  });
  return ['| Element | Description |', '| --- | --- |', ...rows].join('\n');
}
