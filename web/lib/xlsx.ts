import { saveFile } from './save-file.ts';

/** Excel repairs files with longer cells, and asks before. */
const longestCell = 32_767;
/** Widths of columns, in characters. */
const narrowest = 8;
const widest = 60;

/** What no cell may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const cellOf = (value: string) =>
  // Plain numbers are numbers, so that they can be sorted. Long ones are ids, which would lose digits.
  /^-?(0|[1-9]\d{0,14})(\.\d{1,14})?$/.test(value)
    ? { value: Number(value), type: Number }
    : { value: value.toWellFormed().replaceAll(control, '').slice(0, longestCell), type: String };

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
