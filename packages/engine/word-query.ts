import {
  MAX_BEGINNING,
  MAX_BEGINNING_IN_PHRASE,
  MAX_PHRASE_WORDS,
  MAX_WITHIN,
  refuse,
  type WordCondition,
} from './conditions.ts';
import { QueryError } from './errors.ts';
import { type IndexSchema, searchedColumns } from './schema.ts';
import { exactWords } from './text/exact-words.ts';

/** A word of a phrase. */
export interface PhraseWord {
  readonly word: string;
  /** Whether it stands for all words that begin with it. */
  readonly isBeginning: boolean;
}

/** A condition on words whose parts are checked. */
export interface CheckedWords {
  /** One phrase, or two that stand near each other. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  readonly within: number;
  /** Places among the searched columns. */
  readonly fields: readonly number[];
}

/**
 * Checks a condition on words.
 * @throws QueryError `bad_filter`, `unknown_column`
 */
export function checkWords(schema: IndexSchema, condition: WordCondition): CheckedWords {
  const searched = searchedColumns(schema).map(({ name }) => name);
  const fields = (condition.columns ?? searched).map((name) => {
    const field = searched.indexOf(name);
    if (field >= 0) return field;
    if (!schema.columns.some((column) => column.name === name && column.role !== 'ignore')) {
      throw new QueryError('unknown_column', `The index has no column "${name}".`);
    }
    throw refuse(
      `The column "${name}" is not searched for words. These are: ${searched.join(', ')}.`,
    );
  });
  const isNear = 'near' in condition;
  const within = isNear ? condition.within : 0;
  if (!Number.isInteger(within) || within < 0 || within > MAX_WITHIN) {
    throw refuse(`"within" is a whole number from 0 to ${MAX_WITHIN}.`);
  }
  const phrases = (isNear ? condition.near : [condition.phrase]).map((phrase) => {
    const words = exactWords(phrase);
    if (words.length === 0) throw refuse(`"${phrase}" has no words.`);
    if (words.length > MAX_PHRASE_WORDS) {
      throw refuse(`A phrase has at most ${MAX_PHRASE_WORDS} words.`);
    }
    return words;
  });
  return { phrases, within, fields };
}

/** Words that a beginning may stand for in a condition. */
export const mostWordsOf = ({ phrases }: CheckedWords): number =>
  phrases.length === 1 && phrases[0]!.length === 1 ? MAX_BEGINNING : MAX_BEGINNING_IN_PHRASE;

export const tooManyWords = (word: string, most: number) =>
  refuse(`More than ${most} words begin with "${word}". Write more of the word.`);

export const withoutWords = () =>
  refuse('This index cannot be searched for phrases. Build it again, then it can.');

export const tooCommonWords = () =>
  refuse(
    'The words of these conditions stand in too many places to be looked up in one search. Use rarer or fewer words.',
  );
