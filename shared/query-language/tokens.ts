/** A query that cannot be read. `message` is written for its author. */
export class QueryProblem extends Error {}

/** A piece of a query. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'and' | 'not' | 'must' }
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
  const isAfterGap = () => at === 0 || /[\s(:+-]/.test(query[at - 1]!);
  while (at < query.length) {
    const character = query[at]!;
    if (/\s/.test(character)) at++;
    else if (character === '(' || character === ')') {
      tokens.push({ kind: character === '(' ? 'open' : 'close' });
      at++;
    } else if (QUOTES.includes(character)) {
      let end = at + 1;
      while (end < query.length && !QUOTES.includes(query[end]!)) end++;
      if (end === query.length) {
        throw new QueryProblem(`The quotation that begins at character ${at + 1} does not end.`);
      }
      tokens.push({ kind: 'phrase', text: query.slice(at + 1, end) });
      at = end + 1;
    } else if ((character === '+' || character === '-') && isAfterGap()) {
      const next = query[at + 1];
      if (next !== undefined && !/[\s)]/.test(next)) {
        tokens.push({ kind: character === '+' ? 'must' : 'not' });
      }
      at++;
    } else {
      let end = at;
      while (end < query.length && !END.test(query[end]!)) end++;
      at = pushWord(tokens, query.slice(at, end), at, isField);
    }
  }
  return tokens;
}

/** Adds the token of a word at a place; returns where reading goes on. */
function pushWord(
  tokens: Token[],
  word: string,
  at: number,
  isField: (name: string) => boolean,
): number {
  const near = NEAR.exec(word);
  const operator = ({ AND: 'and', OR: 'or', NOT: 'not' } as const)[word];
  const [, name = '', value = ''] = FIELD.exec(word) ?? [];
  if (operator === 'or') tokens.push({ kind: operator });
  else if (operator) tokens.push({ kind: operator });
  else if (near) tokens.push({ kind: 'near', within: Number(near[1] ?? NEAR_WORDS) });
  else if (name !== '' && isField(name)) {
    tokens.push({ kind: 'field', name });
    return at + word.length - value.length;
  } else tokens.push({ kind: 'word', text: word });
  return at + word.length;
}
