import { stemSet } from '../terms.ts';
import type { Token } from './tokens.ts';

const sentenceEnd = /^[.?!\n]$/;

/**
 * What a message wants to find: the words that belong to no filter and no document, without those that only make the
 * request and sentences that say nothing.
 * @param tokens those left of the message
 */
export function subjectOf(message: string, tokens: readonly Token[]): string {
  const kept = sentences(message, tokens).filter((sentence) => stemsOf(sentence).size > 0);
  const [first = [], ...more] = kept;
  return [withoutFrame(first), ...more]
    .map((sentence) => textOf(message, sentence))
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:,.;–-]+/, '')
    .replace(/[\s,;.?!:]+$/, '')
    .trim();
}

const stemsOf = (tokens: readonly Token[]) => stemSet(tokens.map(({ text }) => text).join(' '));

function sentences(message: string, tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const between = before ? message.slice(before.end, token.start) : '';
    if (between.includes('\n')) found.push([]);
    if (sentenceEnd.test(token.text)) {
      found.at(-1)!.push(token);
      found.push([]);
    } else found.at(-1)!.push(token);
  }
  return found;
}

/** Without the words at the beginning that make a request of it, and what they leave at the end. */
function withoutFrame(tokens: readonly Token[]): Token[] {
  const has = (token: Token | undefined, ...classes: string[]) =>
    token !== undefined && classes.some((one) => token.classes.has(one));
  let from = 0;
  while (
    has(tokens[from], 'FRAME', 'MARK') ||
    (has(tokens[from], 'NUMBER') && has(tokens[from + 1], 'PATENT', 'NOUN'))
  )
    from += 1;
  // "Does it use a spring?"
  if (has(tokens[from - 1], 'VERB') && /^an?$/.test(tokens[from]?.lower ?? '')) from += 1;
  let to = tokens.length;
  // "Who is where" says something.
  const ends = (token: Token | undefined) =>
    has(token, 'MARK', 'POLITE', 'FILLER', 'AND', 'BY', 'ONLY', 'STOP') && token!.lower !== 'where';
  while (to > from && ends(tokens[to - 1])) to -= 1;
  return tokens.slice(from, to);
}

/** The tokens as the message has them, with a space where something was taken out. */
function textOf(message: string, tokens: readonly Token[]): string {
  let text = '';
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const between = before ? message.slice(before.end, token.start) : '';
    text += (/^\s*$/.test(between) ? between : ' ') + token.text;
  }
  return text.replace(/\s+([,.;?!])/g, '$1').replace(/,(?=\s*,)/g, '');
}
