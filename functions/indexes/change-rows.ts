import { QueryError } from '#engine';
import { columnFor } from '#shared/column-uses.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  commitChanges,
  newChangeFolder,
  openWriter,
  readChanges,
  storeChanges,
  takesChanges,
} from './changes-store.ts';
import { getIndex, type IndexRecord } from './indexes.ts';
import { folderOf } from './indexes-bucket.ts';

/** A cell as callers send it. */
export type GivenCell = string | number | boolean | null | readonly string[] | readonly number[];

/** A batch of changes. */
export interface RowChange {
  /** Column whose values tell rows apart; that of ids if absent. */
  readonly key: string | undefined;
  readonly upserts?: readonly Readonly<Record<string, GivenCell>>[];
  /** New cells of rows that there are; their others stay. */
  readonly updates?: readonly Readonly<Record<string, GivenCell>>[];
  readonly deletes?: readonly string[];
}

/** Others may change the same index. Each try takes the changes of the others in. */
const maxTries = 8;

/** The index that this function instance changed last, opened. */
let opened: { manifestKey: string; writer: ReturnType<typeof openWriter> } | undefined;

/** The published version of an index, ready for changes. A failure is not kept. */
function writerOf(manifestKey: string, orgId: string): ReturnType<typeof openWriter> {
  if (opened?.manifestKey === manifestKey) return opened.writer;
  const entry = { manifestKey, writer: openWriter(manifestKey, orgId) };
  opened = entry;
  entry.writer.catch(() => {
    if (opened === entry) opened = undefined;
  });
  return entry.writer;
}

/**
 * Changes rows of an index of an organization. Searches that begin after the answer find all of the batch, those before it none.
 * Throws `KeyMayNotChangeRows` for a catalogue, `IndexNotReady`, `IndexBuilding`, `RowsNotChangeable`, `TooManyChanges`,
 * `InvalidRequest`, and `Busy` if others keep changing the index.
 */
export async function changeRows(indexId: string, orgId: string, change: RowChange, now: Date) {
  for (let tries = 0; tries < maxTries; tries++) {
    const record = await getIndex(indexId);
    // The key of a catalogue belongs to an organization that may only search it.
    if (record?.org_id !== orgId) throw new ProductError('KeyMayNotChangeRows');
    const changed = await tryChange(record, change, now);
    if (changed) return changed;
  }
  throw new ProductError('Busy');
}

async function tryChange(record: IndexRecord, change: RowChange, now: Date) {
  const { manifest_key: manifestKey, changes_key: changesKey } = record;
  if (!manifestKey) throw new ProductError('IndexNotReady');
  requireNoConflict(record);
  const { manifest, writer } = await writerOf(manifestKey, record.org_id);
  if (manifest.cluster) {
    const message = 'The rows of an index on the search cluster do not change. Build it again.';
    throw new ProductError('RowsNotChangeable', message);
  }
  const before = changesKey ? await readChanges(changesKey, manifest) : undefined;
  if (changesKey && !before) return undefined;
  const key = change.key ?? before?.key ?? keyOfRecord(record);
  const folder = newChangeFolder();
  const { upserts = [], updates = [], deletes = [] } = change;
  const batch = {
    upserts: cellsOf(upserts, writer.header, ''),
    updates: cellsOf(updates, writer.header, undefined),
    deletes,
  };
  const written = await writer.write(before, key, batch, folder).catch(asInvalid);
  const { changes, removed } = written;
  const added = changes.deltas.reduce((sum, { segment }) => sum + segment.rowCount, 0);
  if (added + changes.deletedCount > limits.changedRowsMax)
    throw new ProductError('TooManyChanges');
  const stored = await storeChanges(folderOf(manifestKey), folder, written);
  if (!(await commitChanges(record, before, stored, now))) return undefined;
  // While another build runs, the record has the id of that one.
  const version = `${folderOf(manifestKey).split('/').at(-2)}.${changes.batches}`;
  return { version, removed, rows: changes.rowCount };
}

/** A build takes in what comes while it runs, but for the moments in which it is published. */
function requireNoConflict(record: IndexRecord): void {
  if (!record.build_started_at) return;
  if (record.build.placement === 'cluster' || !takesChanges(record)) {
    throw new ProductError('IndexBuilding');
  }
  if (record.build.holds_changes) throw new ProductError('Busy');
}

function asInvalid(error: unknown): never {
  if (error instanceof QueryError) throw new ProductError('InvalidRequest', error.message);
  throw error;
}

function keyOfRecord({ columns_role, columns_use }: IndexRecord): string {
  const stored = Object.keys(columns_role).filter((name) => columns_role[name] !== 'ignore');
  const key = columnFor('id', stored, columns_use);
  if (key !== undefined) return key;
  throw new ProductError(
    'InvalidRequest',
    'The index does not say which column is the id of a row. Name it as `key`.',
  );
}

/**
 * The cells of rows in the order of the columns.
 * @param rest what is not given
 */
function cellsOf<Rest extends string | undefined>(
  given: readonly Readonly<Record<string, GivenCell>>[],
  header: readonly string[],
  rest: Rest,
): (string | Rest)[][] {
  const places = new Map(header.map((name, position) => [name, position]));
  let left: number = limits.changeBytesMax;
  return given.map((row, i) => {
    const cells = header.map((): string | Rest => rest);
    for (const [name, value] of Object.entries(row)) {
      const position = places.get(name);
      if (position === undefined) {
        const message = `Row ${i} has "${name}", which is no column of the dataset.`;
        throw new ProductError('InvalidRequest', message);
      }
      const text = textOf(value);
      cells[position] = text;
      left -= Buffer.byteLength(text);
    }
    if (left < 0) {
      const message = `The rows have more than ${limits.changeBytesMax} bytes. Send them in parts.`;
      throw new ProductError('InvalidRequest', message);
    }
    return cells;
  });
}

function textOf(value: GivenCell): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return typeof value[0] === 'number' ? JSON.stringify(value) : value.join('; ');
}
