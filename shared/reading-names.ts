import type { ColumnType, Delimiter, Encoding } from './reading.ts';

/** Names of encodings for people, grouped by script. */
export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western European (Windows)',
  'iso-8859-15': 'Western European (ISO)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  'iso-8859-5': 'Cyrillic (ISO)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows)',
  'iso-8859-7': 'Greek (ISO)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1258': 'Vietnamese (Windows)',
  'windows-874': 'Thai (Windows)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  'euc-kr': 'Korean (EUC)',
  gb18030: 'Simplified Chinese (GB 18030)',
  big5: 'Traditional Chinese (Big5)',
};

/** What people call the characters between cells. */
export const delimiterNames: Record<Delimiter, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

/** Names of column types for people. */
export const columnTypeNames: Record<ColumnType, string> = {
  text: 'Text',
  keyword: 'Keywords',
  number: 'Numbers',
  date: 'Dates',
  'date-day-first': 'Dates, day first',
  'date-month-first': 'Dates, month first',
  id: 'Identifiers',
  link: 'Links',
  vector: 'Vectors',
};

/** Names of formats of files. */
export const formatNames = {
  csv: 'CSV',
  'json-lines': 'JSON lines',
  json: 'JSON',
  parquet: 'Parquet',
  excel: 'Excel',
  several: 'Several files',
} as const;

export const packingNames = { gzip: 'gzip', zip: 'ZIP' } as const;
