import type { Position } from './checkpoint.ts';
import type { Catalog, Choice, Format, Outcome } from './formats/format.ts';
import { type Fingerprint, fingerprint, isSame } from './input/fingerprint.ts';
import { InputError } from './input/input-error.ts';
import { textsOf } from './input/input-file.ts';
import { type RawRecord, RecordSplitter } from './input/record-splitter.ts';
import type { OpenText, Text } from './input/text.ts';

/** A record of an input file with its result. */
export interface ReadRecord {
  readonly outcome: Outcome;
  readonly source?: Format['source'];
  readonly file: string;
  readonly entry?: string;
  readonly offset: number;
  /** Images that were delivered with the record. */
  readonly image?: Text['image'];
  /** Approximate number of bytes of all input files read so far. */
  consumedBytes(): number;
  /** Position of the next record. */
  next(): Position;
}

/** Bytes from which the format is detected. The head of a Wikipedia dump has some 10 KB. */
const HEAD_BYTES = 256 << 10;

const tooLong = (mostBytes: number): Outcome => ({
  reason: `The record is longer than ${mostBytes >> 20} MB.`,
});

/**
 * Reads the records of all input files from a position on.
 * @throws InputError if a file is damaged, truncated, or changes while it is read
 */
export async function* readRecords(
  catalog: Catalog,
  inputs: readonly Fingerprint[],
  from: Position,
  choice: Choice,
): AsyncGenerator<ReadRecord> {
  const reader: Reader = {
    inputs: catalog.inputs,
    unreadKind: (head) => catalog.unreadKind?.(head),
    formatOf: (head, fileName) => catalog.formatOf(head, { ...choice, fileName }),
  };
  let before = inputs.slice(0, from.file).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (let file = from.file; file < inputs.length; file++) {
    const input = inputs[file]!;
    const texts = await textsOf(input.path);
    for (let text = file === from.file ? from.text : 0; text < texts.length; text++) {
      const isFirst = file === from.file && text === from.text;
      const start = isFirst ? from : { file, text, offset: 0 };
      yield* readText(reader, input.path, texts[text]!, start, before);
    }
    if (!isSame(fingerprint(input.path), input)) {
      throw new InputError(input.path, 'has changed while it was read', {
        advice: 'Wait until it is complete',
      });
    }
    before += input.sizeBytes;
  }
}

/** A catalogue with its options applied. */
interface Reader {
  readonly inputs: string;
  unreadKind(head: Buffer): string | undefined;
  formatOf(head: Buffer, fileName: string): Format | undefined;
}

async function* readText(
  { inputs, unreadKind, formatOf }: Reader,
  path: string,
  text: Text,
  start: Position,
  before: number,
): AsyncGenerator<ReadRecord> {
  const refused = (reason: string): ReadRecord => ({
    outcome: { reason },
    file: path,
    entry: text.entry,
    offset: 0,
    consumedBytes: () => before,
    next: () => ({ file: start.file, text: start.text + 1, offset: 0 }),
  });
  if (text.refusal) {
    yield refused(text.refusal);
    return;
  }
  const head = await headOf(text);
  const format = formatOf(head, text.entry ?? path);
  const name = text.entry ? `${path} (${text.entry})` : path;
  if (!format) {
    const kind = unreadKind(head);
    yield refused(
      kind ? `The file is ${kind}, which is not read.` : `The file is none of: ${inputs}`,
    );
    return;
  }
  const splitter = new RecordSplitter(format.cut, start.offset);
  const opened = text.open(start.offset, start.restart);
  const toRecord = ({ offset, length, bytes }: RawRecord): ReadRecord => ({
    outcome: bytes ? format.read(bytes) : tooLong(format.cut.maxBytes),
    source: format.source,
    file: path,
    entry: text.entry,
    image: text.image,
    offset,
    consumedBytes: () => before + opened.consumedBytes(),
    next: () => nextPosition(opened, start, offset + length),
  });
  for await (const chunk of opened.chunks) {
    for (const record of splitter.push(chunk)) yield toRecord(record);
  }
  for (const record of splitter.finish()) {
    if (record.bytes && !format.endsWhole(record.bytes)) {
      throw new InputError(name, `ends in the middle of the record at byte ${record.offset}`);
    }
    yield toRecord(record);
  }
}

function nextPosition(opened: OpenText, { file, text }: Position, offset: number): Position {
  return { file, text, offset, restart: opened.restartBefore(offset) };
}

/** First bytes of a text, decompressed. */
async function headOf(text: Text): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of text.open(0).chunks) {
    pieces.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}
