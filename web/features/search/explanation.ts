import type { Explanation } from '#shared/contract/search.ts';

/** A piece of a passage, and whether its word was asked for or is near in meaning. */
export interface Piece {
  text: string;
  kind: 'plain' | 'term' | 'concept';
}

const endings = new Set([
  '',
  's',
  'es',
  'e',
  'ed',
  'ing',
  'y',
  'ies',
  'ied',
  'er',
  'ers',
  'ion',
  'ions',
  'al',
  'ly',
]);

/** The index knows stems, the explanation names one form of each: the text may have another. */
function isFormOf(term: string, word: string): boolean {
  let shared = 0;
  while (shared < term.length && term[shared] === word[shared]) shared += 1;
  if (shared === term.length && shared === word.length) return true;
  const endsWell = (form: string) => {
    // "controlled" doubles a letter of "control" before its ending.
    const doubled = form[shared] === form[shared - 1] ? 1 : 0;
    return endings.has(form.slice(shared)) || endings.has(form.slice(shared + doubled));
  };
  return shared >= 3 && endsWell(term) && endsWell(word);
}

/** Cuts a passage at the words that explain the hit. */
export function highlight(text: string, { terms, concepts }: Explanation): Piece[] {
  const kindOf = (word: string): Piece['kind'] => {
    const names = (shares: Explanation['terms']) =>
      shares.some(({ term }) => isFormOf(term.toLowerCase(), word.toLowerCase()));
    if (names(terms)) return 'term';
    return names(concepts) ? 'concept' : 'plain';
  };
  const pieces: Piece[] = [];
  for (const [position, part] of text.split(/([\p{L}\p{N}]+)/u).entries()) {
    // Words stand between what separates them.
    const kind = position % 2 === 1 ? kindOf(part) : 'plain';
    const last = pieces.at(-1);
    if (kind === 'plain' && last?.kind === 'plain') last.text += part;
    else if (part !== '') pieces.push({ text: part, kind });
  }
  return pieces;
}
