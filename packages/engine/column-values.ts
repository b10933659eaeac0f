/** Format of numbers or dates that are ambiguous by themselves. */
export const valueFormats = ['day-first', 'month-first', 'decimal-comma'] as const;

export type ValueFormat = (typeof valueFormats)[number];

const MISSING = /^(n\/?a|n\.a\.|#n\/a|nan|null|none|nil|-+|–|—|\?|\.)?$/i;

/** Whether a cell is blank, or says that there is no value: `NA`, `null`, `-`. */
export const isMissing = (value: string) => MISSING.test(value.trim());

/** Letters that NFKD does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Text that has nothing to fold but case. */
const ASCII = /^[ -~]*$/;

/** Text as filters compare it: without case, accents and space around it. */
export const fold = (text: string) =>
  ASCII.test(text)
    ? text.trim().toLowerCase()
    : text
        .trim()
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ßøłđæœı]/g, (letter) => LETTERS[letter]!);

/** Whether a word is written like a code: `cs.CG`, `hep-th`, `A61K`, `12/34`. */
const isCode = (word: string) => /[\d._:/-]/.test(word) && word.length <= 40;

/**
 * Items of a cell that lists several. They are separated by semicolons or pipes; without those by commas; codes
 * also by spaces. Brackets and quotes of written lists (`['a', 'b']`) do not belong to them.
 */
