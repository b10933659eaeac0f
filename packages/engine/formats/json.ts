import { damaged } from './expand.ts';
import { NumberText, type TableText, TextChunks } from './table-text.ts';

/** Bytes of one record. */
const MAX_RECORD_BYTES = 16 << 20;
const TOO_LONG = 'The row is longer than 16 MB.';
const NO_OBJECT = 'The row is not a JSON object.';
/** Digits from which a double may not hold an integer. */
const MANY_DIGITS = /\d{16}/;

/** Records that a chunk of bytes ends. Undefined are those that are too long. */
type Records = (Uint8Array | undefined)[];

/** Keeps what stands in chunks until a record ends. */
class Pieces {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // The chunk is the caller's.
    if (this.#bytes <= MAX_RECORD_BYTES) this.#pieces.push(Uint8Array.from(piece));
    else this.#pieces = [];
  }

  end(piece: Uint8Array): Uint8Array | undefined {
    const bytes = this.#bytes + piece.length;
    const record = this.#bytes === 0 ? piece : Buffer.concat([...this.#pieces, piece]);
    this.#pieces = [];
    this.#bytes = 0;
    return bytes > MAX_RECORD_BYTES ? undefined : record;
  }
}

async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Records> {
  const pieces = new Pieces();
  let isOpen = false;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const records: Records = [];
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      records.push(pieces.end(bytes.subarray(from, at)));
      from = at + 1;
    }
    isOpen = from < bytes.length || (isOpen && from === 0);
    if (from < bytes.length) pieces.add(bytes.subarray(from));
    yield records;
  }
  if (isOpen) yield [pieces.end(new Uint8Array(0))];
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** The items of one list. Its items may be broken, as long as their brackets and quotes are whole. */
async function* itemsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Records> {
  const pieces = new Pieces();
  let [depth, isText, isEscaped, isOver] = [0, false, false, false];
  for await (const chunk of chunks) {
    const records: Records = [];
    let from = 0;
    for (let i = 0; i < chunk.length && !isOver; i++) {
      const byte = chunk[i]!;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (depth === 0) from = i + 1;
        depth++;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth--;
        isOver = depth === 0;
        if (isOver) records.push(pieces.end(chunk.subarray(from, i)));
      } else if (byte === COMMA && depth === 1) {
        records.push(pieces.end(chunk.subarray(from, i)));
        from = i + 1;
      }
    }
    if (!isOver && depth > 0) pieces.add(chunk.subarray(from));
    // A list may be empty, or end with a comma.
    yield isOver && isBlank(records.at(-1)) ? records.slice(0, -1) : records;
    if (isOver) return;
  }
  throw damaged('JSON list');
}

const isBlank = (bytes: Uint8Array | undefined) => bytes?.every((byte) => byte <= 32) ?? false;

/** Integers that a double cannot hold stay as they are written. */
const parsed = (text: string): unknown =>
  MANY_DIGITS.test(text)
    ? JSON.parse(text, (_, value, context?: { source?: string }) =>
        typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
          ? new NumberText(context?.source ?? String(value))
          : value,
      )
    : JSON.parse(text);

function rowOf(bytes: Uint8Array | undefined, table: TableText, decoder: TextDecoder): string {
  if (!bytes) return table.rejected(TOO_LONG, '');
  const text = decoder.decode(bytes).trim();
  if (text === '') return '\n';
  try {
    const value = parsed(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return table.rejected(NO_OBJECT, text);
    }
    return table.row(value as Record<string, unknown>);
  } catch (error) {
    // A value may also be nested too deeply to be written again.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return table.rejected(NO_OBJECT, text);
  }
}

async function* rowsOf(batches: AsyncIterable<Records>, table: TableText) {
  const decoder = new TextDecoder();
  const text = new TextChunks();
  for await (const records of batches) {
    for (const record of records) {
      const chunk = text.add(rowOf(record, table, decoder));
      if (chunk) yield chunk;
    }
  }
  yield text.take();
}

/** The objects of JSON lines as rows. Line n of the text is line n of the file. */
export const rowsOfLines = (chunks: AsyncIterable<Uint8Array>, table: TableText) =>
  rowsOf(linesIn(chunks), table);

/** The objects of one JSON list as rows. Line n of the text is item n of the list. */
export const rowsOfItems = (chunks: AsyncIterable<Uint8Array>, table: TableText) =>
  rowsOf(itemsIn(chunks), table);
