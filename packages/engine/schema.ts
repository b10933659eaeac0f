import * as z from 'zod';
import {
  type ColumnKind,
  type ColumnType,
  columnKinds,
  inferColumn,
  type StatedType,
  statedColumn,
  traitsOf,
} from './column-kind.ts';
import { isMissing, valueFormats } from './column-values.ts';
import { wordsIn } from './count-words.ts';
import { columnName } from './csv/header.ts';
import { DatasetError } from './errors.ts';
import { dimensionsOf, VECTOR_FORM } from './own-vector.ts';
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
  /** What the file says of it. */
  readonly stated?: StatedType;
}

const ignored: Omit<ColumnSpec, 'name'> = { role: 'ignore' };

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
    /** Numbers of each vector, in a column of vectors. */
    dimensions: count.optional(),
    /** Whether a model fills it: it is no column of the file. */
    isEmbedded: z.literal(true).optional(),
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

/** Columns whose cells are stored as they are: those that are searched or come back with results, in header order. */
export const storedColumns = (schema: IndexSchema): SchemaColumn[] =>
  schema.columns.filter(({ role, kind }) => role !== 'ignore' && kind !== 'vector');

/** The column of vectors; undefined if there is none. */
export const vectorColumn = ({ columns }: IndexSchema): SchemaColumn | undefined =>
  columns.find(({ role, kind }) => role === 'metadata' && kind === 'vector');

/** BM25F parameters by kind. Ids, dates, numbers, links and vectors are not searched for words. */
const FIELD: Record<ColumnKind, { weight: number; b: number }> = {
  body: { weight: 1, b: B },
  title: { weight: TITLE_FREQUENCY, b: B },
  text: { weight: 1, b: SHORT_B },
  keyword: { weight: 1, b: SHORT_B },
  date: { weight: 0, b: 0 },
  number: { weight: 0, b: 0 },
  id: { weight: 0, b: 0 },
  link: { weight: 0, b: 0 },
  vector: { weight: 0, b: 0 },
};

/** Maximum length of the names in a message: messages are stored, and a file may have names of any length. */
const LISTED = 1000;

function listed(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length > LISTED ? `${text.slice(0, LISTED)}…` : text;
}

/** Name of the column that a model fills. */
const EMBEDDED = '(embedded)';

/**
 * A schema with a column of vectors that a model fills.
 * @throws DatasetError `bad_roles` if it has one already
 */
export function withEmbedding(schema: IndexSchema, dimensions: number): IndexSchema {
  const own = vectorColumn(schema);
  if (own) {
    throw new DatasetError(
      'bad_roles',
      `An index has one column of vectors. Ignore the column "${own.name}", or build the index without embedding.`,
    );
  }
  const column: SchemaColumn = {
    name: EMBEDDED,
    role: 'metadata',
    kind: 'vector',
    position: schema.columns.length,
    weight: 0,
    b: 0,
    dimensions,
    isEmbedded: true,
  };
  return { columns: [...schema.columns, column] };
}

/** The columns of the file. */
export const fileColumns = ({ columns }: IndexSchema): SchemaColumn[] =>
  columns.filter(({ isEmbedded }) => !isEmbedded);

/** @throws DatasetError `no_vectors` */
function requireDimensions(name: string, values: readonly string[]): number {
  const dimensions = dimensionsOf(values);
  if (dimensions !== undefined) return dimensions;
  throw new DatasetError(
    'no_vectors',
    `No row at the beginning of the file has a vector in the column "${name}". A vector is ${VECTOR_FORM}. Choose another type for the column, or ignore it.`,
  );
}

/**
 * Combines the customer's roles with the inferred kinds.
 * @param header column names of the file, in order; columns without a spec are ignored
 * @throws DatasetError `unknown_column`, `bad_roles`, `no_vectors`
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
  let hasVectors = false;
  return {
    columns: header.map((name, position): SchemaColumn => {
      const { role, type, stated } = specs.get(name) ?? ignored;
      const values = sampleRows.map((row) => row[position] ?? '');
      let { kind, format } = type
        ? traitsOf(type, name, values)
        : statedColumn(name, values, stated);
      if (role === 'index') kind = 'body';
      // Only the first title counts. A second one (a "family name" beside a "title") is plain text.
      if (kind === 'title' && role === 'metadata') {
        if (titled) kind = 'text';
        titled = true;
      }
      let dimensions: number | undefined;
      if (kind === 'vector' && role === 'metadata') {
        if (hasVectors && type) {
          throw new DatasetError(
            'bad_roles',
            `An index has one column of vectors. Ignore the column "${name}", or choose another type for it.`,
          );
        }
        if (hasVectors) kind = 'text';
        else dimensions = requireDimensions(name, values);
        hasVectors = true;
      }
      const field = role === 'ignore' ? { weight: 0, b: 0 } : FIELD[kind];
      const vector = dimensions !== undefined && { dimensions };
      return { name, role, kind, ...(format && { format }), position, ...field, ...vector };
    }),
  };
}

/** Names of columns that usually hold the text to search, the most likely first, with their points. */
const TEXT_NAMES = [
  { name: /^(abstract|article|body|content|description|text)s?$/i, factor: 4 },
  {
    name: /(abstract|article|body|content|descri|text|claims?|summary|comment|review|message)/i,
    factor: 2,
  },
];

/**
 * Suggests roles for the wizard: the column that most likely holds the text to search is the index column, blank
 * columns are ignored, all others are metadata. Long texts and usual names of text columns are likely. Nothing is
 * suggested for a file with fewer than two columns that have values.
 */
export function suggestRoles(
  header: readonly string[],
  sampleRows: readonly (readonly string[])[],
): ColumnRole[] {
  const scores = header.map((name, i) => {
    const values = sampleRows.map((row) => row[i] ?? '');
    const filled = values.filter((value) => !isMissing(value));
    if (filled.length === 0) return undefined;
    const { kind } = inferColumn(name, values);
    const words = filled.reduce((sum, value) => sum + wordsIn(value), 0) / filled.length;
    const factor = TEXT_NAMES.find((each) => each.name.test(name))?.factor ?? 1;
    // Ids, dates, numbers and links are only suggested where there is no text.
    return FIELD[kind].weight > 0 ? 1 + words * factor : words / (1 + words);
  });
  const used = scores.filter((score) => score !== undefined);
  if (used.length < 2) return header.map(() => 'ignore');
  const best = scores.indexOf(Math.max(...used));
  return scores.map((score, i) => {
    if (i === best) return 'index';
    return score === undefined ? 'ignore' : 'metadata';
  });
}
