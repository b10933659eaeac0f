/**
 * Dates as people write them in questions about patents: "before 2015", "published after March 2012", "priority
 * between 1998 and 2003", "in the 1990s", "not older than ten years".
 */
export interface DatePhrase {
  /** Place in the text. */
  start: number;
  end: number;
  /** `undefined` if the phrase names no kind of date. */
  field: DateField | undefined;
  /** Days that the wanted date lies strictly after and before, YYYY-MM-DD. */
  after?: string;
  before?: string;
  /** The day, where the phrase names its kind but not whether before or after: `priority date 2005-06-01`. */
  isBare?: string;
}

/**
 * The kind of date in the message. Only the first two can be filtered; filing counts as priority, grant as
 * publication.
 */
export type DateField = 'priority' | 'publication' | 'filing' | 'grant';

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const year = '(?:1[89]|20)\\d{2}';
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?';
/** Words that may follow a bare year. Otherwise the number counts something, as in "after 2000 cycles". */
const yearEnd =
  '(?=\\s*(?:$|[.,;:!?()\\]–-]|(?:and|or|but|by|with|from|to|until|till|through|on|about|for|only|please|in|that|which|who|is|are|inclusive|onwards?|patents?|documents?|the|relating|regarding|covering|describing|of)\\b))';
const date = [
  `${year}-\\d{2}-\\d{2}`,
  `${year}-\\d{2}(?!\\d)`,
  `${ordinal}\\s+(?:of\\s+)?${month},?\\s+${year}`,
  `${month}\\s+${ordinal},?\\s+${year}`,
  `${month},?\\s+(?:of\\s+)?${year}`,
  `q[1-4]\\s+(?:of\\s+)?${year}`,
  `(?:the\\s+)?(?:1[89]|20)\\d0['’]?s`,
  `the\\s+['’]?\\d0['’]?s`,
  '(?:last|this)\\s+year',
  `(?:the\\s+year\\s+)?${year}${yearEnd}`,
].join('|');

const field =
  '(?:(?:with|whose|having|have|has|had|and|an?|the|of|was|were|is|are|been|first)\\s+)*(?<field>published|publication|priority|prioritized|filed|filing|granted?|issued|application)(?:\\s+(?:dates?|dated|years?|is|was|are|were|falls?|lies|of))*\\s*:?\\s*';
const count = '(?<count>\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty)';
const unit = '(?<unit>years?|months?)';

const operators = {
  before: 'before|prior to|earlier than|older than|preceding|pre-?|<',
  until:
    '(?:nothing|none|not|no) (?:newer|younger|later) than|(?:nothing|none) after|until|till|up to|through|no later than|not later than|not after|by the end of|on or before|<=',
  after: 'after|later than|newer than|younger than|following|post-?|>',
  since:
    '(?:nothing|none|not|no) (?:older|earlier) than|(?:nothing|none) before|since|from|starting (?:in|from|with)|beginning (?:in|with)|as of|no earlier than|not earlier than|not before|on or after|>=',
  in: 'in|during|dated|of|on|=',
} as const;
const anyOperator = Object.entries(operators)
  .toReversed()
  .map(([name, words]) => `(?<${name}>${words})`)
  .join('|');

const orLater = `(?<tail>\\s+(?:or|and)\\s+(?:later|newer|after|afterwards|earlier|older|before)(?!\\s*(?:${date}))|\\s+onwards?)`;
const fieldAfter =
  '(?:\\s*\\(?(?:by\\s+)?(?<fieldAfter>priority|publication|filing)(?:\\s+date)?\\)?)?';
const tail = `${orLater}?${fieldAfter}`;
const lead = `(?<![\\w-])(?:${field})?`;
/** A date with its kind needs no preposition. */
const bareField = new RegExp(`(?<![\\w-])${field}(?<date>${date})${tail}`, 'gi');
const patterns = [
  new RegExp(
    `${lead}(?:between|from|in)?\\s*(?<from>${date})\\s*(?:and|to|until|through|[–-])\\s*(?<to>${date})${tail}`,
    'gi',
  ),
  new RegExp(
    `${lead}(?:in|over|during|within|from)\\s+the\\s+(?:last|past|previous)\\s+${count}\\s+${unit}`,
    'gi',
  ),
  new RegExp(
    `${lead}(?<age>not older than|no older than|less than|newer than|younger than|older than|more than|over)\\s+${count}\\s+${unit}(?:\\s+(?:old|ago))?`,
    'gi',
  ),
  new RegExp(`${lead}(?:${anyOperator})\\s*(?<date>${date})${tail}`, 'gi'),
  bareField,
  // Nor does a date with "or later".
  new RegExp(`(?<![\\w-])(?<date>${date})${orLater}${fieldAfter}`, 'gi'),
];

/**
 * Finds the dates that narrow a search, from left to right.
 * @param today YYYY-MM-DD
 */
