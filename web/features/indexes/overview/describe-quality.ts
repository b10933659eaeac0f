import type { IndexQuality } from '#shared/contract/indexes.ts';
import { formatCount } from '#web/lib/format.ts';
import { languageName } from '#web/lib/language-name.ts';

const list = new Intl.ListFormat('en');

/** " Languages: English and German."; empty if none is known. */
export function namesOfLanguages(codes: readonly string[]): string {
  const names = codes.filter((code) => code !== 'und').map(languageName);
  if (names.length === 0) return '';
  return ` ${names.length > 1 ? 'Languages' : 'Language'}: ${list.format(names)}.`;
}

/** A share between 0 and 1 as "99.1 %". */
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** "8 seconds", "12 minutes". */
export function buildTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 120 ? formatCount(whole, 'second') : formatCount(Math.round(whole / 60), 'minute');
}

/**
 * Half the width of the 95 % confidence interval of a mean over so many documents, at most: nDCG is between 0 and 1,
 * so its standard deviation is 0.5 or less (Popoviciu), and the mean is off by no more than 1.96 · 0.5 / √n.
 */
export const marginOf = (documents: number) => (1.96 * 0.5) / Math.sqrt(documents);

/** Means with a larger margin of error say nothing about a search. */
const widestMargin = 0.1;

/** Whether enough documents were halved to compare ways of searching: 97 or more. */
export const isMeasured = ({ half_documents }: IndexQuality) =>
  half_documents > 0 && marginOf(half_documents) <= widestMargin;

/** Which way of searching found most in the test. */
export function describeTest(quality: IndexQuality): string {
  const { lexical_ndcg, concept_ndcg, mixed_ndcg } = quality;
  const best = Math.max(lexical_ndcg, concept_ndcg, mixed_ndcg);
  const winner = lexical_ndcg === best ? 'the words' : 'the meaning';
  return mixed_ndcg === best
    ? 'Words and meaning together found most.'
    : `In this test ${winner} alone found most.`;
}
