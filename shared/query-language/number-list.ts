import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';
import type { QueryCondition } from './conditions.ts';

/** Fewer digits are as likely a word: `CO2`. */
const FEWEST_DIGITS = 5;

const isNumber = (word: string) =>
  word.replaceAll(/\D/g, '').length >= FEWEST_DIGITS && parsePublicationNumber(word) !== undefined;

/** The numbers of a text that has nothing else: `US1234567, EP1000000B1 WO2015123456`. Undefined for all other texts. */
export function listedNumbers(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length > 0 && words.every(isNumber) ? words : undefined;
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
