import * as z from 'zod';
import {
  type ColumnKind,
  type ColumnType,
  columnKinds,
  inferColumn,
  traitsOf,
} from './column-kind.ts';
import { valueFormats } from './column-values.ts';
import { columnName } from './csv/header.ts';
import { DatasetError } from './errors.ts';
import { B, SHORT_B, TITLE_FREQUENCY } from './ranking-constants.ts';
import { count } from './record.ts';

const columnRole = z.enum(['index', 'metadata', 'ignore']);

/** The role of a column, chosen by the customer. */
export type ColumnRole = z.infer<typeof columnRole>;

/** A column and its role, as chosen in the wizard. Without a type, its kind is inferred from its values. */
export interface ColumnSpec {
  readonly name: string;
  readonly role: ColumnRole;
  readonly type?: ColumnType;
}

const schemaColumn = z
  .strictObject({
    name: z.string(),
    role: columnRole,
    kind: z.enum(columnKinds),
    format: z.enum(valueFormats).optional(),
    /** Index in the file's header. */
    position: count,
    /** Field weight in BM25F; 0 = not searched. */
    weight: z.number(),
    /** Length normalisation parameter b of BM25F. */
    b: z.number(),
  })
  .readonly();

/** A column of the schema. */
export type SchemaColumn = z.infer<typeof schemaColumn>;

/** The schema of a dataset: one entry per header column, including ignored ones. */
export const indexSchema = z.strictObject({ columns: z.array(schemaColumn).readonly() }).readonly();

export type IndexSchema = z.infer<typeof indexSchema>;

/** Columns whose text is searched, the fields of a row, in header order. */
export function searchedColumns(schema: IndexSchema): SchemaColumn[] {
  return schema.columns.filter((column) => column.weight > 0);
}

/** BM25F parameters by kind. Ids, dates, numbers and links are not searched. */
const FIELD: Record<ColumnKind, { weight: number; b: number }> = {
  body: { weight: 1, b: B },
  title: { weight: TITLE_FREQUENCY, b: B },
  text: { weight: 1, b: SHORT_B },
  keyword: { weight: 1, b: SHORT_B },
  date: { weight: 0, b: 0 },
  number: { weight: 0, b: 0 },
  id: { weight: 0, b: 0 },
  link: { weight: 0, b: 0 },
};

/** Maximum length of the names in a message: messages are stored, and a file may have names of any length. */
const LISTED = 1000;

function listed(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length > LISTED ? `${text.slice(0, LISTED)}…` : text;
}

/**
 * Combines the customer's roles with the inferred kinds.
 * @param header column names of the file, in order; columns without a spec are ignored
 * @throws DatasetError `unknown_column`, `bad_roles`
 */
export function inferSchema(
  columns: readonly ColumnSpec[],
  header: readonly string[],
  sampleRows: readonly (readonly string[])[],
): IndexSchema {
  const specs = new Map(columns.map((column) => [columnName(column.name), column]));
  for (const [name, { role }] of specs) {
    if (role !== 'ignore' && !header.includes(name)) {
      throw new DatasetError(
        'unknown_column',
        `The column "${name}" is not in the file. Its columns are: ${listed(header)}. Choose another file, or create a new index with these columns.`,
        1,
      );
    }
  }
  if (header.filter((name) => specs.get(name)?.role === 'index').length !== 1) {
    throw new DatasetError('bad_roles', 'Please select exactly one index column.');
  }
  let titled = false;
  return {
    columns: header.map((name, position): SchemaColumn => {
      const { role, type } = specs.get(name) ?? { role: 'ignore' };
      const values = sampleRows.map((row) => row[position] ?? '');
      let { kind, format } = type ? traitsOf(type, name, values) : inferColumn(name, values);
      if (role === 'index') kind = 'body';
      // Only the first title counts. A second one (a "family name" beside a "title") is plain text.
      if (kind === 'title' && role === 'metadata') {
        if (titled) kind = 'text';
        titled = true;
      }
      const field = role === 'ignore' ? { weight: 0, b: 0 } : FIELD[kind];
      return { name, role, kind, ...(format && { format }), position, ...field };
    }),
  };
}

/**
 * Suggests roles for the wizard: the column with most text is the index column, blank columns are
 * ignored, all others are metadata.
 */
export function suggestRoles(
  header: readonly string[],
  sampleRows: readonly (readonly string[])[],
): ColumnSpec[] {
  const columns = header.map((_, i) => sampleRows.map((row) => row[i] ?? ''));
  const characters = columns.map((values) =>
    values.reduce((sum, value) => sum + value.trim().length, 0),
  );
  const kinds = columns.map((values, i) => inferColumn(header[i]!, values).kind);
  const prose = (i: number) =>
    kinds[i] === 'text' || kinds[i] === 'title' || kinds[i] === 'keyword';
  let best = -1;
  for (let i = 0; i < header.length; i++) {
    if (prose(i) && (best < 0 || characters[i]! > characters[best]!)) best = i;
  }
  if (best < 0) best = characters.indexOf(Math.max(...characters));
  return header.map((name, i) => ({
    name,
    role: i === best ? 'index' : characters[i] === 0 ? 'ignore' : 'metadata',
  }));
}
