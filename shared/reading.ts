import * as z from 'zod';
import { onlyMembers } from './contract/only-members.ts';
import { limits } from './limits.ts';

/** Encodings that files are read in, by their names in the WHATWG Encoding Standard. */
export const encoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'iso-8859-5',
  'x-mac-cyrillic',
  'ibm866',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1257',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
]);
export type Encoding = z.output<typeof encoding>;

const delimiter = z.enum([',', ';', '\t', '|']);
export type Delimiter = z.output<typeof delimiter>;

/** A person's settings for reading a file. All others are detected. */
export const readingSchema = onlyMembers({
  encoding: encoding.optional(),
  delimiter: delimiter.optional().meta({ description: 'Character between cells' }),
  header: z.boolean().optional().meta({
    description: 'Whether the first row of the table names the columns',
  }),
  skip: z.int().min(0).max(limits.skippedLinesMax).optional().meta({
    description: 'Lines above the table that are left out',
  }),
}).meta({ id: 'Reading', description: 'How to read a file. What is absent is told from the file' });

export type Reading = z.output<typeof readingSchema>;

/** Types of columns. */
export const columnType = z.enum([
  'text',
  'keyword',
  'number',
  'date',
  'date-day-first',
  'date-month-first',
  'id',
  'link',
  'vector',
]);
export type ColumnType = z.output<typeof columnType>;
