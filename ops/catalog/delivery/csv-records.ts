const QUOTE = 0x22;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Splits a CSV text that arrives in chunks into records. As in the engine, a quote opens a quoted cell only at its start, and the
 * cells of a dataset are separated by commas.
 */
export class CsvRecords {
  #rest: Buffer = Buffer.alloc(0);
  #isQuoted = false;
  /** Where a cell begins: after a comma or a line break. */
  #isStart = true;
  /** After a quote that closed a cell: another one opens it again, because it stands for one quote. */
  #isClosed = false;

  /** @returns whole records one after another, and where each ends; valid until the next chunk */
  push(chunk: Uint8Array): { bytes: Buffer; ends: number[] } {
    const scanned = this.#rest.length;
    const bytes = scanned > 0 ? Buffer.concat([this.#rest, chunk]) : Buffer.from(chunk);
    const ends: number[] = [];
    let isQuoted = this.#isQuoted;
    let isStart = this.#isStart;
    let isClosed = this.#isClosed;
    for (let at = scanned; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        const opens = !isQuoted && (isStart || isClosed);
        isClosed = isQuoted;
        isQuoted = opens;
        isStart = false;
      } else if (!isQuoted) {
        isClosed = false;
        isStart = byte === COMMA || byte === NEWLINE;
        if (byte === NEWLINE) ends.push(at + 1);
      }
    }
    this.#isQuoted = isQuoted;
    this.#isStart = isStart;
    this.#isClosed = isClosed;
    this.#rest = bytes.subarray(ends.at(-1) ?? 0);
    return { bytes, ends };
  }

  /** The last record, if the text does not end with a line break. */
  finish(): Buffer | undefined {
    return this.#rest.length > 0 ? this.#rest : undefined;
  }
}

/** The first cells of a record, as many as there are and are wanted. */
export function cellsOf(record: Buffer, wanted = Number.POSITIVE_INFINITY): string[] {
  let end = record.length;
  if (record[end - 1] === NEWLINE) end--;
  if (record[end - 1] === RETURN) end--;
  const cells: string[] = [];
  for (let at = 0; at <= end && cells.length < wanted; ) {
    let text = '';
    if (record[at] === QUOTE) {
      for (let from = at + 1; ; ) {
        const close = record.indexOf(QUOTE, from);
        if (close < 0 || close >= end) {
          text += record.toString('utf8', from, end);
          at = end;
          break;
        }
        text += record.toString('utf8', from, close);
        at = close + 1;
        if (record[at] !== QUOTE) break;
        text += '"';
        from = at + 1;
      }
    }
    const comma = record.indexOf(COMMA, at);
    const stop = comma < 0 || comma > end ? end : comma;
    cells.push(text + record.toString('utf8', at, stop));
    at = stop + 1;
  }
  return cells;
}
