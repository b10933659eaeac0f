/**
 * A workbook with one sheet, written as its rows come and in pieces that different workers may write. The library that writes
 * reports holds a whole workbook in memory.
 *
 * A workbook is a zip of XML files (ECMA-376). The sheet is the last of them: its size and checksum follow it. Each piece of the
 * sheet is deflated by itself and ends at a whole byte, so that the pieces one after the other are one stream.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { longestCell, notInXml, plainNumber } from '#shared/spreadsheet-cells.ts';
import type { RowWriter, SheetState, WriterState } from './row-writer.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetName = 'xl/worksheets/sheet1.xml';

/** The files beside the sheet. The second format of cells is bold, for the head. */
const others: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
  ],
];

/** @param state of a writer that has written the first pieces */
export function sheetWriter(columns: readonly string[], state?: WriterState): RowWriter {
  const sheet = { crc: 0, compressed: 0, size: 0, ...state?.sheet };
  const zipped = zipOthers();
  const entryOf = (sizes: SheetState): Entry => ({
    name: sheetName,
    offset: zipped.bytes.length,
    isStreamed: true,
    ...sizes,
  });
  const piece = (text: string, finishFlush: number = constants.Z_SYNC_FLUSH) => {
    const bytes = Buffer.from(text);
    const deflated = deflateRawSync(bytes, { finishFlush });
    sheet.crc = crc32(bytes, sheet.crc);
    sheet.size += bytes.length;
    sheet.compressed += deflated.length;
    return deflated;
  };
  return {
    begin() {
      const head = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="24" defaultRowHeight="15"/><sheetData>`;
      return Buffer.concat([
        zipped.bytes,
        localHeader(entryOf(sheet)),
        piece(head + headOf(columns)),
      ]);
    },
    rows: (rows) => piece(rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')),
    end() {
      const last = piece('</sheetData></worksheet>', constants.Z_FINISH);
      const entry = entryOf(sheet);
      const start = zipped.bytes.length + localHeader(entry).length + sheet.compressed + 16;
      const entries = [...zipped.entries, entry];
      const directory = Buffer.concat(entries.map(centralHeader));
      return Buffer.concat([last, sizesOf(entry), directory, zipEnd(entries, directory, start)]);
    },
    get textBytes() {
      return sheet.size;
    },
    get state() {
      return { sheet: { ...sheet } };
    },
  };
}

const headOf = (columns: readonly string[]) =>
  `<row>${columns.map((name) => textCell(name, ' s="1"')).join('')}</row>`;

const cellOf = (cell: string) =>
  plainNumber.test(cell) ? `<c><v>${cell}</v></c>` : textCell(cell);

/** A text is stored as a text, whatever it begins with: it never becomes a formula. */
const textCell = (cell: string, attributes = '') => {
  if (cell === '') return '<c/>';
  const text = cell.slice(0, longestCell).toWellFormed().replaceAll(notInXml, '');
  return `<c t="inlineStr"${attributes}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => escapes[character]!);

/** A file in the zip. */
interface Entry extends SheetState {
  name: string;
  /** Where its header is. */
  offset: number;
  /** Whether its sizes follow it, because they were not known before. */
  isStreamed: boolean;
}

/** The files beside the sheet, as they stand in every workbook. */
function zipOthers() {
  const entries: Entry[] = [];
  const pieces: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of others) {
    const bytes = Buffer.from(xml + content);
    const deflated = deflateRawSync(bytes);
    const sizes = { crc: crc32(bytes), compressed: deflated.length, size: bytes.length };
    const entry = { name, offset, isStreamed: false, ...sizes };
    const header = localHeader(entry);
    entries.push(entry);
    pieces.push(header, deflated);
    offset += header.length + deflated.length;
  }
  return { entries, bytes: Buffer.concat(pieces) };
}

/** 1 January 1980, the first day that a zip can tell: the same rows give the same file. */
const firstDay = 0x21;
const deflate = 8;
const version = 20;
const streamedFlag = 8;
/** Names are in UTF-8. */
const utf8Flag = 0x800;

/** The common middle of both headers: flags, method, time, checksum and sizes. */
function commonFields({ isStreamed, crc, compressed, size, name }: Entry): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Flag | (isStreamed ? streamedFlag : 0), 2);
  fields.writeUInt16LE(deflate, 4);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(compressed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localHeader(entry: Entry): Buffer {
  const unknown = entry.isStreamed ? { ...entry, crc: 0, compressed: 0, size: 0 } : entry;
  return Buffer.concat([
    Buffer.from('PK\x03\x04'),
    commonFields(unknown),
    Buffer.alloc(2),
    Buffer.from(entry.name),
  ]);
}

/** Follows a file whose sizes were not known before. */
function sizesOf({ crc, compressed, size }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.write('PK\x07\x08', 'latin1');
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(compressed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function centralHeader(entry: Entry): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(version);
  // Extra field, comment, disk and attributes: none.
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(entry.offset, 12);
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    made,
    commonFields(entry),
    rest,
    Buffer.from(entry.name),
  ]);
}

function zipEnd(entries: readonly Entry[], directory: Buffer, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
