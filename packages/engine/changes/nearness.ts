import type { QuantizedRows } from '../concept/quantize.ts';
import type { Segment } from '../segment/open.ts';
import { featurePages, readVectors } from '../segment/row-features.ts';

/** Pages of 16 rows that stand for an index. Each costs a read. */
const INDEX_PAGES = 32;
/** Rows of each of these pages, and pages of changed rows, that are compared with them. */
const COMPARED_ROWS = 4;
const CHANGED_PAGES = 8;

/** A page of rows. */
interface Page {
  readonly segment: Segment;
  readonly page: number;
}

/** Evenly spaced pages of segments. */
function somePages(segments: readonly Segment[], wanted: number): Page[] {
  const all = segments.flatMap((segment) =>
    Array.from({ length: featurePages(segment.facts.rowCount) }, (_, page) => ({ segment, page })),
  );
  const step = Math.max(1, all.length / wanted);
  return Array.from({ length: Math.min(wanted, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

/** @param width entries of a vector */
export async function sampleVectors(
  segments: readonly Segment[],
  width: number,
  wanted: number,
): Promise<QuantizedRows[]> {
  const pages = somePages(segments, wanted);
  const read = await Promise.all(
    segments.map(async (segment) => {
      const own = pages.filter((one) => one.segment === segment).map(({ page }) => page);
      return own.length > 0 ? readVectors(segment.file, segment.facts, width, own) : [];
    }),
  );
  return read.flat();
}

/** Highest cosine of a row with those of other pages. */
function nearest(row: number, page: QuantizedRows, others: readonly QuantizedRows[]): number {
  const { width, values, scales } = page;
  const at = row * width;
  let best = 0;
  for (const other of others) {
    if (other === page) continue;
    for (let r = 0; r < other.scales.length; r++) {
      let dot = 0;
      const from = r * width;
      for (let i = 0; i < width; i++) dot += values[at + i]! * other.values[from + i]!;
      best = Math.max(best, dot * scales[row]! * other.scales[r]!);
    }
  }
  // Eight bits round up, too.
  return Math.min(1, best);
}

/**
 * How near rows are to those of an index, 0 to 1: the mean of their highest cosines with a sample of these. Undefined if there is
 * nothing to compare. Rows of the same page do not count, because neighbours of a dataset are often alike.
 */
function nearnessOf(
  rows: readonly QuantizedRows[],
  sample: readonly QuantizedRows[],
): number | undefined {
  let [sum, count] = [0, 0];
  for (const page of rows) {
    if (sample.length < (sample.includes(page) ? 2 : 1)) return undefined;
    const step = Math.max(1, page.scales.length / COMPARED_ROWS);
    for (let row = 0; row < page.scales.length; row += step) {
      sum += nearest(Math.floor(row), page, sample);
      count++;
    }
  }
  return count > 0 ? sum / count : undefined;
}

/** What changed rows of an index are compared with. */
export interface IndexSample {
  /** How near the rows of the index are to each other. */
  readonly own: number | undefined;
  /** The same of rows of a segment to those of the index. */
  of(segment: Segment): Promise<number | undefined>;
}

/**
 * Reads a sample of an index.
 * @param width entries of a vector
 */
export async function sampleIndex(
  segments: readonly Segment[],
  width: number,
): Promise<IndexSample> {
  const sample = await sampleVectors(segments, width, INDEX_PAGES);
  return {
    own: nearnessOf(sample, sample),
    of: async (segment) => nearnessOf(await sampleVectors([segment], width, CHANGED_PAGES), sample),
  };
}
