import { type DatePhrase, findDates } from './dates.ts';
import { english, offices } from './lexicon/english.ts';
import { findMentions } from './mentions.ts';

/** A word, a number, a mark, or something that is written in a form of its own, such as a publication number. */
export interface Token {
  /** Place in the message. */
  start: number;
  end: number;
  text: string;
  lower: string;
  /** What it does in a request: of `lexicon/`, or WORD, NUMBER, MARK, UCID, DATE, SYMBOL, KINDCODE, QUOTED. */
  classes: ReadonlySet<string>;
  /** Of a UCID the UCID, of an OFFICE its code, of a QUOTED what stands between the marks. */
  value?: string;
  date?: DatePhrase;
  /** It ends with `'s`. */
  isPossessive?: boolean;
}

interface Entry {
  words: string[];
  isBeginning: boolean;
  className: string;
  value?: string;
}

const wordPattern =
  /[\p{L}\p{N}](?:[\p{L}\p{N}&]|['’.\-/](?=[\p{L}\p{N}]))*(?:\.(?=\s\d))?|[^\s]/gu;
const wordsIn = (text: string) => text.toLowerCase().match(wordPattern) ?? [];

/** Entries of the lexicon by their first word, longer ones first, and those that are beginnings of words. */
const entries = new Map<string, Entry[]>();
const beginnings: Entry[] = [];
for (const [className, list] of Object.entries(english))
  for (const phrase of list.split(', ')) addEntry(phrase, className);
for (const [code, list] of Object.entries(offices))
  for (const phrase of list.split(', ')) addEntry(phrase, 'OFFICE', code);
for (const list of entries.values())
  list.sort((one, other) => other.words.length - one.words.length);

function addEntry(phrase: string, className: string, value?: string): void {
  const isBeginning = phrase.endsWith('*');
  const words = wordsIn(isBeginning ? phrase.slice(0, -1) : phrase);
  const entry = { words, isBeginning, className, ...(value && { value }) };
  if (isBeginning) beginnings.push(entry);
  else entries.set(words[0]!, [...(entries.get(words[0]!) ?? []), entry]);
}

const quoted = /["“„«»「](?<inner>[^"”“»」\n]{2,80})["”»」]/g;
const symbol = /\b[A-HY]\d{2}[A-Z](?:\s?\d{1,4}(?:\/\d{1,6})?)?\b|\b[A-HY]\d{2}\b(?!\s*-)/g;
const kindCode = /^[ABCESUY]\d$/;
/** A capital letter, also after digits that begin a name: `9Solutions`, `3M`, but not `3D`. */
const capital = /^(?:\p{Lu}|\d+\p{Lu}\p{Ll}|3M$)/u;

/**
 * Reads a message into tokens, from left to right. Longer phrases of the lexicon are one token.
 * @param today YYYY-MM-DD
 */
export function readTokens(message: string, today: string): Token[] {
  const fixed = fixedTokens(message, today);
  const tokens: Token[] = [];
  let at = 0;
  for (const token of [...fixed, undefined]) {
    tokens.push(...wordTokens(message, at, token?.start ?? message.length));
    if (token) {
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

/** What has a form of its own. Of two that overlap, the first in this order counts. */
function fixedTokens(message: string, today: string): Token[] {
  const found: Token[] = [];
  const add = (start: number, end: number, className: string, more: Partial<Token> = {}) => {
    if (found.some((other) => start < other.end && other.start < end)) return;
    const text = message.slice(start, end);
    found.push({
      start,
      end,
      text,
      lower: text.toLowerCase(),
      classes: new Set([className]),
      ...more,
    });
  };
  for (const { start, end, ucid } of findMentions(message))
    add(start, end, 'UCID', { value: ucid });
  // Dates may not hold a publication number.
  const masked = found.reduce(
    (text, { start, end }) => text.slice(0, start) + '\u0000'.repeat(end - start) + text.slice(end),
    message,
  );
  for (const date of findDates(masked, today)) add(date.start, date.end, 'DATE', { date });
  for (const { index, 0: all, groups } of message.matchAll(quoted))
    add(index, index + all.length, 'QUOTED', { value: groups!.inner!.trim() });
  for (const { index, 0: all } of message.matchAll(symbol))
    add(index, index + all.length, /^[A-HY]\d{2}$/.test(all) ? 'SHORTSYMBOL' : 'SYMBOL', {
      value: all.replace(/\s/g, ''),
    });
  return found.toSorted((one, other) => one.start - other.start);
}

function wordTokens(message: string, from: number, to: number): Token[] {
  const words = [...message.slice(from, to).matchAll(wordPattern)].map(({ index, 0: text }) => ({
    start: from + index,
    text,
  }));
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const { start, text } = words[at]!;
    const isPossessive = /^\p{L}.*['’]s$/u.test(text);
    const lower = text.toLowerCase().replaceAll('’', "'");
    const { length, classes, value } = classesAt(words, at, text, lower);
    const last = words[at + length - 1]!;
    const end = last.start + last.text.length;
    const whole = message.slice(start, end);
    tokens.push({
      start,
      end,
      text: whole,
      lower: whole.toLowerCase().replaceAll('’', "'"),
      classes,
      ...(value && { value }),
      ...(isPossessive && length === 1 && { isPossessive }),
    });
    at += length;
  }
  return tokens;
}

/** Classes that each of these words has by itself. */
function sharedClasses(words: readonly string[]): string[] {
  const own = words.map((word) =>
    (entries.get(word) ?? []).flatMap((entry) => (entry.words.length === 1 ? entry.className : [])),
  );
  return own[0]!.filter((name) => own.every((one) => one.includes(name)));
}

/** The classes of the longest phrase that begins here, and of its first word if it is the only one. */
function classesAt(
  words: readonly { text: string }[],
  at: number,
  text: string,
  lower: string,
): { length: number; classes: Set<string>; value?: string } {
  const lowerAt = (offset: number) => words[at + offset]?.text.toLowerCase().replaceAll('’', "'");
  const matching = (entries.get(lower) ?? []).filter((entry) =>
    entry.words.every((word, offset) => lowerAt(offset) === word),
  );
  const length = matching[0]?.words.length ?? 1;
  const same = matching.filter((entry) => entry.words.length === length);
  const classes = new Set(same.map(({ className }) => className));
  // A phrase also does what each of its words does by itself: "find me" belongs to the frame of a request.
  for (const name of length > 1 ? sharedClasses(matching[0]!.words) : []) classes.add(name);
  let value = same.find((entry) => entry.value)?.value;
  if (length === 1) {
    for (const {
      words: [start],
      className,
    } of beginnings)
      if (lower.startsWith(start!)) classes.add(className);
    if (kindCode.test(text)) classes.add('KINDCODE');
    if (text === 'US' || text === 'U.S') {
      classes.add('OFFICE');
      classes.delete('ME');
      value = 'US';
    }
    if (/^\d+$/.test(text)) classes.add('NUMBER');
    if (capital.test(text)) classes.add('CAPITAL');
    if (!/[\p{L}\p{N}]/u.test(text)) classes.add('MARK');
    else if (classes.size === 0 || (classes.size === 1 && classes.has('CAPITAL')))
      classes.add('WORD');
  }
  return { length, classes, ...(value && { value }) };
}
