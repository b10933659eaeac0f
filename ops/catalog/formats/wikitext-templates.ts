/** Templates that show one of their parts: name, and number of the part. */
const SHOWS_PART = new Map<string, number>([
  ...[
    'nowrap',
    'nobr',
    'nobreak',
    'small',
    'smaller',
    'big',
    'larger',
    'em',
    'strong',
    'italic',
    'noitalic',
    'abbr',
    'tooltip',
    'sic',
    'as written',
    'not a typo',
    'visible anchor',
    'vanchor',
    'quote',
    'blockquote',
    'cquote',
    'quotation',
    'poem quote',
    'bq',
    'interlanguage link',
    'ill',
    'angbr',
    'angle bracket',
    'sup',
    'sub',
    'var',
    'code',
    'mono',
    'keyboard',
    'tlit',
    'nihongo',
    'math',
    'mvar',
    'mset',
    'ship',
    'uss',
    'hms',
    'format price',
    'formatnum',
    'transl',
    'chem2',
    'chem name',
    'chemf',
    'birth-date',
    'birth-date and age',
    'death-date',
    'death-date and age',
    'flag',
    'flagu',
    'flagcountry',
    'overline',
    'underline',
    'linktext',
    'proper name',
    'no italic',
    'lower',
  ].map((name) => [name, 1] as const),
  ...[
    'lang',
    'langx',
    'wikt-lang',
    'transliteration',
    'sortname-lang',
    'text color',
    'color',
    'font color',
  ].map((name) => [name, 2] as const),
]);

/** Templates that show a character. */
const SIGNS = new Map([
  ['snd', ' – '],
  ['spaced ndash', ' – '],
  ['spnd', ' – '],
  ['ndash', '–'],
  ['mdash', '—'],
  ["'", "'"],
  ["'s", "'s"],
  ['"', '"'],
  ['!', '|'],
  ['=', '='],
  ['nbsp', ' '],
  ['pi', 'π'],
  ['·', ' · '],
  ['dot', ' · '],
  ['bullet', ' • '],
  ['spaces', ' '],
  ['thinsp', ' '],
  ['--', '—'],
  ['shy', ''],
  ['zwj', ''],
  ['degree', '°'],
  ['circa', 'c. '],
  ['c.', 'c. '],
] as [string, string][]);

/** Templates that show several parts, and the separator between them. */
const JOINED = new Map([
  ['chem', ''],
  ['gaps', ''],
  ['convert', ' '],
  ['cvt', ' '],
  ['frac', '/'],
  ['sfrac', '/'],
  ['fraction', '/'],
  ['sortname', ' '],
  ['hlist', ', '],
  ['plainlist', ', '],
  ['unbulleted list', ', '],
  ['ubl', ', '],
] as [string, string][]);

/** Number of parts that such a template shows; all if absent. */
const JOINED_PARTS = new Map([
  ['convert', 2],
  ['cvt', 2],
  ['sortname', 2],
  ['frac', 2],
]);

/** Templates that show an amount of money after a sign. */
const MONEY = new Map([
  ['us$', 'US$'],
  ['usd', 'US$'],
  ['$', '$'],
  ['£', '£'],
  ['gbp', '£'],
  ['€', '€'],
  ['euro', '€'],
  ['eur', '€'],
  ['¥', '¥'],
] as [string, string][]);

/** Templates that show a date of which year, month and day are parts. Ages and other dates are left out. */
const DATE =
  /^(birth|death|start|end|film|release|opening|launch)[ -]?date( and age)?$|^(bda?|dda|dob|dod|dts)$/;

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March 14, 1879`, or with `df=yes` `14 March 1879`; a date that is written out already is left as it is. */
function renderDate(parts: string[], [year = '', month = '', day = '']: string[]): string {
  const name = MONTHS[Number(month) - 1];
  if (!name) return year;
  if (!day) return `${name} ${year}`;
  return /^y/i.test(namedPart(parts, 'df')) ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`;
}

/** A number with exponent and unit: `{{val|1.2|e=6|u=m}}`. */
function renderValue(parts: string[], number: string): string {
  const [exponent, unit] = [namedPart(parts, 'e').trim(), namedPart(parts, 'u').trim()];
  return [exponent ? `${number}×10^${exponent}` : number, unit].filter(Boolean).join(' ');
}

/**
 * The text of a template. It is empty for most templates (boxes, citations, notices, navigation); templates
 * within sentences show words. Only template names of the English Wikipedia are known.
 */
export function renderTemplate(parts: string[]): string {
  const name = parts[0]!.trim().replaceAll('_', ' ').toLowerCase();
  const sign = SIGNS.get(name);
  const positional = parts.slice(1).filter((part) => !/^\s*[\w -]+=/.test(part));
  const part = (number: number) => (positional[number - 1] ?? numbered(parts, number)).trim();
  if (sign !== undefined) return sign + (sign.endsWith('. ') ? part(1) : '');
  const shown = SHOWS_PART.get(name);
  if (shown !== undefined) return part(shown) || part(1) || namedPart(parts, 'text');
  // `lang-fr` and similar templates.
  if (name.startsWith('lang-')) return part(1);
  if (name === 'val') return renderValue(parts, part(1));
  if (name === 'e') return `×10^${part(1)}`;
  if (name === '10^') return `10^${part(1)}`;
  if (DATE.test(name)) {
    return renderDate(
      parts,
      positional.map((value) => value.trim()),
    );
  }
  const money = MONEY.get(name);
  if (money !== undefined) return money + part(1);
  if (name === 'as of') return ['As of', part(1)].join(' ');
  const glue = JOINED.get(name);
  if (glue === undefined) return '';
  return positional
    .slice(0, JOINED_PARTS.get(name))
    .map((text) => text.trim())
    .join(glue);
}

/** The value of `1=…`. */
const numbered = (parts: string[], number: number) => namedPart(parts, String(number));

function namedPart(parts: string[], key: string): string {
  for (const part of parts) {
    const [name, ...value] = part.split('=');
    if (value.length > 0 && name!.trim() === key) return value.join('=');
  }
  return '';
}
