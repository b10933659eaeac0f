import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DatasetError } from '../errors.ts';
import { damaged } from './expand.ts';
import { refused } from './refused.ts';
import { TextChunks } from './table-text.ts';
import type { ZipEntry } from './zip.ts';

/** Bytes of the texts of a workbook, which every sheet refers to, and of its other parts except for sheets. */
const MAX_TEXTS_BYTES = 200_000_000;
const MAX_PART_BYTES = 20_000_000;
/** Columns of a sheet that are read. */
const MAX_COLUMNS = 5000;
/** Rows that a sheet can have. */
const MAX_ROWS = 1_048_576;

/** Whether an archive is a workbook. */
export const isWorkbook = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => name === 'xl/workbook.xml');

/** An element without its namespace. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads a part of a workbook; `afterChunk` may pass on what has been found. */
async function* readXml<T>(
  entry: ZipEntry,
  most: number,
  events: XmlEvents,
  afterChunk: () => T | undefined,
): AsyncGenerator<T, void> {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
    events.open(localName(name), attributes),
  );
  parser.on('closetag', ({ name }) => events.close?.(localName(name)));
  parser.on('text', (text) => events.text?.(text));
  parser.on('error', () => {
    throw damaged('Excel workbook');
  });
  // A declaration could define entities, which workbooks never do.
  parser.on('doctype', () => {
    throw damaged('Excel workbook');
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of entry.open()) {
    bytes += chunk.length;
    if (bytes > most) {
      throw new DatasetError(
        'too_large',
        'The Excel workbook has more than 200 MB of texts. Save the sheet as CSV and upload that.',
      );
    }
    parser.write(decoder.decode(chunk, { stream: true }));
    const found = afterChunk();
    if (found !== undefined) yield found;
  }
  parser.close();
  const found = afterChunk();
  if (found !== undefined) yield found;
}

async function readPart(entry: ZipEntry | undefined, events: XmlEvents, most = MAX_PART_BYTES) {
  if (!entry) return;
  for await (const _ of readXml(entry, most, events, () => undefined));
}

/** Attribute of any namespace. */
const attributeOf = (attributes: Record<string, string>, name: string) =>
  attributes[Object.keys(attributes).find((key) => localName(key) === name) ?? ''];

/** Path of the first sheet that is not hidden, and whether dates count from 1904. */
async function findSheet(part: (name: string) => ZipEntry | undefined) {
  let [id, is1904, hasSheet] = ['', false, false];
  await readPart(part('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || hasSheet || (attributes.state ?? 'visible') !== 'visible') return;
      hasSheet = true;
      id = attributeOf(attributes, 'id') ?? '';
    },
  });
  let target = '';
  await readPart(part('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target ?? '';
    },
  });
  const sheet = part(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (!sheet) throw refused('an Excel workbook without a sheet that is shown');
  return { sheet, is1904 };
}

/** Number formats of Excel that show dates or times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Whether a number format shows dates: a letter of dates outside of quotes, brackets and escapes. */
const isDateFormat = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|_.|General/gi, ''));

