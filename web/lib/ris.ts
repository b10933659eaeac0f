/** A reference as citation managers read it. */
export interface Reference {
  kind: 'patent' | 'other';
  title: string;
  authors: readonly string[];
  owners: readonly string[];
  /** Number of a publication, or id of a row. */
  number: string;
  /** 2015-07-30, or a part of it. */
  date: string | undefined;
  keywords: readonly string[];
  address: string;
}

/** A value is one line. Characters that end it would begin a tag of somebody else's choice. */
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();

/** References in the format RIS, with lines as its readers expect them. */
export function toRis(references: readonly Reference[]): string {
  const lines = references.flatMap((reference) => {
    const { kind, title, authors, owners, number, date = '', keywords, address } = reference;
    const fields: [string, string][] = [
      ['TY', kind === 'patent' ? 'PAT' : 'GEN'],
      ['TI', title],
      ...authors.map((author): [string, string] => ['AU', author]),
      ...owners.map((owner): [string, string] => ['PB', owner]),
      [kind === 'patent' ? 'SN' : 'ID', number],
      ['PY', date.slice(0, 4)],
      // Year, month and day with slashes; what is not known stays empty.
      ['DA', date === '' ? '' : `${[...date.split('-'), '', ''].slice(0, 3).join('/')}/`],
      ...keywords.map((keyword): [string, string] => ['KW', keyword]),
      ['UR', address],
    ];
    const filled = fields.map(([tag, value]) => [tag, oneLine(value)] as const);
    return [
      ...filled.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${value}`),
      'ER  - ',
      '',
    ];
  });
  return lines.join('\r\n');
}
