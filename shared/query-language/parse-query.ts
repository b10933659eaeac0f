import { columnCondition } from './column-values.ts';
import { columnOf, type QueryColumn } from './columns.ts';
import type { QueryCondition } from './conditions.ts';
import { idCondition, listedNumbers } from './number-list.ts';
import { missingFields, QueryProblem, type Token, tokensOf } from './tokens.ts';

/** A query that was read. */
interface ReadQuery {
  /** The words that rank: all that may stand in a row. */
  readonly text: string;
  /** Rows must meet all of them. */
  readonly conditions: readonly QueryCondition[];
  /** Where each condition stands in the query: from `start` to before `end`. */
  readonly places: readonly QueryPlace[];
  /** Why the query could not be read. Then all of it is words. */
  readonly problem?: string;
  /** Names before a colon that no column has: they are read as words. Absent if there are none. */
  readonly missing?: readonly string[];
}

/** Characters of a query. */
export interface QueryPlace {
  readonly start: number;
  readonly end: number;
}

/** Longer texts are read as words. */
const MAX_QUERY_LENGTH = 20_000;
const MAX_TOKENS = 500;
const MAX_LEVELS = 10;

/** A part of a query: what rows must meet, and the words that rank. */
interface Part extends QueryPlace {
  readonly condition: QueryCondition;
  readonly words: readonly string[];
  /** Whether nothing but its place in the query makes it a condition: it is a single word. */
  readonly isPlain: boolean;
  /** The phrase of a word or quotation, which may stand near another. */
  readonly phrase?: string;
}

/**
 * Reads a query: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*`, `field:value`. Words
 * without any of these only rank. A list of numbers of publications finds these. A query that cannot be read is words, with the reason in `problem`.
 */
export function parseQuery(query: string, columns: readonly QueryColumn[]): ReadQuery {
  if (query.length > MAX_QUERY_LENGTH) {
    const problem = `A query has at most ${MAX_QUERY_LENGTH.toLocaleString('en')} characters.`;
    return asWords(query, problem);
  }
  const numbers = listedNumbers(query);
  const ids = columns.find(({ kind }) => kind === 'id');
  if (numbers && ids) {
    const places = [{ start: 0, end: query.length }];
    return { text: '', conditions: [idCondition(ids.name, numbers)], places };
  }
  try {
    const tokens = tokensOf(query, (name) => columnOf(columns, name) !== undefined);
    if (tokens.length > MAX_TOKENS)
      throw new QueryProblem(`A query has at most ${MAX_TOKENS} parts.`);
    const missing = missingFields(tokens);
    const read = new Reader(query, tokens, columns).read();
    return missing.length > 0 ? { ...read, missing } : read;
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    return asWords(query, error.message);
  }
}

const asWords = (query: string, problem: string): ReadQuery => ({
  text: query,
  conditions: [],
  places: [],
  problem,
});

class Reader {
  readonly #query: string;
  readonly #tokens: readonly Token[];
  readonly #columns: readonly QueryColumn[];
  #at = 0;
  #level = 0;

