import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { partText } from '#shared/part-text.ts';
import type { NewMark } from '#shared/report/marks.ts';
import type { ReportPassage } from '#shared/report/report.ts';
import { whereOf } from './chart-references.ts';
import { openPatents } from './find-patent.ts';
import { hashText } from './hash-text.ts';

/**
 * The exact passage that a person has selected. Throws `InvalidRequest` if the document has no such
 * passage, or if it is empty, too long, or begins or ends within a character.
 */
export async function pickPassage(
  ucid: string,
  place: NonNullable<NewMark['passage']>,
): Promise<ReportPassage> {
  const document = await (await openPatents())(ucid);
  const text = document && partText(document, place);
  const { start, end } = place;
  const quote = text?.slice(start, end) ?? '';
  const isThere = quote.length === end - start && quote.trim() !== '' && quote.isWellFormed();
  if (!document || !isThere || quote.length > limits.reportQuoteMaxLength) {
    throw new ProductError('InvalidRequest', `${ucid} has no such passage to quote.`);
  }
  return { ...place, quote, hash: hashText(quote), where: whereOf(document, place) };
}
