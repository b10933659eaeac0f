import { limits } from '#shared/limits.ts';

/** A name to begin with for something that is made of a text: the text in one line, cut after a word. */
export function nameFromText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= limits.listNameMaxLength) return line;
  return line.slice(0, limits.listNameMaxLength).replace(/\s\S*$/, '');
}
