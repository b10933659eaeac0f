import { longestCell, notInXml, plainNumber } from '#shared/spreadsheet-cells.ts';
import { saveFile } from './save-file.ts';

/** Widths of columns, in characters. */
const narrowest = 8;
const widest = 60;

const cellOf = (value: string) =>
  plainNumber.test(value)
    ? { value: Number(value), type: Number }
    : { value: value.toWellFormed().replaceAll(notInXml, '').slice(0, longestCell), type: String };

/** Hands rows to the browser as a workbook with one sheet. The first row is the head; nothing is a formula. */
export async function downloadXlsx(
  fileName: string,
  [head = [], ...rows]: readonly (readonly string[])[],
): Promise<void> {
  // Loaded when it is first needed.
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const widthOf = (at: number) => Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length));
  const workbook = writeXlsxFile(
    [
      head.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cellOf)),
    ],
    {
      columns: head.map((_, at) => ({ width: Math.min(widest, Math.max(narrowest, widthOf(at))) })),
      stickyRowsCount: 1,
    },
  );
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  saveFile(fileName, await workbook.toBlob(), type);
}