export function itemsOf(cell: string): string[] {
  const list = /^\s*[[{].*[\]}]\s*$/s.test(cell)
    ? cell
        .trim()
        .slice(1, -1)
        .replace(/(^|[,;|])\s*["']|["']\s*(?=$|[,;|])/g, '$1')
    : cell;
  const [separator] = [/\s*[;|]\s*/, /\s*,\s*/].filter((one) => one.test(list));
  const items = list.split(separator ?? (list.split(/\s+/).every(isCode) ? /\s+/ : /$^/));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

const CURRENCY =
  /^([-+]?)\s*(?:[$€£¥₹₽]|USD|EUR|GBP|CHF|JPY)\s*(?=[-+.\d])|\s*(?:[$€£¥₹₽]|USD|EUR|GBP|CHF|JPY)$/i;
const GROUPS = "[ '’\\u00a0\\u202f]";
const DOT_DECIMAL = new RegExp(
  `^[-+]?(\\d+|\\d{1,3}(${GROUPS}\\d{3})+|\\d{1,3}(,\\d{3})+|(?=\\.\\d))(\\.\\d*)?(e[-+]?\\d+)?$`,
  'i',
);
const COMMA_DECIMAL = new RegExp(
  `^[-+]?(\\d+|\\d{1,3}(${GROUPS}\\d{3})+|\\d{1,3}(\\.\\d{3})+)(,\\d+)?$`,
);

/** A number without currency and percent sign; brackets around it are a minus. */
function bareNumber(value: string): string {
  const text = value.trim().replace(/\s*%$/, '').replace(CURRENCY, '$1').replace(/−/g, '-');
  return /^\(.*\d\)$/.test(text) ? `-${text.slice(1, -1)}` : text;
}

const hasCommaDecimals = (text: string) => COMMA_DECIMAL.test(text) && !DOT_DECIMAL.test(text);

/** Whether a value is a number in either way of writing: `1,300.5`, `1.300,5`, `$12`, `7 %`. */
export function isNumber(value: string): boolean {
  const text = bareNumber(value);
  return DOT_DECIMAL.test(text) || COMMA_DECIMAL.test(text);
}

/** Reads a number: `1,300.5`, or `1.300,5` in a column with decimal commas. NaN if it is none. */
export function parseNumber(value: string, format?: ValueFormat): number {
  const text = bareNumber(value);
  const comma = format === 'decimal-comma' ? COMMA_DECIMAL.test(text) : hasCommaDecimals(text);
  if (comma) {
    return Number(text.replace(/[. '’\u00a0\u202f]/g, '').replace(',', '.'));
  }
  return DOT_DECIMAL.test(text) ? Number(text.replace(/[, '’\u00a0\u202f]/g, '')) : Number.NaN;
}

/** Whether numbers of a column have decimal commas: some do, and none has a decimal dot. */
export function numberFormat(values: readonly string[]): ValueFormat | undefined {
  const bare = values.map(bareNumber);
  const dots = bare.some((text) => DOT_DECIMAL.test(text) && !COMMA_DECIMAL.test(text));
  return !dots && bare.some(hasCommaDecimals) ? 'decimal-comma' : undefined;
}

/** Languages whose names of months are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ru'];
let months: Map<string, number> | undefined;

/** The number of a month by its name or the usual short form; undefined if the word is none. */
function monthOf(word: string): number | undefined {
  if (!months) {
    months = new Map([['sept', 9]]);
    for (const language of LANGUAGES) {
      for (const month of ['long', 'short'] as const) {
        // In dates with a day, Slavic languages inflect the name of the month.
        for (const day of [undefined, 'numeric'] as const) {
          const format = new Intl.DateTimeFormat(language, { month, day, timeZone: 'UTC' });
          for (let m = 0; m < 12; m++) {
            const parts = format.formatToParts(Date.UTC(2000, m, 1));
            const name = parts.find((part) => part.type === 'month')!.value;
            months.set(fold(name).replace('.', ''), m + 1);
          }
        }
      }
    }
  }
  return months.get(fold(word));
}

const fullYear = (year: string) =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) > 40 ? 1900 : 2000);

function dateOf(year: number, month: number, day: number): number {
  return month > 12 || day > 31 ? Number.NaN : year * 10_000 + month * 100 + day;
}

const TIME = /[t ,]\s*\d{1,2}[:h]\d{2}.*$/i;
const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?z?$/i;
const YEAR_LAST = /^(\d{1,2})([-/. ])(\d{1,2})\2\s?(\d{4}|\d{2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/.](\d{4})$/;
const DIGITS = /^(\d{4})(\d{2})(?:(\d{2})(?:\d{4}|\d{6})?)?$/;
const CLOCK =
  /\b\d{1,2}\s?[ap]m\b|\b\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(\s?[ap]\.?m\b\.?)?|[+-]\d{2}:?\d{2}\b/gi;

/** A date with the name of its month: `21-Jun-18`, `June 26th, 2014`, `Tue Jun 26 10:00:00 +0000 2018`. */
function writtenDate(text: string): number {
  if (text.length > 40) return Number.NaN;
  const bare = text.replace(CLOCK, ' ');
  const numbers = bare.match(/\d+/g) ?? [];
  if (numbers.length === 0 || numbers.length > 2) return Number.NaN;
  const words = bare.match(/\p{L}+/gu) ?? [];
  // Besides the month there may be a weekday, an ordinal, "of" and a time zone.
  if (words.length > 4) return Number.NaN;
  const month = words.map(monthOf).find((found) => found !== undefined);
  if (month === undefined) return Number.NaN;
  const year = numbers.find((number) => number.length === 4) ?? numbers[1];
  const day = numbers.find((number) => number !== year) ?? '0';
  if (year === undefined || year.length === 3 || day.length > 2) return Number.NaN;
  return dateOf(fullYear(year), month, Number(day));
}

/**
 * A date as the number yyyymmdd: 20200131 for `2020-01-31`, `31.01.2020`, `Jan 31st, 2020`; 20200000 for `2020`,
 * 20200100 for `2020-01`. NaN if it is none. Seconds and milliseconds since 1970 are dates too.
 * @param format order of day and month in `01/02/2020`; a number above 12 is the day in any case
 */
export function parseDate(value: string, format?: ValueFormat): number {
  const trimmed = value.trim();
  const text = trimmed.replace(TIME, '');
  const yearFirst = YEAR_FIRST.exec(text) ?? DIGITS.exec(text)?.toSpliced(2, 0, '');
  if (yearFirst) {
    const [, year, , month = '0', day = '0'] = yearFirst;
    return dateOf(Number(year), Number(month), Number(day));
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [, first, , second, year] = yearLast;
    const [a, b] = [Number(first), Number(second)];
    const dayFirst = a > 12 || (b <= 12 && format === 'day-first');
    return dateOf(fullYear(year!), dayFirst ? b : a, dayFirst ? a : b);
  }
  const monthYear = MONTH_YEAR.exec(text);
  if (monthYear) return dateOf(Number(monthYear[2]), Number(monthYear[1]), 0);
  if (/^\d{10}(\d{3})?$/.test(text)) {
    const time = new Date(Number(text.padEnd(13, '0')));
    return Number(time.toISOString().slice(0, 10).replaceAll('-', ''));
  }
  return writtenDate(trimmed);
}

/** Whether a value can only be a date: a bare year could be a number as well. */
export const isDate = (value: string) => !isNumber(value) && !Number.isNaN(parseDate(value));

/**
 * The order of day and month in a column, from its own values: a number above 12 is a day, dates in order stay
 * in order, and the first of each month is a day. Undefined if no value has such a date.
 */
export function dateFormat(
  values: readonly string[],
): { readonly format: ValueFormat; readonly sure: boolean } | undefined {
  const pairs = values.flatMap((value) => {
    const match = YEAR_LAST.exec(value.trim().replace(TIME, ''));
    return match ? [[Number(match[1]), Number(match[3])] as const] : [];
  });
  if (pairs.length === 0) return undefined;
  const days = pairs.filter(([first]) => first > 12).length;
  const months = pairs.filter(([, second]) => second > 12).length;
  if (days !== months) return { format: days > months ? 'day-first' : 'month-first', sure: true };
  const [firsts, seconds] = [0, 1].map((i) => new Set(pairs.map((pair) => pair[i])).size);
  const ordered = (format: ValueFormat) => {
    const dates = values.map((value) => parseDate(value, format));
    const steps = dates.slice(1).map((date, i) => date - dates[i]!);
    return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  };
  const [dayOrdered, monthOrdered] = [ordered('day-first'), ordered('month-first')];
  if (pairs.length > 4 && dayOrdered !== monthOrdered) {
    return { format: dayOrdered ? 'day-first' : 'month-first', sure: true };
  }
  if (pairs.length > 4 && (firsts === 1) !== (seconds === 1)) {
    return { format: firsts === 1 ? 'day-first' : 'month-first', sure: true };
  }
  const dotted = values.some((value) => /^\d{1,2}\.\d{1,2}\.\d/.test(value.trim()));
  return { format: dotted ? 'day-first' : 'month-first', sure: dotted };
}
