/** A query that cannot be read. `message` is written for its author. */
export class QueryProblem extends Error {}

/** A piece of a query, and where it stands in it: from `start` to before `end`. */
export type Token = { readonly start: number; readonly end: number } & Piece;

type Piece =
  | { readonly kind: 'open' | 'close' | 'and' | 'not' | 'must' }
  // Apart, so that it can be told from words in lists of values.
  | { readonly kind: 'or' }
  | { readonly kind: 'near'; readonly within: number }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'phrase' | 'word'; readonly text: string };

const NEAR = /^NEAR(?:\/(\d{1,3}))?$/;
/** Words between the sides of a plain `NEAR`. */
const NEAR_WORDS = 5;
const FIELD = /^(\p{L}[\p{L}\p{N}_]*):(.*)$/su;
const QUOTES = '"“”„«»';
const END = new RegExp(`[\\s()${QUOTES}]`, 'u');

/**
 * Divides a query into tokens. A field is a name before a colon that `isField` knows.
 * @throws QueryProblem if a quotation does not end
 */
export function tokensOf(query: string, isField: (name: string) => boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const push = (piece: Piece, start: number, end: number) => tokens.push({ ...piece, start, end });
  const isAfterGap = () => at === 0 || /[\s(:+-]/.test(query[at - 1]!);
  while (at < query.length) {
    const character = query[at]!;
    if (/\s/.test(character)) at++;
    else if (character === '(' || character === ')') {
      push({ kind: character === '(' ? 'open' : 'close' }, at, at + 1);
      at++;
    } else if (QUOTES.includes(character)) {
      let end = at + 1;
      while (end < query.length && !QUOTES.includes(query[end]!)) end++;
      if (end === query.length) {
        throw new QueryProblem(`The quotation that begins at character ${at + 1} does not end.`);
      }
      push({ kind: 'phrase', text: query.slice(at + 1, end) }, at, end + 1);
      at = end + 1;
    } else if ((character === '+' || character === '-') && isAfterGap()) {
      const next = query[at + 1];
      if (next !== undefined && !/[\s)]/.test(next)) {
        push({ kind: character === '+' ? 'must' : 'not' }, at, at + 1);
      }
      at++;
    } else {
      let end = at;
      while (end < query.length && !END.test(query[end]!)) end++;
      const [piece, length] = wordPiece(query.slice(at, end), isField);
      push(piece, at, at + length);
      at += length;
    }
  }
  return tokens;
}

/** The piece that a word is or begins with, and how many characters it has. */
function wordPiece(word: string, isField: (name: string) => boolean): [Piece, number] {
  const near = NEAR.exec(word);
  const operator = ({ AND: 'and', OR: 'or', NOT: 'not' } as const)[word];
  const [, name = '', value = ''] = FIELD.exec(word) ?? [];
  if (operator) return [{ kind: operator }, word.length];
  if (near) return [{ kind: 'near', within: Number(near[1] ?? NEAR_WORDS) }, word.length];
  if (name !== '' && isField(name)) return [{ kind: 'field', name }, word.length - value.length];
  return [{ kind: 'word', text: word }, word.length];
}

/** Names that stand before a colon and a value, and that `isField` did not know. Times, ratios and addresses have none. */
export const missingFields = (tokens: readonly Token[]): string[] => [
  ...new Set(
    tokens.flatMap((token, at) => {
      if (token.kind !== 'word') return [];
      const [, name, value = ''] = FIELD.exec(token.text) ?? [];
      const next = tokens[at + 1];
      const isBefore = next?.start === token.end && ['open', 'phrase'].includes(next.kind);
      return name && (value === '' ? isBefore : !/^[:/]/.test(value)) ? [name] : [];
    }),
  ),
];
