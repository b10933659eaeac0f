import type { IndexQuality } from '#shared/contract/indexes.ts';
import { formatCount } from '#web/lib/format.ts';

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** "English"; nothing where the language is not known. */
export function languageName(code: string): string | undefined {
  return code === 'und' ? undefined : languages.of(code);
}

/** A share between 0 and 1 as "99.1 %". */
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** "8 seconds", "12 minutes". */
export function buildTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 120 ? formatCount(whole, 'second') : formatCount(Math.round(whole / 60), 'minute');
}

/** With fewer documents a mean says little; the engine draws no conclusions from fewer either. */
const fewestDocuments = 40;

/** Which way of searching found most in the test, and whether the test had enough documents. */
export function describeTest(quality: IndexQuality): string {
  const { half_documents, lexical_ndcg, concept_ndcg, mixed_ndcg } = quality;
  const best = Math.max(lexical_ndcg, concept_ndcg, mixed_ndcg);
  const winner = lexical_ndcg === best ? 'the words' : 'the meaning';
  const finding =
    mixed_ndcg === best
      ? 'Words and meaning together found most.'
      : `In this test ${winner} alone found most.`;
  return half_documents < fewestDocuments
    ? `${finding} So few texts make this a rough figure.`
    : finding;
}