/** Which styles of cells show dates. */
async function readDateStyles(part: ZipEntry | undefined): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  await readPart(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') own.set(Number(numFmtId), isDateFormat(formatCode));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        styles.push(own.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

/** Excel writes characters that XML cannot have as `_x000D_`. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The texts that cells refer to by number. */
async function readTexts(part: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = [];
  const reader = new RichText();
  const events: XmlEvents = {
    open: (name) => reader.open(name),
    close(name) {
      reader.close(name);
      if (name === 'si') texts.push(reader.take());
    },
    text: (text) => reader.text(text),
  };
  await readPart(part, events, MAX_TEXTS_BYTES);
  return texts;
}

/** Joins the parts of a text with formats; how it is pronounced (`rPh`) is left out. */
class RichText {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    this.#isText = false;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A serial day of Excel as a date in ISO form; one below a day is a time. */
function dateText(days: number, is1904: boolean): string {
  const time = Math.round((days * DAY_MS) / 1000) * 1000 + (is1904 ? EPOCH_1904 : EPOCH_1900);
  if (Math.abs(time) > 8.64e15) return String(days);
  const iso = new Date(time).toISOString().slice(0, 19);
  if (days >= 0 && days < 1) return iso.slice(11);
  return iso.endsWith('T00:00:00') ? iso.slice(0, 10) : iso;
}

/** Position of the column of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

const quoted = (cell: string | undefined) => `"${(cell ?? '').replaceAll('"', '""')}"`;

/** Reads the rows of a sheet. Line n of the text is row n of the sheet. */
class SheetReader implements XmlEvents {
  readonly #texts: readonly string[];
  readonly #isDate: readonly boolean[];
  readonly #is1904: boolean;
  readonly #lines = new TextChunks();
  readonly #rich = new RichText();
  #found: Uint8Array[] = [];
  /** Rows that were written. */
  #rows = 0;
  #row = 0;
  #cells: string[] = [];
  #cell = { column: 0, type: '', style: 0, value: '' };
  #isValue = false;

  constructor(texts: readonly string[], isDate: readonly boolean[], is1904: boolean) {
    this.#texts = texts;
    this.#isDate = isDate;
    this.#is1904 = is1904;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#row = Number(attributes.r ?? this.#row + 1);
      this.#cells = [];
      this.#cell.column = -1;
    } else if (name === 'c') {
      const column = attributes.r ? columnOf(attributes.r) : this.#cell.column + 1;
      const { t: type = 'n', s: style = '0' } = attributes;
      this.#cell = { column, type, style: Number(style), value: '' };
    } else this.#isValue = name === 'v';
    this.#rich.open(name);
  }

  text(text: string): void {
    if (this.#isValue) this.#cell.value += text;
    else this.#rich.text(text);
  }

  close(name: string): void {
    this.#isValue = false;
    this.#rich.close(name);
    if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #endCell(): void {
    const { column } = this.#cell;
    const inline = this.#rich.take();
    const text = this.#textOf(inline);
    if (text === '') return;
    if (column >= MAX_COLUMNS) {
      throw new DatasetError(
        'too_large',
        `The sheet has values in more than ${MAX_COLUMNS} columns. Leave out those that are not needed, and upload it again.`,
      );
    }
    this.#cells[column] = text;
  }

  #textOf(inline: string): string {
    const { type, style, value } = this.#cell;
    if (type === 's') return this.#texts[Number(value)] ?? '';
    if (type === 'inlineStr') return inline;
    if (type === 'str') return unescaped(value);
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'e' || value === '') return '';
    if (type === 'd') return value;
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    // Excel writes 0.1 with 17 digits.
    return this.#isDate[style] ? dateText(number, this.#is1904) : String(number);
  }

  #endRow(): void {
    if (this.#row > MAX_ROWS) throw damaged('Excel workbook');
    // Rows without cells are not in the file.
    while (this.#rows < this.#row - 1) this.#write('\n');
    const line = Array.from(this.#cells, quoted).join(',');
    this.#write(`${line}\n`);
  }

  #write(line: string): void {
    this.#rows++;
    const chunk = this.#lines.add(line);
    if (chunk) this.#found.push(chunk);
  }

  /** What was written since the last call. */
  take(): Uint8Array | undefined {
    const found = [...this.#found, this.#lines.take()];
    this.#found = [];
    const bytes = Buffer.concat(found);
    return bytes.length > 0 ? bytes : undefined;
  }
}

/**
 * The rows of the first sheet of a workbook that is shown, as text with every cell quoted. What titles and names of
 * columns are is left to the reader of tables.
 * @throws DatasetError `damaged_file`, `too_large`
 */
export async function* rowsOfWorkbook(
  entries: readonly ZipEntry[],
): AsyncGenerator<Uint8Array, void> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const part = (name: string) => byName.get(name);
  const { sheet, is1904 } = await findSheet(part);
  const isDate = await readDateStyles(part('xl/styles.xml'));
  const texts = await readTexts(part('xl/sharedStrings.xml'));
  const reader = new SheetReader(texts, isDate, is1904);
  yield* readXml(sheet, Number.POSITIVE_INFINITY, reader, () => reader.take());
}
