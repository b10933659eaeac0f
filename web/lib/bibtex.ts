import type { Reference } from './ris.ts';

/** What TeX gives a meaning, written so that it is printed. */
const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** A value in one line. Braces keep capitals and the whole of a name. */
const texOf = (value: string) =>
  value
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\{}~^]/g, (sign) => special[sign]!)
    .replaceAll(/[&%$#_]/g, '\\$&');

/** Letters and digits: others end a key. Two references with the same number get different keys. */
function keyOf({ number }: Reference, taken: Set<string>): string {
  const base = number.replaceAll(/[^A-Za-z0-9-]/g, '') || 'reference';
  let key = base;
  for (let next = 2; taken.has(key); next++) key = `${base}-${next}`;
  taken.add(key);
  return key;
}

/** References for BibLaTeX, which knows patents; readers of plain BibTeX treat these as other works. */
export function toBibtex(references: readonly Reference[]): string {
  const taken = new Set<string>();
  const entries = references.map((reference) => {
    const { kind, title, authors, owners, number, date = '', keywords, address } = reference;
    const holders = kind === 'patent' ? 'holder' : 'organization';
    const fields: [string, string][] = [
      ['author', authors.map((name) => `{${texOf(name)}}`).join(' and ')],
      ['title', title === '' ? '' : `{${texOf(title)}}`],
      ['number', texOf(number)],
      [holders, owners.map((name) => `{${texOf(name)}}`).join(' and ')],
      ['date', date],
      ['year', date.slice(0, 4)],
      ['keywords', keywords.map(texOf).join(', ')],
      // Verbatim in BibLaTeX, but braces must match.
      ['url', address.replaceAll(/[{}\s]/g, encodeURIComponent)],
    ];
    const lines = fields
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `  ${name} = {${value}},`);
    const type = kind === 'patent' ? 'patent' : 'misc';
    return [`@${type}{${keyOf(reference, taken)},`, ...lines, '}'].join('\n');
  });
  return `${entries.join('\n\n')}\n`;
}
