import { openModel } from './concept/model.ts';
import { trainModel } from './concept/train.ts';
import { planDataset } from './csv/plan.ts';
import { readBatches } from './csv/read.ts';
import type { Manifest } from './manifest.ts';
import { openIndex } from './opening/open.ts';
import { publishIndex } from './publish.ts';
import type { SearchIndex } from './query/search-index.ts';
import type { ColumnRole } from './schema.ts';
import { buildSegment } from './segment/build.ts';
import { type ByteSource, memorySource } from './source.ts';

/** An index that a test built in memory, with its files. */
export interface BuiltIndex {
  readonly index: SearchIndex;
  readonly manifest: Manifest;
  readonly files: Map<string, Uint8Array>;
  readonly rejects: readonly { line: number; reason: string }[];
}

/** Opens files in memory. */
export function openFrom(files: ReadonlyMap<string, Uint8Array>) {
  return async (fileName: string): Promise<ByteSource> => memorySource(files.get(fileName)!);
}

/**
 * Builds an index from a CSV text like the product does.
 * @param roles roles by column name; other columns are metadata
 * @param rangeBytes size of a range; small values give several segments
 */
export async function buildFromCsv(
  csv: string,
  roles: Record<string, ColumnRole> = { text: 'index' },
  rangeBytes = 1 << 26,
): Promise<BuiltIndex> {
  const source = memorySource(new TextEncoder().encode(csv));
  const names = csv.slice(0, csv.search(/\r?\n/)).split(',');
  const columns = names.map((name) => ({ name, role: roles[name] ?? ('metadata' as const) }));
  const plan = await planDataset(source, columns, { rangeBytes });
  const whole = { ...plan.ranges[0]!, end: plan.sizeBytes };
  const trained = await trainModel(readBatches(source, plan, whole), plan.schema, { seed: 1 });
  const model = await openModel(memorySource(trained.bytes));
  const files = new Map([['model', trained.bytes]]);
  const rejects: { line: number; reason: string }[] = [];
  for (const [i, range] of plan.ranges.entries()) {
    const segment = await buildSegment(readBatches(source, plan, range), model, plan.schema);
    files.set(`segment-${i}`, segment.bytes);
    rejects.push(...segment.rejects);
  }
  const written = (fileName: string) => ({ fileName, source: memorySource(files.get(fileName)!) });
  const manifest = await publishIndex(
    written('model'),
    plan.ranges.map((_, i) => written(`segment-${i}`)),
  );
  return { index: await openIndex(manifest, openFrom(files)), manifest, files, rejects };
}
