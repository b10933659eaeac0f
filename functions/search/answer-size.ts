import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** A function answers 6 MiB at most, in which the body is a text of JSON. The rest is for headers. */
export const maxAnswerBytes = 6_000_000;

/** A unit of UTF-16 takes at most so many bytes, escaped or not. */
const bytesOfUnit = 3;

/** Bytes of an answer within that of a function; of a short one, at least as many. */
export function answerBytes(answer: unknown): number {
  const text = JSON.stringify(answer);
  const most = bytesOfUnit * text.length;
  return most <= maxAnswerBytes / limits.queriesOfCall
    ? most
    : Buffer.byteLength(JSON.stringify(text));
}

/**
 * Returns the answer if a function can give it. The gateway would answer a larger one with an error that says nothing.
 * @throws ProductError `AnswerTooLarge`
 */
export function requireAnswerable<T>(answer: T): T {
  if (answerBytes(answer) > maxAnswerBytes) throw new ProductError('AnswerTooLarge');
  return answer;
}
