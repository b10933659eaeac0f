import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import type { Aspect, Intent } from '../understand/intent.ts';
import { firstQuote, sentencesOf } from './best-quote.ts';
import {
  advantageSigns,
  chooseSentences,
  problemSigns,
  type Signs,
  solutionSigns,
} from './choose-sentences.ts';
import { inMarks, plain, type Quote, Sources, unsourced } from './sources.ts';

type SummaryIntent = Extract<Intent, { kind: 'summary' }>;

const maxElements = 10;
const names: Record<Aspect, string> = {
  problem: 'Problem',
  solution: 'Solution',
  advantages: 'Advantages',
};
const signs: Record<Aspect, Signs> = {
  problem: problemSigns,
  solution: solutionSigns,
  advantages: advantageSigns,
};
/** Sentences of each part, and of a part that was asked for by itself. */
const most: Record<Aspect, number> = { problem: 2, solution: 2, advantages: 3 };
const mostAlone = 5;

const inOwnWords =
  'I cannot put it in plain words of my own: that takes a language model or a person. I can choose sentences of the patent.';

/** What a patent is about, in sentences of its own: problem, solution, independent claim in parts, advantages. */
export function summaryAnswer(
  document: PatentDocument,
  { aspect, isPlain }: SummaryIntent,
): string {
  const sources = new Sources();
  const line = (name: string, quotes: readonly Quote[]) =>
    quotes.length > 0
      ? `- **${name}**: ${quotes.map((quote) => `${inMarks(quote)} ${sources.cite(document.ucid, quote)}`).join(' ')}`
      : `- **${name}**: its text has no sentence that I recognise as one.`;
  const part = (one: Aspect) =>
    line(names[one], sentencesFor(document, one, aspect ? mostAlone : most[one]));
  const lines = aspect
    ? [part(aspect)]
    : [part('problem'), part('solution'), claimLine(document, sources), part('advantages')];
  const said = lines.filter((text) => text !== undefined);
  if (!said.some((text) => /\[\d+\]/.test(text)))
    return unsourced(
      `**${plain(document.title)}** (${document.ucid}) has no text here that could be summarized.`,
    );
  return sources.close([
    isPlain ? inOwnWords : undefined,
    `**${plain(document.title)}** (${document.ucid}), in sentences of its own:`,
    said.join('\n'),
  ]);
}

function sentencesFor(document: PatentDocument, aspect: Aspect, count: number): Quote[] {
  const chosen = chooseSentences(document, signs[aspect], count);
  if (aspect !== 'solution') return chosen;
  // The abstract says what the invention is. Without one, the description does.
  const [abstract] = sentencesOf(document.abstract);
  const first: Quote | undefined = abstract
    ? { text: abstract, place: { part: 'abstract', number: null } }
    : undefined;
  return [first, ...chosen].filter((quote) => quote !== undefined).slice(0, count);
}

/** The first independent claim, element by element. */
function claimLine(document: PatentDocument, sources: Sources): string | undefined {
  const claim = document.claims.find(({ dependsOn }) => dependsOn.length === 0);
  if (!claim) return undefined;
  const { elements } = claimElements(claim.text, claim.number, { most: maxElements });
  const quotes = elements.flatMap(({ label, text }) => {
    const quote = firstQuote([{ part: 'claim', number: claim.number, text }]);
    return quote
      ? [`  - ${plain(label)}: ${inMarks(quote)} ${sources.cite(document.ucid, quote)}`]
      : [];
  });
  return quotes.length > 0
    ? [`- **Claim ${claim.number} in parts**:`, ...quotes].join('\n')
    : undefined;
}
