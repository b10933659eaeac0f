import { applicationKey } from './patent-links.ts';
import { plainNumberOf } from './ucid.ts';

/** Two digits of a series and six of a serial number. Only the office of the US writes them with a slash. */
const american = /^(?:US[\s-]*)?(\d{2}\/\d{3}[,\s]?\d{3})$/;
/** Two digits of a year and six of a number. Publications have no check digit behind a dot. */
const european = /^EP[\s-]*(\d{2}[\s.]?\d{3}[\s.]?\d{3}\.\d)$/;
const international = /^(?:WO[\s-]*)?PCT[\s/-]*([A-Z]{2})[\s-]*(\d{4}|\d{2})[\s/-]+(\d{5,6})$/;
/** The first year of international applications. */
const firstYear = 1978;
/** No application number is longer, with the words around it. */
const maxLength = 60;
/** Each is looked up. */
const mostListed = 20;

/**
 * The keys by which links (`applicationKey`) may name the application of a number as it is printed: `US 12/345,678`, `12/345,678`,
 * `EP 99 123 456.7`, `PCT/US2001/012345`. Sources write international ones in several forms. Undefined for any other text, such as the number of a
 * publication.
 */
export function applicationKeysOf(text: string): string[] | undefined {
  if (text.length > maxLength) return undefined;
  const plain = plainNumberOf(text);
  const [, serial] = american.exec(plain) ?? [];
  if (serial) return [applicationKey(`US-${serial}`)!];
  const [, digits] = european.exec(plain) ?? [];
  if (digits) return [applicationKey(`EP-${digits.replaceAll(/\s/g, '')}`)!];
  const [, country, year = '', number = ''] = international.exec(plain) ?? [];
  if (!country) return undefined;
  const years = [inFull(year), inFull(year).slice(2)];
  const numbers = new Set([number.padStart(6, '0'), number.replace(/^0(?=\d{5}$)/, '')]);
  return years.flatMap((one) =>
    Array.from(numbers).flatMap((other) => [
      `WO-${one}${country}${other}`,
      `WO-PCT${country}${one}${other}`,
    ]),
  );
}

function inFull(year: string): string {
  if (year.length === 4) return year;
  return Number(`19${year}`) < firstYear ? `20${year}` : `19${year}`;
}

/** The applications of a text that has the numbers of at most 20 of them and nothing else. Undefined for other texts. */
export function listedApplications(text: string): string[] | undefined {
  const parts = text
    .split(/[;\n]+|,\s+(?=[A-Za-z\d]{2})/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > mostListed) return undefined;
  return parts.every((part) => applicationKeysOf(part)) ? parts : undefined;
}
