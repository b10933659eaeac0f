import type { PatentDocument } from './patent-document.ts';

/** A page of an office about one publication. */
export interface OfficeLink {
  name: string;
  href: string;
}

type Publication = Pick<PatentDocument, 'ucid'> &
  Partial<Pick<PatentDocument, 'application_number'>>;

/**
 * The offices' own pages about a publication, by the forms of address that they keep stable:
 * - the USPTO's printed document: digits as printed, applications with their year
 * - Espacenet: country, number and kind code as DOCDB writes them
 * - the European Patent Register: the application number without its check digit
 * - Patentscope: `WO`, the year and six digits
 * - J-PlatPat: applications by year and six digits, patents by their number
 *
 * Numbers of forms that an office does not list give no link.
 */
export function officeLinks({ ucid, application_number = '' }: Publication): OfficeLink[] {
  const [country = '', number = '', kind = ''] = ucid.split('-');
  const own = (linksByCountry[country] ?? (() => []))(number, kind, application_number);
  return [...own, ...espacenet(country, number, kind)];
}

type LinkRule = (number: string, kind: string, application: string) => OfficeLink[];

const linksByCountry: Record<string, LinkRule> = {
  US: (number) => {
    // Seven digits at least, with zeros; letters of designs, plants and reissues before them.
    const [, letters = '', digits = ''] = /^(D|PP|RE|H|T)?(\d{1,8}|20\d{9})$/.exec(number) ?? [];
    if (!digits) return [];
    const written = letters + digits.padStart(7 - letters.length, '0');
    const folder = 'https://image-ppubs.uspto.gov/dirsearch-public/print/downloadPdf';
    return [{ name: 'USPTO (PDF)', href: `${folder}/${written}` }];
  },
  EP: (_, __, application) => {
    const [, digits] = /^EP-?(\d{8})(?:[.-]?\d)?(?:-[A-Z]\d?)?$/.exec(application) ?? [];
    const register = 'https://register.epo.org/application?number=EP';
    return digits ? [{ name: 'European Patent Register', href: register + digits }] : [];
  },
  WO: (number) => {
    const [, year, serial] = /^(\d{4})(\d{1,6})$/.exec(number) ?? [];
    if (!year || !serial) return [];
    const id = `WO${year}${serial.padStart(6, '0')}`;
    const href = `https://patentscope.wipo.int/search/en/detail.jsf?docId=${id}`;
    return [{ name: 'Patentscope', href }];
  },
  JP: (number, kind) => {
    const folder = 'https://www.j-platpat.inpit.go.jp/c1801/PU/JP-';
    const [, year, serial] = /^(20\d{2})(\d{1,6})$/.exec(number) ?? [];
    if (kind.startsWith('A') && year && serial) {
      return [{ name: 'J-PlatPat', href: `${folder}${year}-${serial.padStart(6, '0')}/11/en` }];
    }
    return kind.startsWith('B') && /^\d{7}$/.test(number)
      ? [{ name: 'J-PlatPat', href: `${folder}${number}/15/en` }]
      : [];
  },
};

function espacenet(country: string, number: string, kind: string): OfficeLink[] {
  if (!/^[A-Z]{2}$/.test(country) || !/^[A-Z]?\d?$/.test(kind) || kind === '') return [];
  const query = `q=${encodeURIComponent(`pn=${country}${docdbNumber(country, number)}${kind}`)}`;
  return [{ name: 'Espacenet', href: `https://worldwide.espacenet.com/patent/search?${query}` }];
}

/** As DOCDB and Espacenet write it: American applications without the first zero after their year, and the year of international ones with two digits until 2003. */
function docdbNumber(country: string, number: string): string {
  if (country === 'US') return number.replace(/^(20\d{2})0(\d{6})$/, '$1$2');
  if (country !== 'WO') return number;
  const [, year, serial] = /^(?:19|20(?=0[0-3]))(\d{2})(\d{6})$/.exec(number) ?? [];
  return year && serial ? year + serial.replace(/^0/, '') : number;
}
