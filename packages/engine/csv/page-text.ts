import { decodeHTMLStrict } from 'entities';

const PROGRAM_TAG = /<(\/?)(script|style)\b[^<>]*>/gi;
const REFERENCE = /&(?:[a-z][a-z\d]*|#\d{1,7}|#x[\da-f]{1,6});/gi;
/** Characters that would be markup: their references stay. */
const MARKUP = /[<>&"']/;

/** Whether a text may have parts of pages that `pageText` changes. */
export const MAY_BE_PAGE = /&[a-z#]|<(script|style)/i;

/** A text without scripts and styles. An unclosed one stays. */
function withoutPrograms(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let open: { name: string; start: number } | undefined;
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(PROGRAM_TAG)) {
    const same = name.toLowerCase();
    if (slash === '') open ??= { name: same, start: index };
    else if (open?.name === same) {
      kept.push(text.slice(from, open.start));
      from = index + tag.length;
      open = undefined;
    }
  }
  return kept.length === 0 ? text : [...kept, text.slice(from)].join(' ');
}

/**
 * The text of a cell that has HTML: without scripts and styles, and with characters instead of their references
 * (`caf&eacute;` is `café`). Other tags stay, and are not searched.
 */
export const pageText = (cell: string): string =>
  withoutPrograms(cell).replace(REFERENCE, (reference) => {
    const character = decodeHTMLStrict(reference);
    return MARKUP.test(character) ? reference : character;
  });
