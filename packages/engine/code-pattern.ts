import { itemsOf } from './column-values.ts';
import { refuse } from './conditions.ts';
import type { SchemaColumn } from './schema.ts';

/**
 * A test of codes and names as a regular expression of the syntax that JavaScript and Lucene share. It matches a whole
 * cell in the form of `fold`, or one of its items.
 */
export interface CodePattern {
  readonly source: string;
  /** A text that whatever matches has somewhere. */
  readonly part: string;
}

/** Characters with a meaning in regular expressions. */
const special = /[.?+*|{}[\]()"\\#@&<>~^$-]/;

const literal = (text: string) =>
  Array.from(text, (character) => (special.test(character) ? `\\${character}` : character));

/** What divides the parts of symbols, and the words of names. */
const BETWEEN_PARTS = '[ ./_\\-]*';
const BETWEEN_WORDS = '[ .,&\'’()/+_"\\-]';

const longest = (texts: readonly string[]) =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

function beginning(value: string): CodePattern {
  const characters = literal(value.replaceAll(/\s/g, ''));
  return {
    source: `${characters.join(' *')}.*`,
    part: longest(value.split(/\s+/)).slice(0, 1),
  };
}

/** The 14 characters of an IPC symbol in files: `A01K0047060000` is A01K 47/06. */
const PADDED = /^([a-h]\d\d[a-z])(\d{4})(\d{2,})$/;
const SYMBOL_PARTS = /[a-z]+|\d+/g;

/**
 * The symbol and all below it. Symbols consist of letters and numbers in turn, so that `A01K47` is not below `A01K4`, and
 * zeros before a number do not count. `A01K 47/00` stands for its group.
 */
function symbol(column: SchemaColumn, value: string): CodePattern {
  const plain = value.replace(PADDED, (_, subclass: string, main: string, sub: string) => {
    return `${subclass} ${main}/${sub.replace(/(?<=\d\d)0+$/, '')}`;
  });
  const parts = plain.match(SYMBOL_PARTS);
  if (!parts) {
    throw refuse(
      `"${value}" is not a symbol that the column "${column.name}" could hold. Write it as A01K 47/06.`,
    );
  }
  if (parts.length > 1 && /^0+$/.test(parts.at(-1)!)) parts.pop();
  const bare = parts.map((part) => part.replace(/^0+(?=\d)/, ''));
  const written = bare.map((part) => (/\d/.test(part) ? `0*${part}` : part));
  const other = /\d/.test(parts.at(-1)!) ? '[^0-9]' : '[^a-z]';
  const sources = [`${written.join(BETWEEN_PARTS)}(${other}.*)?`];
  const [section, group, subclass, main, sub, ...more] = bare;
  const isOfGroup = main !== undefined && more.length === 0 && main.length <= 4;
  if (isOfGroup && subclass !== undefined && /^\d{1,2}$/.test(group!)) {
    const head = `${section}0*${group}${subclass}${main.padStart(4, '0')}`;
    sources.push(sub === undefined ? `${head}[0-9]*` : `${head}${parts[4]}0*`);
  }
  return { source: sources.map((each) => `(${each})`).join('|'), part: longest(bare) };
}

/** Words that do not tell names of organizations apart. */
const LEGAL_FORMS = new Set(
  'ab ag and aktiengesellschaft as bv co company corp corporation et gesellschaft gmbh inc incorporated kaisha kabushiki kg kk limited llc lp ltd mbh nv oy oyj plc pty sa sarl sas se spa srl the und'.split(
    ' ',
  ),
);

const MOST_INITIALS = 4;

const wordsOfName = (name: string) =>
  name
    .replaceAll(/(?<=(^|[ .])\p{L})\.(?=\p{L}(\.|$))/gu, '')
    .split(new RegExp(`${BETWEEN_WORDS}+`))
    .filter((word) => word !== '');

/** Names that have the words one after the other, but for legal forms. */
function named(column: SchemaColumn, value: string): CodePattern {
  const all = wordsOfName(value);
  const telling = all.filter((word) => !LEGAL_FORMS.has(word));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0) throw refuse(`The filter on "${column.name}" has a name without words.`);
  const between = `${BETWEEN_WORDS}+((${[...LEGAL_FORMS].join('|')})${BETWEEN_WORDS}+)*`;
  // Short ones may be initials.
  const source = words
    .map((word) => literal(word).join(word.length <= MOST_INITIALS ? '\\.?' : ''))
    .join(between);
  const part = longest(words);
  return {
    source: `(.*${BETWEEN_WORDS})?${source}(${BETWEEN_WORDS}.*)?`,
    part: part.length <= MOST_INITIALS ? part.slice(0, 1) : part,
  };
}

const OPERATORS = {
  begins: (_: SchemaColumn, value: string) => beginning(value),
  contains: (_: SchemaColumn, value: string) => ({
    source: `.*${literal(value).join('')}.*`,
    part: value,
  }),
  under: symbol,
  named,
};

export type PatternOperator = keyof typeof OPERATORS;

export const isPatternOperator = (operator: string): operator is PatternOperator =>
  Object.hasOwn(OPERATORS, operator);

/**
 * The pattern of a value, in the form of `fold`.
 * @throws QueryError `bad_filter`
 */
export const codePattern = (
  column: SchemaColumn,
  operator: PatternOperator,
  value: string,
): CodePattern => OPERATORS[operator](column, value);

/** The texts of a cell that a pattern may match: the whole and its items. */
export const partsOfCell = (code: string): string[] => [code, ...itemsOf(code)];

/** An id without what people write in different ways: spaces, dashes and slashes. */
export const idKey = (folded: string) => folded.replaceAll(/[\s\p{Pd}\u2212/]/gu, '');
