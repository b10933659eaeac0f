import { AwsError } from '../service.ts';

/** S3 limits what comes before the file of a form to 20 KB. */
const MAX_FIELD_BYTES = 20_480;

/** A browser's form: its fields by lower-case name, then its file, still arriving. */
export interface Form {
  fields: Map<string, string>;
  fileName: string;
  file: AsyncIterable<Buffer>;
}

/**
 * Reads `multipart/form-data` up to the file, which must come last: S3 ignores fields behind it.
 * Throws on a form that is not well-formed, has a field twice or no file.
 */
export async function readForm(body: AsyncIterable<Buffer>, contentType: string): Promise<Form> {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(
    contentType,
  );
  if (!match) throw malformed('The Content-Type has no boundary.');
  const delimiter = Buffer.from(`\r\n--${match[1] ?? match[2]}`);
  // The first boundary has no line end before it.
  const reader = new DelimitedReader(body, Buffer.from('\r\n'));
  const fields = new Map<string, string>();
  await reader.until(delimiter);
  for (;;) {
    const end = (await reader.until(CRLF)).toString('latin1').trim();
    if (end === '--')
      throw new AwsError('InvalidArgument', 'POST requires exactly one file upload per request.');
    if (end !== '') throw malformed('A boundary is followed by something else.');
    const { name, fileName } = readDisposition((await reader.until(HEADERS_END)).toString());
    if (name === 'file') return { fields, fileName, file: reader.stream(delimiter) };
    if (fields.has(name))
      throw new AwsError('InvalidArgument', `The field ${name} is given twice.`);
    fields.set(name, (await reader.until(delimiter)).toString());
  }
}

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

function readDisposition(headers: string): { name: string; fileName: string } {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const parameter = (name: string) =>
    new RegExp(`[;\\s]${name}="([^"]*)"`, 'i').exec(disposition)?.[1]?.replaceAll('%22', '"');
  const name = parameter('name')?.toLowerCase();
  if (!name) throw malformed('A part of the form has no name.');
  // Some browsers send the whole path; only its last step is the file's name.
  return { name, fileName: parameter('filename')?.split(/[/\\]/).at(-1) ?? '' };
}

/** Cuts a stream of bytes at delimiters, holding back no more than a delimiter's length. */
class DelimitedReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer;
  #fieldBytes = 0;

  constructor(body: AsyncIterable<Buffer>, start: Buffer) {
    this.#chunks = body[Symbol.asyncIterator]();
    this.#buffer = start;
  }

  /** Bytes up to the delimiter, which is read too. Throws when all fields together get too large. */
  async until(delimiter: Buffer): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(delimiter)) {
      pieces.push(piece);
      this.#fieldBytes += piece.length;
      if (this.#fieldBytes > MAX_FIELD_BYTES) {
        throw new AwsError(
          'MaxPostPreDataLengthExceeded',
          'Your POST request fields preceding the upload file were too large.',
        );
      }
    }
    return Buffer.concat(pieces);
  }

  async *stream(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter);
      if (at !== -1) {
        const before = this.#buffer.subarray(0, at);
        this.#buffer = this.#buffer.subarray(at + delimiter.length);
        if (before.length > 0) yield before;
        return;
      }
      // What could be the beginning of a delimiter is held back.
      const overlap = delimiter.length - 1;
      const safe = Math.max(0, this.#buffer.length - overlap);
      const held = this.#buffer.subarray(safe);
      if (safe > 0) yield this.#buffer.subarray(0, safe);
      const { value, done } = await this.#chunks.next();
      if (done) throw malformed('The form ends in the middle.');
      // Joining each chunk to what was held back would copy the whole file; mostly it is enough to look at the seam.
      const seam = Buffer.concat([held, value.subarray(0, overlap)]);
      if (value.length < overlap || seam.includes(delimiter)) {
        this.#buffer = Buffer.concat([held, value]);
        continue;
      }
      this.#buffer = value;
      if (held.length > 0) yield held;
    }
  }
}

const malformed = (reason: string) =>
  new AwsError(
    'MalformedPOSTRequest',
    `The body of your POST request is not well-formed multipart/form-data. ${reason}`,
  );
