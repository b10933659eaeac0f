import { listedNumbers } from './number-list.ts';

/** Longer texts are claims and abstracts, in which quotes, brackets and minus signs are punctuation. */
const MOST_SHORT = 300;
const IN_CAPITALS = /(?<=^|[\s(])(AND|OR|NOT|NEAR(\/\d{1,3})?)(?=$|[\s(])/;
const FIELD = /(?<=^|[\s(+-])\p{L}[\p{L}\p{N}_]*:(?=[^\s/])/u;
const MARKS = /["“”„«»]|(?<=^|[\s(])[+-](?=[^\s\d)])|[\p{L}\p{N}]\*(?=$|[\s)])/u;

/** Whether a text that somebody typed is meant as a query: it has an operator, a field, or is a list of numbers. */
export function hasOperators(text: string): boolean {
  if (text.length <= MOST_SHORT) {
    return [MARKS, FIELD, IN_CAPITALS].some((one) => one.test(text)) || isNumbers(text);
  }
  // A text in capitals only has no operators.
  return (/\p{Ll}/u.test(text) && IN_CAPITALS.test(text)) || FIELD.test(text) || isNumbers(text);
}

const isNumbers = (text: string) => listedNumbers(text) !== undefined;
