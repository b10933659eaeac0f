import * as z from 'zod';
import type { DatasetPlan } from '../csv/plan.ts';
import { readBatches } from '../csv/read.ts';
import { DatasetError } from '../errors.ts';
import type { OpenFile } from '../query/search-index.ts';
import type { ByteSource } from '../source.ts';
import { wholeFile } from './changes.ts';
import { type Cells, keyOf, readKeys, readRows, toCsv } from './given-rows.ts';

/** What changes say about the dataset. It is read whatever the format of the index was, so a new release can build it again. */
const givenRecord = z.object({
  key: z.string(),
  header: z.array(z.string()),
  batches: z.number(),
  deltas: z.array(z.object({ rows: wholeFile })),
  deletedKeys: wholeFile.optional(),
});

/** Rows that were given for an index after it was built. */
export interface GivenChanges {
  readonly key: string;
  readonly header: readonly string[];
  /** The last row with each key. */
  readonly rows: ReadonlyMap<string, Cells>;
  readonly deleted: ReadonlySet<string>;
  /** Batches until now. */
  readonly batches: number;
}

/**
 * Reads what changes have given. See `serializeChanges` for `json`.
 * @param since only what came after so many batches
 */
export async function readGiven(json: string, open: OpenFile, since = 0): Promise<GivenChanges> {
  const { key, header, batches, deltas, deletedKeys } = givenRecord.parse(JSON.parse(json));
  const read = async ({ fileName, sizeBytes }: z.infer<typeof wholeFile>) =>
    (await open(fileName, sizeBytes)).read(0, sizeBytes);
  const gone = deletedKeys ? readKeys(await read(deletedKeys)) : [];
  const isDeleted = new Set(gone.map(({ value }) => value));
  const position = header.indexOf(key);
  const rows = new Map<string, Cells>();
  for (const delta of deltas) {
    for (const { batch, value: cells } of readRows(await read(delta.rows))) {
      const own = keyOf(cells[position]!);
      rows.delete(own);
      if (batch > since && !isDeleted.has(own)) rows.set(own, cells);
    }
  }
  const deleted = new Set(gone.flatMap(({ batch, value }) => (batch > since ? [value] : [])));
  return { key, header, rows, deleted, batches };
}

/** Given rows with the columns of another dataset; those that it does not have are lost. */
export function asRowsOf(
  header: readonly string[],
  { header: given, rows }: Pick<GivenChanges, 'header' | 'rows'>,
): Cells[] {
  const places = header.map((name) => given.indexOf(name));
  return Array.from(rows.values(), (cells) => places.map((position) => cells[position] ?? ''));
}

/**
 * A dataset with the changes that its index has got, as CSV in UTF-8 with a header. Rows that a build leaves out are missing.
 * @param source the dataset in UTF-8
 * @param plan how it is read
 * @throws DatasetError `unknown_column` if the dataset has no column of keys any more
 */
export async function* changedCsv(
  source: ByteSource,
  plan: DatasetPlan,
  given: GivenChanges,
): AsyncGenerator<Uint8Array> {
  const { header, ranges } = plan;
  const key = header.indexOf(given.key);
  if (key < 0) {
    throw new DatasetError(
      'unknown_column',
      `The dataset has no column "${given.key}", by which rows of the index were changed. Choose a dataset that has it.`,
      1,
    );
  }
  yield Buffer.from(toCsv([header]));
  const { start, firstLine } = ranges[0]!;
  const whole = { start, end: ranges.at(-1)!.end, firstLine };
  const rows = new Map(given.rows);
  for await (const batch of readBatches(source, plan, whole)) {
    const kept: string[][] = [];
    for (let row = 0; row < batch.rowCount; row++) {
      const own = keyOf(batch.cell(row, key));
      const changed = given.rows.get(own);
      if (changed?.includes(null)) {
        const cellOf = (name: string) => {
          const column = header.indexOf(name);
          return column < 0 ? '' : batch.cell(row, column);
        };
        rows.set(
          own,
          changed.map((cell, position) => cell ?? cellOf(given.header[position]!)),
        );
      }
      if (changed || given.deleted.has(own)) continue;
      kept.push(header.map((_, column) => batch.cell(row, column)));
    }
    if (kept.length > 0) yield Buffer.from(toCsv(kept));
  }
  const added = asRowsOf(header, { header: given.header, rows });
  if (added.length > 0) yield Buffer.from(toCsv(added));
}
