import { citedNumber, toUcid } from '#shared/ucid.ts';
import type { Reference } from './ris.ts';

const months =
  'January February March April May June July August September October November December';

/** `2017-04-25` as ST.14 writes it: `25 April 2017 (2017-04-25)`. */
function dayOf(date: string): string {
  const [year, month, day] = date.split('-');
  const name = months.split(' ')[Number(month) - 1];
  return day && name ? `${day} ${name} ${year} (${date})` : date;
}

/**
 * Documents as search reports cite them, one a line: office, number and kind code, the owner in capital letters, the day of
 * publication; of other documents author, title, number, date and address.
 * https://www.wipo.int/export/sites/www/standards/en/pdf/03-14-01.pdf
 */
export function toSt14(references: readonly Reference[]): string {
  const lines = references.map((reference) => {
    const { kind, title, authors, owners, number, date, address } = reference;
    if (kind === 'patent') {
      const [owner = authors[0] ?? ''] = owners;
      const who = owner === '' ? '' : ` (${owner.toLocaleUpperCase('en')})`;
      return citedNumber(toUcid(number) ?? number) + who + (date ? ` ${dayOf(date)}` : '');
    }
    const who = authors.join('; ').toLocaleUpperCase('en');
    return [who, title, number, date, address].filter(Boolean).join(', ');
  });
  return `${lines.map((line) => line.replaceAll(/\s+/g, ' ')).join('\r\n')}\r\n`;
}