  constructor(query: string, tokens: readonly Token[], columns: readonly QueryColumn[]) {
    this.#query = query;
    this.#tokens = tokens;
    this.#columns = columns;
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takes(kind: Token['kind']): boolean {
    if (this.#next?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  read(): ReadQuery {
    const parts = this.#parts(undefined);
    if (this.#next) throw new QueryProblem('A bracket is closed that was not opened.');
    // Words alone only rank; with an operator between them, they are conditions.
    const isJoined = this.#tokens.some(({ kind }) => ['and', 'or', 'near'].includes(kind));
    const wanted = parts.filter(({ isPlain }) => isJoined || !isPlain);
    return {
      text: parts.flatMap(({ words }) => words).join(' '),
      conditions: wanted.map(({ condition }) => condition),
      places: wanted.map(({ start, end }) => ({ start, end })),
    };
  }

  /** A part that consists of the tokens from number `from` to the last one that was read. */
  #part(from: number, part: Omit<Part, keyof QueryPlace>): Part {
    return { ...part, start: this.#tokens[from]!.start, end: this.#tokens[this.#at - 1]!.end };
  }

  /** Parts joined by `OR`, or one after the other. */
  #parts(column: QueryColumn | undefined): Part[] {
    const from = this.#at;
    const choices = [this.#sequence(column)];
    while (this.#takes('or')) choices.push(this.#sequence(column));
    if (choices.length === 1) return choices[0]!;
    const parts = choices.map(allOf);
    return [
      this.#part(from, {
        condition: { or: parts.map(({ condition }) => condition) },
        words: parts.flatMap(({ words }) => words),
        isPlain: false,
      }),
    ];
  }

  #sequence(column: QueryColumn | undefined): Part[] {
    const parts = [this.#near(column)];
    for (;;) {
      const isJoined = this.#takes('and');
      const kind = this.#next?.kind;
      if (kind === undefined || kind === 'close' || kind === 'or') {
        if (isJoined) throw new QueryProblem('A word is missing after AND.');
        return parts;
      }
      parts.push(this.#near(column));
    }
  }

  #near(column: QueryColumn | undefined): Part {
    const from = this.#at;
    let left = this.#one(column);
    const all: QueryCondition[] = [];
    const words = [...left.words];
    for (let token = this.#next; token?.kind === 'near'; token = this.#next) {
      this.#at++;
      const right = this.#one(column);
      if (left.phrase === undefined || right.phrase === undefined) {
        throw new QueryProblem('NEAR stands between two words or quotations.');
      }
      const near: [string, string] = [left.phrase, right.phrase];
      all.push({ near, within: token.within, ...(column && { columns: [column.name] }) });
      words.push(...right.words);
      left = right;
    }
    if (all.length === 0) return left;
    const condition = all.length === 1 ? all[0]! : { and: all };
    return this.#part(from, { condition, words, isPlain: false });
  }

  #one(column: QueryColumn | undefined): Part {
    const token = this.#next;
    const from = this.#at++;
    switch (token?.kind) {
      case 'must':
        return this.#part(from, { ...this.#one(column), isPlain: false });
      case 'not': {
        const { condition } = this.#one(column);
        return this.#part(from, { condition: { not: condition }, words: [], isPlain: false });
      }
      case 'open':
        return this.#part(from, this.#bracket(column));
      case 'field':
        return this.#part(from, this.#field(columnOf(this.#columns, token.name)!));
      case 'phrase':
      case 'word':
        return this.#part(from, wordPart(token.text, token.kind === 'word', column));
      default:
        throw new QueryProblem(
          token ? `A word is missing before ${nameOf(token)}.` : 'A word is missing at the end.',
        );
    }
  }

  #bracket(column: QueryColumn | undefined): Omit<Part, keyof QueryPlace> {
    if (++this.#level > MAX_LEVELS)
      throw new QueryProblem(`Brackets are nested at most ${MAX_LEVELS} levels deep.`);
    const parts = this.#parts(column);
    if (!this.#takes('close')) throw new QueryProblem('A bracket is not closed.');
    this.#level--;
    // Texts have brackets, too: `a housing (12)`. Alone they are not operators.
    return { ...allOf(parts), isPlain: parts.every(({ isPlain }) => isPlain) };
  }

  #field(column: QueryColumn): Omit<Part, keyof QueryPlace> {
    if (['body', 'title', 'text'].includes(column.kind))
      return { ...this.#one(column), isPlain: false };
    const from = this.#at;
    const values = this.#values();
    const numbers = column.kind === 'id' ? this.#numbersFrom(from) : undefined;
    return { condition: columnCondition(column, numbers ?? values), words: [], isPlain: false };
  }

  /** What was read since a token, if it is nothing but numbers of publications, which may be written with spaces and commas. */
  #numbersFrom(from: number): string[] | undefined {
    const { start } = this.#tokens[from]!;
    const { end } = this.#tokens[this.#at - 1]!;
    return listedNumbers(
      this.#query.slice(start, end).replaceAll(/[()"“”„«»]|(?<=\s)OR(?=\s)/gu, ';'),
    );
  }

  /** What stands after a field of codes, dates or numbers: a word, a quotation, or a list in brackets. */
  #values(): string[] {
    const texts: string[] = [];
    const isList = this.#takes('open');
    let isNew = true;
    for (let token = this.#next; token; token = this.#next) {
      if (token.kind !== 'word' && token.kind !== 'phrase' && token.kind !== 'or') break;
      this.#at++;
      if (token.kind === 'or') isNew = true;
      else {
        // Words of a name stand one after the other; commas end it.
        const pieces = token.kind === 'word' ? token.text.split(/[,;]/) : [token.text];
        for (const [i, piece] of pieces.entries()) {
          if (i > 0 || token.kind === 'phrase') isNew = true;
          if (piece === '') continue;
          if (isNew) texts.push(piece);
          else texts.push(`${texts.pop()} ${piece}`);
          isNew = token.kind === 'phrase';
        }
      }
      if (!isList) break;
    }
    if (isList && !this.#takes('close')) {
      throw new QueryProblem('A list of values is not closed, or has more than values in it.');
    }
    if (texts.length === 0) throw new QueryProblem('A value is missing after a field.');
    return texts;
  }
}

const nameOf = ({ kind }: Token) => (kind === 'close' ? 'a closing bracket' : kind.toUpperCase());

function allOf(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0]!;
  return {
    condition: { and: parts.map(({ condition }) => condition) },
    words: parts.flatMap(({ words }) => words),
    isPlain: false,
    start: parts[0]!.start,
    end: parts.at(-1)!.end,
  };
}

const HAS_WORD = /[\p{L}\p{N}]/u;

function wordPart(
  text: string,
  isPlain: boolean,
  column: QueryColumn | undefined,
): Omit<Part, keyof QueryPlace> {
  if (!HAS_WORD.test(text)) throw new QueryProblem(`"${text.slice(0, 50)}" has no words.`);
  const condition = { phrase: text, ...(column && { columns: [column.name] }) };
  return {
    condition,
    words: [text.replaceAll('*', '')],
    isPlain: isPlain && !text.endsWith('*'),
    phrase: text,
  };
}