export function findDates(text: string, today: string): DatePhrase[] {
  const found: DatePhrase[] = [];
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const start = match.index + match[0].search(/\S/);
      const end = match.index + match[0].trimEnd().length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const bounds = readBounds(match.groups!, today);
      if (!bounds) continue;
      const field = readField(match.groups!);
      const isBare = field && pattern === bareField ? dayOf(bounds) : undefined;
      found.push({ start, end, field, ...bounds, ...(isBare && { isBare }) });
    }
  found.sort((one, other) => one.start - other.start);
  // "published after 2010 and before 2015": the second date is of the same kind.
  for (const [position, phrase] of found.entries()) {
    const before = found[position - 1];
    if (
      !phrase.field &&
      before &&
      /^[\s,]*(?:and|but)?\s*$/.test(text.slice(before.end, phrase.start))
    )
      phrase.field = before.field;
  }
  return found;
}

type Groups = Record<string, string | undefined>;

function readField({ field: before, fieldAfter }: Groups): DateField | undefined {
  const word = (before ?? fieldAfter)?.toLowerCase();
  if (!word) return undefined;
  if (word.startsWith('priorit')) return 'priority';
  if (word.startsWith('publi')) return 'publication';
  return word.startsWith('grant') || word === 'issued' ? 'grant' : 'filing';
}

function readBounds(
  groups: Groups,
  today: string,
): { after?: string; before?: string } | undefined {
  if (groups.count) {
    const day = daysAgo(groups.count, groups.unit!, today);
    return /^(?:older|more|over)/i.test(groups.age ?? '') ? { before: day } : { after: day };
  }
  const first = readDate(groups.from ?? groups.date ?? '', today);
  const last = readDate(groups.to ?? groups.date ?? '', today);
  if (!first || !last) return undefined;
  const after = shift(first.from, -1);
  const before = shift(last.to, 1);
  if (groups.tail) return /earlier|older|before/i.test(groups.tail) ? { before } : { after };
  if (groups.before) return { before: first.from };
  if (groups.after) return { after: last.to };
  if (groups.until) return { before };
  // "From 2010" goes on until today, "from the 2010s" does not.
  const isDecade = /^from\b/i.test(groups.since ?? '') && /s$/i.test(groups.date ?? '');
  return groups.since && !isDecade ? { after } : { after, before };
}

/** The only day within bounds, if they leave just one. */
function dayOf({ after, before }: { after?: string; before?: string }): string | undefined {
  const day = after && shift(after, 1);
  return day && before && shift(day, 1) === before ? day : undefined;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (value: number) => String(value).padStart(2, '0');

/** First and last day of a date, a month, a quarter, a year or a decade. */
function readDate(text: string, today: string): { from: string; to: string } | undefined {
  const words = text.toLowerCase();
  const now = Number(today.slice(0, 4));
  if (words.endsWith('year') && /^(?:last|this)/.test(words))
    return wholeYears(now - (words.startsWith('last') ? 1 : 0), 1);
  const decade = /(\d{4}|\d0)['’]?s$/.exec(words)?.[1];
  if (decade) {
    const short = Number(decade) < 100;
    const century = Number(decade) > now % 100 ? 1900 : 2000;
    return wholeYears(Number(decade) + (short ? century : 0), 10);
  }
  const [, iso, isoMonth, isoDay] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(words) ?? [];
  if (iso) return isoDay ? oneDay(words) : wholeMonths(Number(iso), Number(isoMonth), 1);
  const inYear = Number(/(\d{4})$/.exec(words)?.[1]);
  const quarter = /^q([1-4])/.exec(words)?.[1];
  if (quarter) return wholeMonths(inYear, Number(quarter) * 3 - 2, 3);
  const named = months.findIndex((name) => new RegExp(`\\b${name}`).test(words)) + 1;
  if (!named) return wholeYears(inYear, 1);
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(words.replace(/\d{4}$/, ''))?.[1];
  return day
    ? oneDay(`${inYear}-${two(named)}-${two(Number(day))}`)
    : wholeMonths(inYear, named, 1);
}

const wholeYears = (first: number, years: number) => ({
  from: `${first}-01-01`,
  to: `${first + years - 1}-12-31`,
});

function wholeMonths(inYear: number, first: number, number: number) {
  if (first < 1 || first > 12) return undefined;
  const last = new Date(Date.UTC(inYear, first - 1 + number, 0)).toISOString().slice(0, 10);
  return { from: `${inYear}-${two(first)}-01`, to: last };
}

/** Undefined for days that do not exist, such as 2012-02-31. */
function oneDay(day: string) {
  const parsed = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
  return exists ? { from: day, to: day } : undefined;
}

function shift(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

const numbers = 'one two three four five six seven eight nine ten'.split(' ');

function daysAgo(text: string, name: string, today: string): string {
  const words = text.toLowerCase();
  const value = Number(words) || numbers.indexOf(words) + 1 || (words === 'fifteen' ? 15 : 20);
  const moved = new Date(`${today}T00:00:00Z`);
  if (name.toLowerCase().startsWith('year')) moved.setUTCFullYear(moved.getUTCFullYear() - value);
  else moved.setUTCMonth(moved.getUTCMonth() - value);
  return moved.toISOString().slice(0, 10);
}
