/** A text without blank lines, words that a line break divides, and lines of page numbers. */
export const tidyText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replaceAll(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !/^(page )?\d{1,4}( of \d+)?$/i.test(line))
    .join('\n');
