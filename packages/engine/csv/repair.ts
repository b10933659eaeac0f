import type { CellList } from './scan.ts';

const SPACE = 32;

/**
 * Repairs a record with too many cells, caused by a delimiter in unquoted text. Cells are joined again
 * where the delimiter is followed by a space, as in sentences, if that gives the right number; otherwise in
 * the only column of free text.
 * @param first index of the record's first cell; the record is the last one in `cells`
 * @returns whether the record has the right number of cells now
 */
export function joinExtraCells(
  bytes: Uint8Array,
  { starts, ends }: CellList,
  first: number,
  { header, freeText }: { readonly header: readonly string[]; readonly freeText?: number },
): boolean {
  const found = starts.length - first;
  const extra = found - header.length;
  const cell = (i: number) => ({ start: starts.at(first + i), end: ends.at(first + i) });
  // Around a quoted cell, quotes stand between cell and delimiter.
  const isPlain = (i: number) => i === 0 || cell(i - 1).end + 1 === cell(i).start;
  const spaced = Array.from({ length: found }, (_, i) => i).filter(
    (i) => i > 0 && isPlain(i) && bytes[cell(i).start] === SPACE,
  );
  let joined: readonly number[];
  if (spaced.length === extra) joined = spaced;
  else if (freeText !== undefined) {
    joined = Array.from({ length: extra }, (_, i) => freeText + 1 + i);
    if (!joined.every(isPlain)) return false;
  } else return false;
  const cells = Array.from({ length: found }, (_, i) => cell(i));
  starts.length = first;
  ends.length = first;
  for (const [i, { start, end }] of cells.entries()) {
    if (joined.includes(i)) ends.length--;
    else starts.push(start);
    ends.push(end);
  }
  return true;
}
