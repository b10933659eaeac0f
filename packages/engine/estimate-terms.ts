import { availableParallelism } from 'node:os';
import { sampleTerms } from './concept/sample.ts';
import type { RowBatch } from './csv/batch.ts';
import type { IndexSchema } from './schema.ts';

/** Bytes of searched cells that are looked at. */
const SAMPLED_BYTES = 8 << 20;
const SAMPLED_ROWS = 1 << 20;

/**
 * Estimates the distinct terms of the segments of an index, added up, from some of its rows. Vocabularies grow like a power of
 * the number of rows (Heaps 1978), which falls slowly; so the power over the second half of the sample gives an upper bound.
 */
export async function estimateSegmentTerms(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  schema: IndexSchema,
  rows: number,
  segments: number,
): Promise<number> {
  const limits = { rows: SAMPLED_ROWS, bytes: SAMPLED_BYTES };
  const sample = await sampleTerms(batches, schema, limits, 1, availableParallelism());
  const { tokens, ends, fieldCount, terms } = sample;
  const sampled = ends.length / fieldCount;
  if (sampled < 2) return terms.length;
  const half = Math.floor(sampled / 2);
  const ofHalf = new Set(tokens.subarray(0, ends[half * fieldCount - 1])).size;
  const power = ofHalf > 0 ? Math.log(terms.length / ofHalf) / Math.log(sampled / half) : 1;
  const growth = (rows / segments / sampled) ** Math.min(1, power);
  return Math.ceil(segments * terms.length * growth);
}
