/** Rows of text as term numbers, field by field and row by row. */
export interface TermRows {
  readonly fieldCount: number;
  readonly tokens: Uint32Array;
  /** End of each field of each row in `tokens`; rows × fields entries. */
  readonly ends: Uint32Array;
}

/** First and last token (exclusive) of a row. */
export function rowSpan(
  { fieldCount, ends }: Pick<TermRows, 'fieldCount' | 'ends'>,
  row: number,
): readonly [number, number] {
  return [row === 0 ? 0 : ends[row * fieldCount - 1]!, ends[(row + 1) * fieldCount - 1]!];
}
