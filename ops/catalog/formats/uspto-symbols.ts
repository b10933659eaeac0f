import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';

/** What an American number is of, by its letters: `D` a design, `RE` a reissue; applications for plants by their kind code. */
export function typeOf(ucid: string): PatentDocument['type'] {
  const [, letters = '', kind = ''] = /^US-([A-Z]*)\d+-(.*)$/.exec(ucid) ?? [];
  if (letters === 'D' || kind.startsWith('S')) return 'design';
  if (letters === 'PP' || kind.startsWith('P')) return 'plant';
  if (letters === 'RE' || letters === 'RX' || kind.startsWith('E')) return 'reissue';
  if (letters === 'H' || letters === 'T' || kind.startsWith('H')) return 'statutory-registration';
  return 'utility';
}

/**
 * `435/69.1` for `435 691` and `435069100`, as the USPTO writes its classes: three places for the class, three for the subclass, and
 * decimals. Empty if it is none.
 */
export function uspcSymbol(written: string): string {
  const [, group, sub, decimals] = /^(.{3})(.{1,3})(.*)$/.exec(written.trimEnd()) ?? [];
  const trimmed = (part = '') => part.trim().replace(/^0+(?=\d)/, '');
  const fraction = (decimals ?? '').trim().replace(/^\./, '').replace(/0+$/, '');
  const symbol = `${trimmed(group)}/${trimmed(sub)}${fraction ? `.${fraction}` : ''}`;
  return /^[A-Z\d]+\/[A-Z\d.]+$/.test(symbol) ? symbol : '';
}

/**
 * `A41D1/06` for `A41D001/06` and `A41D  1/06`, as the IPC was written until 2005; without a slash there are four places for the
 * subclass and three for the group: `C07C249/00` for `C07C24900`, `G06F15/16` for `G06F 1516`.
 */
export function ipcSymbol(written: string): string {
  const text = written.trim();
  const [, subclass, group, sub] =
    /^([A-H]\d\d[A-Z])\s*(\d+)\s*\/\s*(\d+)$/.exec(text) ??
    /^([A-H]\d\d[A-Z])([ \d]{3})(\d*)$/.exec(text) ??
    [];
  if (!subclass) return text.replace(/\s+/g, ' ');
  return `${subclass}${group!.trim().replace(/^0+(?=\d)/, '')}/${sub || '00'}`;
}

/** `01-01` for `0101`. */
export const locarnoSymbol = (digits: string): string =>
  digits.trim().replace(/^(\d\d)-?(\d\d)$/, '$1-$2');

/** `2001-03-06`, or as much as `20010306`, `20010300` or `200103` says. */
export function partialDate(digits: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)?(\d\d)?$/.exec(digits.trim()) ?? [];
  if (!year || year === '0000') return undefined;
  if (!month || !between(month, 12)) return year;
  return day && between(day, 31) ? `${year}-${month}-${day}` : `${year}-${month}`;
}

const between = (digits: string, most: number) => Number(digits) >= 1 && Number(digits) <= most;

/** Who cited a document, in the words of the USPTO. */
export function citedBy(words: string): PatentCitation['by'] {
  if (/examiner/i.test(words)) return 'examiner';
  if (/applicant/i.test(words)) return 'applicant';
  if (/third.party/i.test(words)) return 'third-party';
  return /other/i.test(words) ? 'other' : undefined;
}

/** A cited publication: its UCID where the source gives country, number and kind code. */
export function citedNumber(country: string, number: string, kind = ''): string {
  // Some write the country into the number as well: `WO 2005/080928` of WO.
  const own = number.trim().replace(new RegExp(`^${country || ' '}[\\s-]*(?=\\d)`, 'i'), '');
  const parts = [country, own.replace(/[\s,]+/g, ''), kind.trim()].filter(Boolean);
  return toUcid(parts.join('-')) ?? [country, own, kind.trim()].filter(Boolean).join('-');
}
