import { limits } from './limits.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/** Words or phrases that are searched as others, too. */
export interface SynonymEntry {
  /** Each is searched as all others, too; with `means`, only as what that lists. */
  words: string[];
  means?: string[];
}

const wordsOf = (side: string) => side.split('=').map((phrase) => phrase.trim());

/** Reads a line: `car = automobile = auto` goes both ways, `ipad => tablet` one way. Both sides may have several, with `=` between. */
function readLine(line: string): SynonymEntry {
  const at = line.indexOf('=>');
  if (at < 0) return { words: wordsOf(line) };
  return { words: wordsOf(line.slice(0, at)), means: wordsOf(line.slice(at + 2)) };
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

function problemOf({ words, means = [] }: SynonymEntry): string | undefined {
  const phrases = [...words, ...means];
  const { synonymPhrasesMax, synonymMaxLength, synonymWordsMax } = limits;
  if (phrases.length < 2) return 'needs "=" or "=>" between two words';
  if (phrases.length > synonymPhrasesMax)
    return `has more than ${synonymPhrasesMax} words or phrases`;
  const long = phrases.find((phrase) => phrase.length > synonymMaxLength);
  if (long !== undefined) {
    return `has a word or phrase of more than ${synonymMaxLength} characters`;
  }
  for (const phrase of phrases) {
    const count = phrase.match(wordPattern)?.length ?? 0;
    if (phrase.includes('>') || count === 0) return 'has a side without a word';
    if (count > synonymWordsMax) {
      return `has a phrase of more than ${synonymWordsMax} words: "${phrase}"`;
    }
  }
  return undefined;
}

/** Why lines are no list of synonyms, with the number and the text of the line; undefined if they are one. */
export function synonymsProblem(lines: readonly string[]): string | undefined {
  if (lines.length > limits.synonymsMax) {
    return `An index has at most ${limits.synonymsMax} lines of synonyms.`;
  }
  if (utf8Bytes(lines.join('')) > limits.synonymsMaxBytes) {
    return `The synonyms of an index have at most ${limits.synonymsMaxBytes} bytes.`;
  }
  for (const [i, line] of lines.entries()) {
    const problem = problemOf(readLine(line));
    if (problem) return `Line ${i + 1}, "${line.slice(0, 60)}", ${problem}.`;
  }
  return undefined;
}

/** The entries of lines without a problem. */
export const readSynonyms = (lines: readonly string[]): SynonymEntry[] => lines.map(readLine);
