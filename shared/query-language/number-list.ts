import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';
import type { QueryCondition } from './conditions.ts';

/** Fewer digits are as likely a word: `CO2`. */
const FEWEST_DIGITS = 5;

const isNumber = (word: string) =>
  word.replaceAll(/\D/g, '').length >= FEWEST_DIGITS && parsePublicationNumber(word) !== undefined;

/** More digits are two numbers. */
const MOST_DIGITS = 11;

/**
 * Whether a text is one number with spaces or commas in it, as in print: `US 10,123,456 B2`, `EP 1 000 000`. Words can look like one
 * (`in 2020 2021`): it has capitals, commas or a kind code.
 */
function isPrinted(text: string): boolean {
  const [, country, digits, kind] =
    /^(U\.\s?S\.|[A-Za-z]{2})[\s-]*(\d[\d ,./-]*?)[\s-]*([A-Za-z]\d?)?$/.exec(text) ?? [];
  if (!country || !digits || !isNumber(text)) return false;
  if (digits.replaceAll(/\D/g, '').length > MOST_DIGITS) return false;
  return kind !== undefined || digits.includes(',') || country === country.toUpperCase();
}

/**
 * The numbers of a text that has nothing else: `US1234567, EP1000000B1 WO2015123456`, `US 10,123,456 B2; EP 1 000 000`. Undefined
 * for all other texts.
 */
export function listedNumbers(text: string): string[] | undefined {
  const numbers: string[] = [];
  for (const part of text.split(/[;\n]+|,\s*(?=[A-Za-z]{2})/)) {
    if (isPrinted(part.trim())) numbers.push(part.trim());
    else numbers.push(...part.split(/[\s,]+/).filter((word) => word !== ''));
  }
  return numbers.length > 0 && numbers.every(isNumber) ? numbers : undefined;
}

/**
 * Rows with one of some ids. Numbers of publications are read in any spelling, and without a kind code they stand for all
 * publications of the number.
 */
export function idCondition(column: string, values: readonly string[]): QueryCondition {
  const ids: string[] = [];
  const stems: string[] = [];
  for (const value of values) {
    const number = parsePublicationNumber(value);
    if (number && !number.kind && isNumber(value)) stems.push(`${ucidStem(number)}-`);
    // Ids have no spaces within a list.
    else ids.push(...(isNumber(value) ? [toUcid(value) ?? value] : value.split(' ')));
  }
  const conditions: QueryCondition[] = [
    ...(ids.length > 0 ? [{ column, operator: 'in' as const, value: ids }] : []),
    ...stems.map((value) => ({ column, operator: 'begins' as const, value })),
  ];
  return conditions.length === 1 ? conditions[0]! : { or: conditions };
}

/**
 * Rows that cite one of some publications, in any spelling. Offices often cite without kind codes, so a number finds the citations of
 * all publications of it. Undefined if something else than numbers of publications is cited.
 */
export function citesCondition(
  column: string,
  values: readonly string[],
): QueryCondition | undefined {
  if (!values.every(isNumber)) return undefined;
  const cited = values.flatMap((value) => {
    const stem = ucidStem(parsePublicationNumber(value)!);
    return [stem, toUcid(value) ?? stem];
  });
  return { column, operator: 'in', value: [...new Set(cited)] };
}
