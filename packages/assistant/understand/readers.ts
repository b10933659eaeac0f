import type { Reader } from './pattern.ts';
import type { Token } from './tokens.ts';

const has = (token: Token | undefined, ...classes: string[]) =>
  token !== undefined && classes.some((one) => token.classes.has(one));

const longestName = 6;
const withoutPossessive = (text: string) => text.replace(/['’]s$/, '');

/** A name with capitals: `Hartwell Optics`, `University of California`, `Brandt & Sohn`. */
const capitalName: Reader = (tokens, at) => {
  const isName = (token: Token | undefined) =>
    has(token, 'CAPITAL') &&
    !has(token, 'UCID', 'DATE') &&
    !/^(?:January|February|March|April|May|June|July|August|September|October|November|December|CPC|IPC)$/.test(
      token!.text,
    );
  const first = tokens[at];
  // A month may begin a name, if another word of it follows: May Lighting.
  const begins = isName(first) || (has(first, 'CAPITAL') && isName(tokens[at + 1]));
  // A country by itself is an office.
  const needsMore = has(first, 'NONAME', 'OFFICE') && !isName(tokens[at + 1]);
  if (!begins || needsMore) return undefined;
  let end = at + 1;
  while (end - at < longestName) {
    if (isName(tokens[end]) && !has(tokens[end], 'OFFICE')) end += 1;
    // The dot of an initial: Thomas E. Creamer.
    else if (tokens[end]?.text === '.' && isInitial(tokens[end - 1]) && isName(tokens[end + 1]))
      end += 2;
    else if (
      /^(?:of|&|de|der|van|von|the)$/.test(tokens[end]?.lower ?? '') &&
      isName(tokens[end + 1])
    )
      end += 2;
    else break;
  }
  return { end, value: nameOf(tokens, at, end) };
};

/** A name after a word that announces one, even in lower case: it ends where the sentence goes on. */
const announcedName: Reader = (tokens, at) => {
  const capital = capitalName(tokens, at);
  if (capital) return capital;
  if (has(tokens[at], 'NONAME', 'NOUN', 'PRONOUN', 'PLURAL', 'UCID', 'DATE', 'MARK', 'ELSE'))
    return undefined;
  let end = at;
  while (end - at < longestName && isPlainWord(tokens[end])) end += 1;
  return end === at ? undefined : { end, value: nameOf(tokens, at, end) };
};

const isPlainWord = (token: Token | undefined) =>
  token !== undefined &&
  !has(token, 'STOP', 'MARK', 'DATE', 'UCID', 'AND', 'BY', 'SYMBOL', 'QUESTION');

const isInitial = (token: Token | undefined) => /^\p{Lu}$/u.test(token?.text ?? '');

/** What follows the name of a company after a comma: `Fractus, S.A.` */
const legalForm =
  /^(?:inc|ltd|limited|llc|l\.l\.c|corp|corporation|co|company|gmbh|ag|kg|se|s\.?a|s\.?a\.?s|n\.?v|b\.?v|ab|a\/s|oy|plc|l\.?p|s\.?r\.?l|s\.?p\.?a|k\.?k)$/;

const nameOf = (tokens: readonly Token[], from: number, to: number) => {
  const text = tokens
    .slice(from, to)
    .map((token) => token.text)
    .join(' ')
    .replace(/ \. /g, '. ');
  return withoutPossessive(text).replace(/[.,]+$/, '');
};

/** Several names: `Aldebaran and Parcelwing`, `A, B or C`, as alternatives. */
const several =
  (one: Reader): Reader =>
  (tokens, at) => {
    const first = one(tokens, at);
    if (!first) return undefined;
    const values = [first.value];
    let end = pastLegalForm(tokens, first.end);
    for (;;) {
      const next = tokens[end];
      if (!has(next, 'AND') && next?.text !== ',') break;
      let from = end + 1;
      if (next?.text === ',' && has(tokens[from], 'AND')) from += 1;
      // Only a name with capitals goes on with a list.
      if (has(tokens[from], 'BY')) from += 1;
      const further = capitalName(tokens, from);
      if (!further || has(tokens[from], 'SYMBOL', 'OFFICE', 'QUESTION')) break;
      values.push(further.value);
      end = pastLegalForm(tokens, further.end);
    }
    return { end, value: values.join(' | ') };
  };

/** Where a name ends with its legal forms and their dots: `Hartwell Co., Ltd.` */
function pastLegalForm(tokens: readonly Token[], from: number): number {
  const isForm = (token: Token | undefined) => legalForm.test(token?.lower ?? '');
  let end = from;
  for (;;) {
    if (tokens[end]?.text === '.' && isForm(tokens[end - 1])) end += 1;
    else if (tokens[end]?.text === ',' && isForm(tokens[end + 1])) end += 2;
    else return end;
  }
}

/** `Samsung's`, but not `Parkinson's disease`. */
const possessive: Reader = (tokens, at) => {
  let end = at;
  while (has(tokens[end], 'CAPITAL') && !tokens[end]!.isPossessive && end - at < longestName)
    end += 1;
  const last = tokens[end];
  if (!last?.isPossessive || !has(last, 'CAPITAL') || has(tokens[end + 1], 'EPONYM'))
    return undefined;
  if (/^(?:It|What|That|Who|Here|There|Let|How|Where)['’]s$/i.test(last.text)) return undefined;
  const from = has(tokens[at], 'FIND', 'SHOW', 'QUESTION', 'FRAME') && end > at ? at + 1 : at;
  return from === at ? { end: end + 1, value: nameOf(tokens, at, end + 1) } : undefined;
};

/** Class symbols, as alternatives. Classes of three characters look like many other things. */
const symbolsOf =
  (...forms: string[]): Reader =>
  (tokens, at) => {
    const values: string[] = [];
    let end = at;
    for (;;) {
      const token = tokens[end];
      if (!has(token, ...forms)) break;
      values.push(token!.value!.toUpperCase());
      end += 1;
      const joins = has(tokens[end], 'AND') || tokens[end]?.text === ',';
      if (!joins) break;
      let from = end + 1;
      while (has(tokens[from], 'AND', 'CLASSNOUN') || tokens[from]?.lower === 'in') from += 1;
      if (!has(tokens[from], ...forms)) break;
      end = from;
    }
    return values.length === 0 ? undefined : { end, value: values.join(' | ') };
  };

const longestPhrase = 4;

/** Words or phrases that must be there or must not, as alternatives: `hot air`, `starch or mould`. */
const words: Reader = (tokens, at) => {
  const phrases: string[] = [];
  let end = at;
  for (;;) {
    const quotedToken = tokens[end];
    if (has(quotedToken, 'QUOTED')) {
      phrases.push(quotedToken!.value!);
      end += 1;
    } else {
      let from = end;
      while (has(tokens[from], 'ARTICLE', 'VERB', 'THOSE') && from - end < 3) from += 1;
      let to = from;
      while (
        to - from < longestPhrase &&
        tokens[to] !== undefined &&
        !has(
          tokens[to],
          'STOP',
          'MARK',
          'AND',
          'FILLER',
          'DATE',
          'UCID',
          'BY',
          'SYMBOL',
          'OWNEDBY',
          'KINDCODE',
        )
      )
        to += 1;
      if (tokens.slice(from, to).every((token) => has(token, 'NUMBER'))) break;
      phrases.push(
        tokens
          .slice(from, to)
          .map(({ text }) => text)
          .join(' '),
      );
      end = to;
    }
    const joins =
      has(tokens[end], 'AND') &&
      !has(tokens[end + 1], 'BY', 'DATE', 'MUST', 'EXCLUDE', 'STOP', 'ONLY');
    if (!joins) break;
    end += 1;
  }
  return phrases.length === 0 ? undefined : { end, value: phrases.join(' | ') };
};

/** Parts of the grammar that are read by a procedure. */
export const readers: Readonly<Record<string, Reader>> = {
  NAME: capitalName,
  NAMES: several(capitalName),
  ANNOUNCED: several(announcedName),
  POSSESSIVE: possessive,
  SYMBOLS: symbolsOf('SYMBOL'),
  ALLSYMBOLS: symbolsOf('SYMBOL', 'SHORTSYMBOL'),
  WORDS: words,
};
