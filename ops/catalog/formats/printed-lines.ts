import { basename } from 'node:path';
import { parsePublicationNumber } from '#shared/ucid.ts';
import type { PrintedText } from '../join/align-lines.ts';
import { aboutNumber, ranks } from '../join/piece.ts';
import type { Format } from './format.ts';

const header = ['page', 'column', 'line', 'section'];

/** Whether a text is a table of printed lines: `page,column,line,section,…,text`. */
export const isPrintedLines = (head: string): boolean =>
  head.startsWith(`${header.join(',')},`) && /^[^\n]*,text\r?\n/.test(head);

/**
 * The printed lines of one grant, named by its file: `US9999999.csv`. They make no document. They are joined to the one of this
 * number, so that its passages can be named by column and line.
 */
export function printedLines(fileName: string): Format {
  const source = { name: 'printed lines', rank: 'record' } as const;
  return {
    source,
    cut: { marker: Buffer.from('\0'), at: 'after', maxBytes: 8 << 20 },
    read(record) {
      const named = parsePublicationNumber(basename(fileName).replace(/\.csv$/i, ''));
      if (!named) return { reason: 'The file is not named by the number of a publication.' };
      const lines = linesOf(record.toString());
      if (lines.length === 0) return { reason: 'The file has no printed line.' };
      const { country, number } = named;
      const piece = { about: aboutNumber(country, number), source: source.name, parts: {}, lines };
      return { pieces: [{ ...piece, rank: ranks.record }] };
    },
    endsWhole: (last) => last.at(-1) === 0x0a,
  };
}

/** Rows whose column and line are numbers. */
function linesOf(csv: string): PrintedText[] {
  const [first = '', ...rest] = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = first.split(',');
  const [column, line] = [columns.indexOf('column'), columns.indexOf('line')];
  return rest.flatMap((row) => {
    // The text is the last cell, and the only one that may have commas and quotation marks.
    const cells = row.split(',');
    const written = cells.slice(columns.length - 1).join(',');
    const text = /^".*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
    const [at, below] = [Number(cells[column]), Number(cells[line])];
    const isLine = Number.isInteger(at) && at > 0 && Number.isInteger(below) && below > 0;
    return isLine && text ? [{ column: at, line: below, text }] : [];
  });
}
