import { DatasetError } from './errors.ts';

/** The role of a column, chosen by the customer. */
export type ColumnRole = 'index' | 'metadata' | 'ignore';

/** A column and its role, as chosen in the wizard. */
export interface ColumnSpec {
  readonly name: string;
  readonly role: ColumnRole;
}

/** The kind of a column's content, inferred from its name and values. */
export type ColumnKind = 'body' | 'title' | 'text' | 'keyword' | 'date' | 'number' | 'id' | 'link';

/** A column of the schema. `position` is its index in the file's header. */
export interface SchemaColumn {
  readonly name: string;
  readonly role: ColumnRole;
  readonly kind: ColumnKind;
  readonly position: number;
  /** Field weight in BM25F; 0 = not searched. */
  readonly weight: number;
  /** Length normalisation parameter b of BM25F. */
  readonly b: number;
}

/** The schema of a dataset: one entry per header column, including ignored ones. */
export interface IndexSchema {
  readonly columns: readonly SchemaColumn[];
}

const TITLE_NAME = /^(.*[_\s-])?(title|name|headline|heading|subject|label|caption)$/i;
const ID_NAME = /^(.*[_\s-])?(id|ids|uid|uuid|ucid|guid|key|doi|isbn|issn|reference|ref)$/i;
const DATE_NAME =
  /(^|[_\s-])(date|day|year|month|published|created|updated|modified|time|timestamp)([_\s-]|$)/i;
const LINK_NAME = /^(.*[_\s-])?(link|url|uri|href|website|homepage)$/i;
const DATE_VALUE = /^\d{4}([-/.]?\d{2}([-/.]?\d{2})?)?([T ]\d{2}:?\d{2}.*)?$/;
const WRITTEN_DATE = /^([a-z]{3,9}\.?,? )?(\d{1,2},? )?[a-z]*\.?,? ?\d{4}$/i;
const NUMBER_VALUE = /^[-+]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?$/i;
const LINK_VALUE = /^(https?|ftp):\/\/\S+$|^www\.\S+$/i;
const ENOUGH = 0.9;

/** BM25F parameters by kind. Titles count three times; ids, dates, numbers and links are not searched. */
const FIELD: Record<ColumnKind, { weight: number; b: number }> = {
  body: { weight: 1, b: 0.75 },
  title: { weight: 3, b: 0.75 },
  text: { weight: 1, b: 0.5 },
  keyword: { weight: 1, b: 0.5 },
  date: { weight: 0, b: 0 },
  number: { weight: 0, b: 0 },
  id: { weight: 0, b: 0 },
  link: { weight: 0, b: 0 },
};

const share = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** Infers the kind of a column. `values` are sample cells; blank ones are ignored. */
export function inferKind(name: string, values: readonly string[]): ColumnKind {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (share(filled, (v) => LINK_VALUE.test(v)) >= ENOUGH) return 'link';
  if (filled.length === 0) return LINK_NAME.test(name) ? 'link' : 'text';
  const words = filled.reduce((sum, v) => sum + v.split(/\s+/).length, 0) / filled.length;
  const dated = share(filled, (v) => DATE_VALUE.test(v) || WRITTEN_DATE.test(v));
  if (DATE_NAME.test(name) && dated >= ENOUGH) return 'date';
  if (share(filled, (v) => /^\d{4}[-/.]\d{2}[-/.]\d{2}/.test(v)) >= ENOUGH) return 'date';
  if (ID_NAME.test(name) && words <= 1.5) return 'id';
  if (share(filled, (v) => NUMBER_VALUE.test(v)) >= ENOUGH) return 'number';
  if (TITLE_NAME.test(name) && words <= 40) return 'title';
  const distinct = new Set(filled).size / filled.length;
  if (words <= 1.2 && distinct > 0.95 && filled.length >= 20) {
    return share(filled, (v) => /\d/.test(v)) > 0.5 ? 'id' : 'keyword';
  }
  return words <= 3 ? 'keyword' : 'text';
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
  for (const column of columns) {
    if (column.role !== 'ignore' && !header.includes(column.name)) {
      throw new DatasetError(
        'unknown_column',
        `The column "${column.name}" is not in the file. Its columns are: ${header.join(', ')}.`,
        1,
      );
    }
  }
  const roleOf = (name: string) => columns.find((c) => c.name === name)?.role ?? 'ignore';
  if (header.filter((name) => roleOf(name) === 'index').length !== 1) {
    throw new DatasetError('bad_roles', 'Please select exactly one index column.');
  }
  let titled = false;
  return {
    columns: header.map((name, position) => {
      const role = roleOf(name);
      let kind =
        role === 'index'
          ? 'body'
          : inferKind(
              name,
              sampleRows.map((row) => row[position] ?? ''),
            );
      // Only the first title counts. A second one (a "family name" beside a "title") is plain text.
      if (kind === 'title' && role === 'metadata') {
        if (titled) kind = 'text';
        titled = true;
      }
      const field = role === 'ignore' ? { weight: 0, b: 0 } : FIELD[kind];
      return { name, role, kind, position, ...field };
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
  const characters = header.map((_, i) =>
    sampleRows.reduce((sum, row) => sum + (row[i] ?? '').trim().length, 0),
  );
  const kinds = header.map((name, i) =>
    inferKind(
      name,
      sampleRows.map((row) => row[i] ?? ''),
    ),
  );
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
