/**
 * Publication numbers of patents. The one spelling that the product stores and compares is the UCID:
 * country, number and kind code, as in `US-10123456-B2` or `US-20150123456-A1`.
 */
export interface PublicationNumber {
  /** Two letters (WIPO ST.3): `US`, `EP`, `WO`. */
  country: string;
  /** Digits without leading zeros (but for WO), after the letters of special kinds: `10123456`, `D812345`, `RE45678`. */
  number: string;
  /** Absent if the text has none. */
  kind?: string;
}

const kindPattern = '[A-Z]\\d?|\\d{2}';

/** A letter with or without a digit (WIPO ST.16), or two digits (ADR 021). */
export const kindCodePattern = new RegExp(`^(?:${kindPattern})$`);
/** What people filter by: one or two digits, too (specification, section 5). */
export const kindCodeFilterPattern = /^(?:[A-Z]\d?|\d{1,2})$/;
export const ucidPattern = new RegExp(`^[A-Z]{2}-[A-Z]{0,4}\\d{1,15}-(?:${kindPattern})$`);

/** No publication number is longer. */
const maxLength = 60;
/** `NO` before the digits is Norway where the text begins with it. */
const words =
  /\b(?:PATENT|PAT|PUBLICATION|PUB|APPLICATION|APPL|APP|SERIAL|SER|NUMBER|NOS?)\b\.?(?!(?<=^NO)[\s-]*\d)/g;
const dashes = /[\p{Pd}\u2212_]/gu;
/** Copied text may contain soft hyphens, zero-width spaces and byte order marks. */
const invisible = /\p{Cf}/gu;
/** `10.123.456`, as in Europe. */
const thousandsDot = /(?<=\d)\.(?=\d{3}(?!\d))/g;
const kindInParentheses = /\(([A-Z]\d?)\)$/;
/** The year of an application, in old international ones with two digits. Other slashes are in serial numbers. */
const yearAndSlash = /(?<=^[A-Z]{2}[\s-]*20\d{2}|^WO[\s-]*(?:\d{2}|\d{4}))\/(?=\d)/;

/**
 * Reads a publication number in any usual spelling: `US-10123456-B2`, `us10123456b2`, `US 10,123,456 B2`,
 * `U.S. Pat. No. 10,123,456`, `US 2015/0123456 A1`. Undefined if the text is anything else, such as the
 * serial number `US 13/834,919` of an application: a country is never guessed.
 */
export function parsePublicationNumber(text: string): PublicationNumber | undefined {
  if (text.length > maxLength) return undefined;
  const plain = plainNumberOf(text)
    .replace(yearAndSlash, '')
    .replaceAll(thousandsDot, '')
    .replace(kindInParentheses, '$1');
  // Two digits are a kind code only where hyphens set them apart.
  const [, country, digits, kind] =
    /^([A-Z]{2})-([A-Z]{0,4}\d+)-(\d{2})$/.exec(plain) ??
    /^([A-Z]{2})([A-Z]{0,4}\d{1,15})([A-Z]\d?)?$/.exec(plain.replaceAll(/[\s,-]/g, '')) ??
    [];
  if (!country || !digits) return undefined;
  // A zero at the start of an international publication is of its year: WO 01/12345.
  const plainNumber = country === 'WO' ? digits : withoutZeros(digits);
  const number = country === 'US' ? longApplication(plainNumber) : plainNumber;
  return kind ? { country, number, kind } : { country, number };
}

/** A number in capitals, with plain hyphens and without words around it: `US 13/834,919` of `U.S. Appl. Ser. No. 13/834,919`. */
export const plainNumberOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .toUpperCase()
    .replaceAll(dashes, '-')
    .replaceAll(words, '')
    .trim()
    .replace(/^U\.\s?S\./, 'US');

/** `D0812345` as `D812345`, the usual notation. */
const withoutZeros = (number: string) => number.replace(/^([A-Z]*)0+(?=\d)/, '$1');

/** Exports of EPO data drop a zero: `2015123456` is the application that is printed as `20150123456`. */
const longApplication = (number: string) => number.replace(/^(20\d{2})(\d{6})$/, '$10$2');

/** Start of the UCIDs of all publications of a number: `US-10123456`. */
export const ucidStem = ({ country, number }: PublicationNumber) => `${country}-${number}`;

/** The UCID of a publication number in any usual spelling; undefined if it is none or has no kind code. */
export function toUcid(text: string): string | undefined {
  const parsed = parsePublicationNumber(text);
  if (!parsed?.kind) return undefined;
  const ucid = `${ucidStem(parsed)}-${parsed.kind}`;
  return ucidPattern.test(ucid) ? ucid : undefined;
}

/** Numbers of applications, by their offices: the year and what follows it. */
const yearAndSerial: Readonly<Record<string, RegExp | undefined>> = {
  US: /^(20\d{2})(\d{7})$/,
  WO: /^((?:19|20)?\d{2})(\d{5,6})$/,
};

/**
 * A UCID as search reports cite it: `US 10123456 B2`. The year of an application stands apart, as it is printed: `US 2015/0123456 A1`,
 * `WO 2015/123456 A1`, `WO 99/24564 A1`.
 */
export function citedNumber(ucid: string): string {
  const [country = '', number = '', kind = ''] = ucid.split('-');
  const form = yearAndSerial[country];
  return `${country} ${form ? number.replace(form, '$1/$2') : number} ${kind}`.trimEnd();
}

/**
 * The publication that a number without its kind code stands for: the latest of a granted patent, else the first of the
 * application. Undefined if there is none.
 * @param ucids of all publications of one number
 */
export function preferredUcid(ucids: readonly string[]): string | undefined {
  const sorted = ucids.toSorted();
  return sorted.findLast((ucid) => !/-A\d?$/.test(ucid)) ?? sorted[0];
}
