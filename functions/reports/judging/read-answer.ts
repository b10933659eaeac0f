import type { PatentDocument } from '#shared/patent-document.ts';
import { locateQuote } from '#shared/quotes.ts';
import type { ClaimElement, Judgement, ReportPassage } from '#shared/report/report.ts';
import { reportPassage } from '../report-passage.ts';
import { judgeAnswer } from './judge-request.ts';
import { judgeRules } from './judge-rules.ts';

/** Who judged, and when. */
export type Author = Pick<Judgement, 'model' | 'judged_at'>;

/**
 * What a model answered on elements in a reference, by label. Quotes that the reference does not have word for word are
 * dropped. Who says that something is disclosed, and has no quote left, is unsure. What was not asked is left out.
 * @returns undefined if the answer has another form
 */
export function readAnswer(
  text: string,
  elements: readonly ClaimElement[],
  reference: PatentDocument,
  author: Author,
): Map<string, Judgement> | undefined {
  const parsed = judgeAnswer.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const judgements = new Map<string, Judgement>();
  for (const { element: label, verdict, reason, quotes, unsupported } of parsed.data.cells) {
    const element = elements.find((one) => one.label === label);
    if (!element || judgements.has(label)) continue;
    const given = quotes.slice(0, judgeRules.quotes);
    const verified = given.flatMap((quote) => verifiedQuote(reference, quote) ?? []);
    const needsQuote = verdict === 'disclosed' || verdict === 'partly' || given.length > 0;
    judgements.set(label, {
      verdict: needsQuote && verified.length === 0 ? 'unsure' : verdict,
      reason: oneLine(reason).slice(0, judgeRules.reasonLength),
      quotes: distinct(verified),
      unsupported: unsupported.map(oneLine).filter((words) => isIn(element, words)),
      dropped: given.length - verified.length,
      ...author,
    });
  }
  return judgements;
}

/** A quote as the document has it; undefined if it does not have it word for word. */
function verifiedQuote(document: PatentDocument, given: string): ReportPassage | undefined {
  const { status, quote, place } = locateQuote(document, given.slice(0, judgeRules.quoteLength));
  if (status !== 'verified' || !place) return undefined;
  return reportPassage(document, place, quote);
}

const distinct = (passages: readonly ReportPassage[]) =>
  passages.filter(
    ({ hash }, index) => passages.findIndex((other) => other.hash === hash) === index,
  );

/** Words that are the element's: others would be the model's own. */
const isIn = ({ text }: ClaimElement, words: string) =>
  words !== '' && oneLine(text).toLowerCase().includes(words.toLowerCase());

/** Without line breaks and control characters, which could look like another part of the report. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
